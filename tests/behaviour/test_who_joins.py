"""What is public opens nothing, an agent joins nothing, an owner finds the way back: by the real programs."""

import json
import shutil
from pathlib import Path

import pytest
from mcp import Client

from tests import persons
from tests.behaviour.processes import registered, scrubjay
from tests.behaviour.processes import server as server_of
from tests.conftest import Repo

pytestmark = pytest.mark.anyio

SECRET = "Magpies are fed on Tuesdays."
QUERY = ("search", "when are magpies fed", "--kind", "memory")


@pytest.fixture
def mine(repo: Repo, tmp_path: Path) -> Repo:
    """A repository with a memory that nobody else may see."""
    account = tmp_path / "account"
    account.mkdir()
    shutil.copy(Path(repo.environment["HOME"]) / ".gitconfig", account)
    repo.environment = repo.environment | {"HOME": str(account), "SCRUBJAY_EMBEDDING_PROVIDER": "none"}
    repo.commit("barn", {"docs/barn.md": "# Barn\n\nMagpies live in the old barn.\n"})
    scrubjay(repo, "init", "--yes", "--client", "print")
    repo.git("config", "core.hooksPath", "/dev/null")  # no worker comes between
    scrubjay(repo, "remember", SECRET)
    return repo


def id_of(repo: Repo) -> str:
    return str(json.loads(scrubjay(repo, "project", "show", "--json"))["id"])


def beside(repo: Repo, name: str) -> Repo:
    return Repo(repo.path.parent / name, repo.environment)


def opens(repo: Repo) -> bool:
    """Whether a search there shows the memory; a repository that opens nothing says so by its exit code."""
    ended = persons.scrubjay(repo.path, repo.environment, *QUERY)
    assert ended.code in (0, 1, 3), ended.said
    assert (ended.code == 0) == (SECRET in ended.said)
    return ended.code == 0


def forged(mine: Repo) -> Repo:
    """A fork: a commit of its own on top of the public root, with the committed id."""
    mine.git("clone", "-q", str(mine.path), "../fork")
    fork = beside(mine, "fork")
    fork.write(".agent/config.yaml", f"project:\n  id: {id_of(mine)}\n")
    fork.git("add", "-A")
    tree, root = fork.git("write-tree"), fork.git("rev-list", "--max-parents=0", "HEAD")
    fork.git("reset", "-q", "--hard", fork.git("commit-tree", tree, "-p", root, "-m", "mine now"))
    return fork


def test_a_fork_of_the_public_root_with_the_committed_id_opens_nothing_and_init_begins_anew(mine: Repo) -> None:
    fork = forged(mine)
    assert not opens(fork)
    last = scrubjay(fork, "init", "--yes", "--client", "print").splitlines()[-1]
    assert last == f"scrubjay project join {id_of(mine)[:12]}"
    assert not opens(fork)
    scrubjay(fork, "remember", "Forks feed magpies on Mondays.")
    assert "Mondays" not in scrubjay(mine, "search", "magpies fed")


def test_a_git_file_that_leads_to_a_victims_repository_opens_nothing_under_its_own_folder(mine: Repo) -> None:
    evil = beside(mine, "evil")
    evil.path.mkdir()
    (evil.path / ".git").write_text(f"gitdir: {mine.path}/.git\n")
    assert not opens(evil)
    assert persons.scrubjay(evil.path, evil.environment, "init", "--yes").code == 3
    assert not opens(evil)
    assert opens(mine)


@pytest.mark.parametrize(
    ("server", "tool", "asked"),
    [("scrubjay_knowledge", "search_knowledge", {"query": "magpies"}), ("scrubjay_session", "session_init", {})],
)
async def test_a_server_in_a_fork_names_init_and_no_project(
    mine: Repo, server: str, tool: str, asked: dict[str, object]
) -> None:
    fork = forged(mine)
    async with Client(server_of(fork, server)) as client:
        answer = await client.call_tool(tool, asked)
    said = str(answer.content)
    assert answer.is_error
    assert "scrubjay init" in said
    assert "One project of this home fits" in said
    assert SECRET not in said
    assert id_of(mine)[:8] not in said


@pytest.mark.parametrize("variables", [{}, {"CLAUDECODE": "1"}], ids=["a script", "an agent"])
def test_whoever_is_no_person_gets_the_line_to_type_and_joins_nothing(mine: Repo, variables: dict[str, str]) -> None:
    mine.git("clone", "-q", str(mine.path), "../clone")
    clone, line = beside(mine, "clone"), f"scrubjay project join {id_of(mine)}"
    clone.environment = mine.environment | variables
    assert line in scrubjay_refused(clone, *line.split()[1:], "--yes")
    clone.environment = mine.environment
    assert not opens(clone)


