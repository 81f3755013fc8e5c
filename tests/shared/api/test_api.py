"""A Python program searches, remembers and takes context by the public API, in the values that scripts get as JSON."""

import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import FrozenInstanceError, fields
from pathlib import Path
from typing import Any

import pytest

import scrubjay
from scrubjay import AsyncMemory, ProjectMemory, open_memory
from scrubjay.api import MemoryEntry, MemoryHit, PassageHit, RememberedClaim, SearchAnswer
from scrubjay.app import open_app
from scrubjay.errors import NotAPerson, NotFound, NotInitialised, UsageError
from scrubjay.git.process import GitEnvironment
from scrubjay.identity.audit.chain import AuditChain, AuditFilters
from scrubjay.settings.layers import load_settings
from tests.conftest import Repo
from tests.trusting import trust_scripts

pytestmark = pytest.mark.anyio

JSON_PAGE = Path(__file__).parents[3] / "docs" / "reference" / "json.md"


def test_a_program_finds_remembers_and_takes_context(project: Repo) -> None:
    with open_memory(project.path / "docs") as memory:
        answer = memory.search("why a queue", limit=3, kinds=["decision"])
        assert [hit.path for hit in answer.results] == ["docs/adr/0001-queue.md"]
        assert answer.view["branch"] == "main"
        kept = memory.remember("Bursts end by noon on Sundays.", sources=["docs/adr/0001-queue.md:9"], tags=["load"])
        assert (kept.outcome, kept.grade) == ("stored", "said")
        assert memory.remember("Bursts end by noon on Sundays.").outcome == "known"
        assert [one.id for one in memory.search("bursts noon Sundays").memories] == [kept.id]
        made = memory.context("when do bursts end", budget=4_096)
        assert "queue" in made.text
        assert 0 < made.tokens < 4_096


def test_what_is_listed_may_be_forgotten(project: Repo) -> None:
    with open_memory(project.path) as memory:
        kept = memory.remember("Bursts end by noon on Sundays.", tags=["load"])
        memory.remember("The staging server sleeps on Sundays.")
        (listed,) = memory.memories(tags=["load"])
        assert (listed.id, listed.tags, listed.origin) == (kept.id, ("load",), "script")
        assert len(memory.memories(words=["Sundays"])) == 2
        assert memory.forget(kept.id[:8]) == kept.id
        assert memory.memories(tags=["load"]) == ()
        with pytest.raises(NotFound):
            memory.forget("0" * 32)


@pytest.mark.parametrize("trusted", [False, True])
def test_only_a_trusted_script_forgets_what_is_quoted_and_that_is_recorded(project: Repo, trusted: bool) -> None:
    settings = load_settings(project.environment)
    with open_app(settings, git_environment=GitEnvironment.of(project.environment), wake=lambda: None) as app:
        if trusted:
            trust_scripts(settings.home)
        with open_memory(project.path) as memory:
            kept = memory.remember("We use a queue because bursts are short.", sources=["docs/adr/0001-queue.md:9"])
            assert kept.grade == "quoted"
            if trusted:
                assert memory.forget(kept.id) == kept.id
            else:
                with pytest.raises(NotAPerson, match="is quoted: only a person may forget it"):
                    memory.forget(kept.id)
            assert len(memory.memories()) == (not trusted)
        chain = AuditChain(app.user_database().read, settings.home / "user" / "audit")
        assert [one.resource for one in chain.records(AuditFilters()) if one.action == "forget"] == [kept.id] * trusted


def test_what_a_script_says_is_no_persons_and_a_secret_is_an_outcome(project: Repo) -> None:
    with open_memory(project.path) as memory:
        kept = memory.remember("The staging server sleeps on Sundays.")
        token = "ghp_" + "a1B2" * 9
        blocked = memory.remember(f"The token is {token}.")
    assert kept.grade == "said"
    assert (blocked.outcome, blocked.id) == ("blocked", "")
    assert token not in repr(blocked)


def test_values_are_frozen(project: Repo) -> None:
    with open_memory(project.path) as memory:
        hit = memory.search("why a queue").results[0]
    with pytest.raises(FrozenInstanceError):
        hit.path = "other"  # type: ignore[misc]
    with pytest.raises(TypeError):
        hit.scores["final"] = 1.0  # type: ignore[index]


def test_bad_input_is_an_error_with_what_to_do_and_the_memory_goes_on(project: Repo, tmp_path: Path) -> None:
    with pytest.raises(NotInitialised, match="scrubjay init"), open_memory(stranger(project, tmp_path)):
        pass
    with open_memory(project.path) as memory:
        with pytest.raises(UsageError):
            memory.search("queue", kinds=["poem"])
        with pytest.raises(UsageError):
            memory.remember("  ")
        assert memory.search("queue").results


def stranger(project: Repo, tmp_path: Path) -> Path:
    """A repository that no `init` saw."""
    folder = tmp_path / "stranger"
    folder.mkdir()
    Repo(folder, project.environment).git("init", "-q")
    return folder


async def test_an_event_loop_asks_the_same(project: Repo) -> None:
    async with AsyncMemory(project.path) as memory:
        assert (await memory.search("why a queue")).results[0].start_line == 1
        assert (await memory.remember("Bursts end by noon.")).outcome == "stored"
        assert (await memory.context("queue")).text


def keys(section: str, prefix: str = "") -> set[str]:
    """The keys that a table of docs/reference/json.md lists below a heading, one level deep."""
    page = JSON_PAGE.read_text("utf-8").split(f"### {section}", 1)[1].split("\n### ", 1)[0]
    return set(re.findall(rf"^\| `{re.escape(prefix)}(\w+)` \|", page, re.MULTILINE))


@pytest.mark.parametrize(
    ("kind", "section", "prefix"),
    [
        (PassageHit, "`scrubjay search parcels`", "results[]."),
        (MemoryHit, "`scrubjay search parcels`", "memories[]."),
        (RememberedClaim, "`scrubjay remember`", ""),
    ],
)
def test_values_have_the_keys_that_the_reference_describes(kind: Any, section: str, prefix: str) -> None:
    assert {each.name for each in fields(kind)} == keys(section, prefix)


def test_a_listed_memory_has_the_keys_of_the_reference() -> None:
    page = JSON_PAGE.read_text("utf-8").split("### `scrubjay memories`", 1)[1]
    (row,) = re.findall(r"^\| `memories\[\]` \|(.*)$", page.split("\n### ", 1)[0], re.MULTILINE)
    assert {each.name for each in fields(MemoryEntry)} == {*re.findall(r"`(\w+)`", row)}


def test_an_answer_has_keys_of_the_reference_and_its_lists() -> None:
    lists = {"results", "memories"}
    assert {each.name for each in fields(SearchAnswer)} - lists <= keys("`scrubjay search parcels`")


def test_the_package_alone_imports_nothing_of_the_api(opened_names: Callable[[str], set[str]]) -> None:
    assert not {"scrubjay.api", "pydantic", "anyio", "sqlite3"} & opened_names("import scrubjay")
    assert "scrubjay.api" in opened_names("from scrubjay import open_memory")
    with pytest.raises(AttributeError, match="no attribute 'open'"):
        scrubjay.open  # type: ignore[attr-defined]  # noqa: B018
    assert ProjectMemory is scrubjay.ProjectMemory


@pytest.fixture
def opened_names() -> Callable[[str], set[str]]:
    """The modules that a fresh interpreter has after a line."""

    def names(line: str) -> set[str]:
        command = [sys.executable, "-c", f"import sys; {line}; print(*sys.modules)"]
        return {*subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()}

    return names
