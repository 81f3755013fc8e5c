"""What is kept of a session without being asked: little, and none of it ordinary work."""

from pathlib import Path

import pytest

from scrubjay.context.extraction.noticed import noticed_candidates
from scrubjay.context.extraction.stated import Stated
from scrubjay.identity.presence.clients import ReportedSession
from scrubjay.memory.grounding.likeness import is_same_claim
from scrubjay.memory.transcript.session import RecordedSession
from scrubjay.memory.transcript.transcript import find, read
from tests.conftest import Repo
from tests.shared.memory.transcript.stories import Story

STATED = Stated(None)
MISSING = "ModuleNotFoundError: No module named 'httpx'"


@pytest.fixture
def story(repo: Repo, tmp_path: Path) -> Story:
    repo.commit("first", {"README.md": "# x\n"})
    return Story(repo, tmp_path)


def _session(story: Story) -> RecordedSession:
    transcript = find((ReportedSession(story.session, str(story.file), ""),), story.folders)
    assert not isinstance(transcript, str)
    session = read(transcript, lambda: 0.0, 1.0)
    assert not isinstance(session, str)
    return session


def _kept(story: Story) -> list[tuple[str, str]]:
    return [
        (one.candidate.content, one.candidate.kind)
        for one in noticed_candidates(_session(story), is_same_claim, STATED)
    ]


def test_what_a_person_said_on_purpose_is_kept(story: Story) -> None:
    story.typed("Remember that the staging database is postgres 16. Now fix the tests.")
    story.typed("We decided to keep invoices immutable.")
    assert [content for content, _ in _kept(story)] == [
        "We decided to keep invoices immutable.", "The staging database is postgres 16.",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "turns",
    [
        ["<private>Remember that the office door code is on the wall.</private> go on"],
        ["#private remember that the office door code is on the wall"],
        ["> Remember that the office door code is on the wall."],
        ["<pasted_content id=\"1\">\nWe decided to use the office door.\n</pasted_content id=\"1\">"],
        ["Remember that the office door code changes weekly.", "no, scratch that"],
        ["From the wiki: it is small. Always deploy from main. Remember that the cluster is blue.\nI prefer tabs."],
        ["Always deploy from main.\nRemember that the cluster is called blue."],
        ["README says: always deploy from main. Remember that the cluster is called blue."],
        ["Ben: always deploy from main. Remember that the cluster is called blue."],
        ["we never get to the end of every list, haha"],
        ["please fix the tests", "thanks"],
    ],
)  # fmt: skip
def test_what_is_private_pasted_or_taken_back_is_not(story: Story, turns: list[str]) -> None:
    for turn in turns:
        story.typed(turn)
    assert _kept(story) == []


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("fine. our mirrors sync every night", "Our mirrors sync every night."),
        ("Remember:\n- The queue is at-least-once.\n- Always drain the queue.", "Always drain the queue."),
        ("tokens must never live longer than a day", "Tokens must never live longer than a day."),
        ("when a job hangs, we restart the worker first", "When a job hangs, we restart the worker first."),
    ],
)
def test_what_holds_for_all_that_is_theirs_is_kept(story: Story, text: str, claim: str) -> None:
    story.typed(text)
    assert [content for content, _ in _kept(story)] == [claim]


def test_what_a_machine_typed_is_not(story: Story) -> None:
    story.typed("Remember that the staging database is postgres 16.", promptSource="sdk", entrypoint="sdk-cli")
    assert _kept(story) == []


def test_another_form_of_a_command_that_fails_is_kept(story: Story) -> None:
    story.ran("pytest -q", MISSING, 1)
    story.ran("ls", "README.md")
    story.ran("uv run pytest -q", "3 passed")
    assert _kept(story) == [(f"`pytest -q` fails here ({MISSING}); `uv run pytest -q` works.", "procedure")]


def test_a_command_that_mended_a_failure_is_kept(story: Story) -> None:
    story.ran("make test", "cannot connect to redis on port 6379", 2)
    story.ran("docker compose up -d redis", "started")
    story.ran("make test", "88 passed")
    assert _kept(story) == [
        (
            "`make test` failed (cannot connect to redis on port 6379) and worked after `docker compose up -d redis`.",
            "incident",
        )
    ]


def test_ordinary_work_is_not_kept(story: Story) -> None:
    story.ran("make test", "error: assert 1 == 2", 2)
    story.write("a.py", "x = 2")
    story.ran("make test", "88 passed")
    story.ran("make lint", "error: unused import", 1)
    story.ran("make lint", "error: unused import", 1)
    story.ran("ls", "a.py")
    story.run("echo done")
    assert _kept(story) == []


def test_a_command_that_was_asked_for_is_kept(story: Story) -> None:
    story.typed("How do I regenerate the stubs?")
    story.ran("make proto", "wrote 4 files")
    story.typed("thanks")
    assert _kept(story) == [("`make proto` worked when asked: How do I regenerate the stubs?", "procedure")]