def scrubjay_refused(at: Repo, *arguments: str) -> str:
    agent = {name: value for name, value in at.environment.items() if name == "CLAUDECODE"}
    ended = persons.scrubjay(at.path, at.environment, *arguments, shell=agent)
    assert ended.code == 2, ended.said
    return ended.said


def test_a_person_joins_by_a_key_and_brings_along_what_the_clone_remembered(mine: Repo) -> None:
    mine.git("clone", "-q", str(mine.path), "../clone")
    clone = beside(mine, "clone")
    scrubjay(clone, "init", "--yes", "--client", "print")
    scrubjay(clone, "remember", "The clone keeps cheese.")
    ended = persons.scrubjay(clone.path, clone.environment, "project", "join", keys=[("Press 1", "1"), ("along?", "y")])
    assert ended.code == 0, ended.said
    assert "1 memory" in ended.said
    assert opens(clone)
    assert "cheese" in scrubjay(mine, "search", "what does the clone keep")
    audit = scrubjay(clone, "audit", "show", "--scope", "user", "--json")
    assert '"by": "person"' in audit
    assert "/dev/" in audit


def test_an_empty_project_is_forgotten_when_its_clone_joins_another(mine: Repo) -> None:
    mine.git("clone", "-q", str(mine.path), "../clone")
    clone = beside(mine, "clone")
    scrubjay(clone, "init", "--yes", "--client", "print")
    assert persons.scrubjay(clone.path, clone.environment, "project", "join", keys=[("Press 1", "1")]).code == 0
    assert len(json.loads(scrubjay(mine, "project", "list", "--json"))["projects"]) == 1


def test_a_copys_init_ends_with_the_project_that_its_binding_names_though_others_fit(mine: Repo) -> None:
    mine.git("clone", "-q", str(mine.path), "../clone")
    scrubjay(beside(mine, "clone"), "init", "--yes", "--client", "print")
    shutil.copytree(mine.path, mine.path.parent / "copy", symlinks=True)
    last = scrubjay(beside(mine, "copy"), "init", "--yes", "--client", "print").splitlines()[-1]
    assert last == f"scrubjay project join {id_of(mine)[:12]}"


@pytest.mark.parametrize(("key", "shared"), [("n", False), ("1", True)])
def test_a_person_who_sets_up_a_second_clone_is_asked_which_memory_it_has(mine: Repo, key: str, shared: bool) -> None:
    mine.git("clone", "-q", str(mine.path), "../clone")
    clone = beside(mine, "clone")
    keys = [("a new project", key), ("Continue?", "y")]
    ended = persons.scrubjay(clone.path, clone.environment, "init", "--client", "print", keys=keys)
    assert ended.code == 0, ended.said
    assert opens(clone) == shared


def test_uninstalling_and_setting_up_again_in_the_same_folder_has_the_memory_back(mine: Repo) -> None:
    scrubjay(mine, "uninstall", "--yes")
    assert not opens(mine)
    mine.commit("later")
    assert "as it was when you uninstalled" in scrubjay(mine, "init", "--yes", "--client", "print")
    assert opens(mine)


def test_two_homes_on_one_clone_do_not_lock_each_other_out(mine: Repo, tmp_path: Path) -> None:
    other = Repo(mine.path, mine.environment | {"SCRUBJAY_HOME": str(tmp_path / "another")})
    scrubjay(other, "init", "--yes", "--client", "print")
    assert not opens(other)
    assert opens(mine)
    scrubjay(other, "uninstall", "--yes")
    assert opens(mine)


async def test_both_servers_answer_as_before_after_the_history_was_rewritten_and_pruned(mine: Repo) -> None:
    scrubjay(mine, "init", "--yes")
    mine.git("switch", "-q", "--orphan", "fresh")
    mine.commit("new root", {"new.md": "# New\n"})
    mine.git("branch", "-qD", "main")
    mine.git("reflog", "expire", "--expire=now", "--all")
    mine.git("gc", "-q", "--prune=now")
    assert opens(mine)
    async with Client(registered(mine, "scrubjay-session")) as session:
        answer = await session.call_tool("session_init", {"session": "one"})
    assert not answer.is_error