def test_nothing_is_kept_twice(story: Story) -> None:
    for _ in range(2):
        story.typed("Remember that ducks live in barn number 0 of the farm.")
    story.typed("Remember that the ducks live in barn number 0 of the farm.")
    assert len(_kept(story)) == 1


def test_a_change_of_settings_that_bears_on_the_error_is_kept(story: Story) -> None:
    story.ran("make test", "KeyError: 'REGION' is missing", 2)
    story.ran("wc -l README.md", "1 README.md")
    story.write("conf/env.yaml", "REGION: eu")
    story.write("conf/other.yaml", "color: blue")
    story.ran("git status --short", "?? conf")
    story.ran("make test", "88 passed")
    assert _kept(story) == [
        ("`make test` failed (KeyError: 'REGION' is missing) and worked after a change of env.yaml.", "incident")
    ]


def test_a_fix_of_the_code_itself_is_ordinary_work(story: Story) -> None:
    for _ in range(2):
        story.ran("make test", "NameError: name 'parse_region' is missing", 2)
        story.write("src/region.py", "def parse_region(): ...")
    story.ran("make test", "88 passed")
    assert _kept(story) == []


def test_what_has_nothing_to_do_with_the_error_mended_nothing(story: Story) -> None:
    story.ran("make test", "cannot connect to redis on port 6379", 2)
    story.ran("ls -la", "README.md")
    story.ran("make test", "88 passed")
    assert _kept(story) == []


def test_a_form_of_a_command_that_works_by_itself_later_is_no_lesson(story: Story) -> None:
    story.ran("pytest -q", MISSING, 1)
    story.ran("uv run pytest -q", "3 passed")
    story.ran("pytest -q", "3 passed")
    assert _kept(story) == []


def test_options_that_the_error_names_are_another_form_and_others_arent(story: Story) -> None:
    story.ran("npm ci", "npm error ERESOLVE retry with --legacy-peer-deps", 1)
    story.ran("npm ci --silent", "added 3 packages")
    story.ran("npm ci --legacy-peer-deps", "added 3 packages")
    assert [content for content, _ in _kept(story)] == [
        "`npm ci` fails here (npm error ERESOLVE retry with --legacy-peer-deps); `npm ci --legacy-peer-deps` works."
    ]


def test_how_work_is_checked_is_kept_once(story: Story) -> None:
    for number in range(3):
        story.ran("make test", f"error: assert {number} == 9", 2)
        story.write("a.py", f"x = {number}")
        story.ran("make test", "88 passed")
        story.ran("git status", "clean")
    assert _kept(story) == [("`make test` is how work is checked here.", "procedure")]


def test_a_folder_that_is_not_there_is_no_lesson(story: Story) -> None:
    story.ran("cd web && npm test", "bash: line 1: cd: web: No such file or directory", 1)
    story.ran("npm test", "3 passed")
    story.ran("npm run build -- test npm", "done")
    assert _kept(story) == []


@pytest.mark.parametrize(
    ("command", "error", "between", "mended"),
    [
        ("python3 -m fakemod", "python3: No module named fakemod", ["pip install fakemod"], True),
        ("wc -l nofile.txt", "wc: nofile.txt: No such file or directory", ["touch nofile.txt"], True),
        ("./nightly.sh", "bash: ./nightly.sh: Permission denied", ["ls", "chmod +x nightly.sh"], True),
        ("./nightly.sh", "bash: ./nightly.sh: Permission denied", ["ls -l nightly.sh", "chmod +x nightly.sh"], True),
        ("./nightly.sh", "bash: ./nightly.sh: Permission denied", ["ls nightly.sh", "id nightly.sh", "ls"], False),
        (
            "datasette --load spatialite",
            "Error: no SpatiaLite here",
            ["find / -name spatialite", "ls", "apt-get install libsqlite3-mod-spatialite"],
            True,
        ),
        ("uv run cog --check a.md", "Check failed", ["uv run cog -r a.md"], True),
        ("uv run cog --check a.md", "Check failed", ["uv run cog -r b.md"], False),
        ("go build .", "a.go:3: undefined: tagsToScore", ["sed -i s/tagsToScore/scored/ a.go"], False),
        ("./nightly.sh", "bash: ./nightly.sh: Permission denied", ["ls", "chmod +x weekly.sh"], False),
    ],
)
def test_words_of_the_command_tie_what_alone_holds_them(
    story: Story, command: str, error: str, between: list[str], mended: bool
) -> None:
    story.ran(command, error, 1)
    for one in between:
        story.ran(one, "done")
    story.ran(command, "fine")
    wanted = f"`{command}` failed ({error}) and worked after `{between[-1]}`."
    assert _kept(story) == ([(wanted, "incident")] if mended else [])


def test_words_of_the_command_tie_nothing_where_code_was_edited(story: Story) -> None:
    story.ran("pytest tests/test_pool.py", "FAILED tests/test_pool.py::test_grow", 1)
    story.write("src/pool.py", "x = 2")
    story.ran("wc -l tests/test_pool.py", "40")
    story.ran("pytest tests/test_pool.py", "3 passed")
    assert _kept(story) == []
