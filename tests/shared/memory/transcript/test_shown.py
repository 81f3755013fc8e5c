"""What a session showed of a quote: a machine's own line, which no input gave, with its command and its end."""

import csv
from collections.abc import Callable
from io import StringIO

import pytest

from scrubjay.model.evidence import Observation
from scrubjay.model.grade import Grade
from tests.conftest import Repo
from tests.shared.memory.transcript.stories import Story

LEASE = "worker lost its lease after 30 s"


def look(story: Story, quote: str, claim: str = "A worker loses its lease.") -> Observation | None:
    return story.observe(claim, quote).observation


def test_an_observation_says_what_ran_how_it_ended_and_the_whole_line(story: Story) -> None:
    story.run("make broken")
    seen = look(story, "cannot find port 8001")
    assert seen is not None
    assert (seen.tool, seen.command, seen.status, seen.words) == ("Bash", "make broken", "2", "cannot find port 8001")
    assert (seen.session, seen.whole, seen.grade) == (story.session, False, Grade.GROUNDED)


READINGS = """\
ruff check;Found 12 errors.;ruff found no errors
ruff check;Found 12 errors.;ruff found 12 errors in src only
ruff check;[*] 9 fixable with the `--fix` option.;ruff fixed 9 errors
mypy src;Success: no issues found in 41 source files;mypy found issues in 41 files
pytest -q;3 failed, 210 passed in 4.2s;All tests pass
pip check;foo 1.2 has requirement bar>=3.0, but you have bar 2.9.;bar 3.0 is installed
terraform plan;Plan: 3 to add, 0 to change, 1 to destroy.;The plan destroys 3"""
"""True lines and readings of them, most of them false: a line stands beside each, and vouches for none."""


def test_no_reading_of_a_true_line_is_more_than_said_beside_it(story: Story) -> None:
    rows = list(csv.reader(StringIO(READINGS), delimiter=";"))
    for command, output, _ in rows:
        story.ran(command, output, 1)
    for command, output, reading in rows:
        seen = look(story, output, reading)
        assert seen is not None, output
        assert (seen.words, seen.whole, seen.command) == (output, False, command)
        assert seen.grade is not Grade.QUOTED
        exact = look(story, "", f'`{command}` printed "{output}"')
        assert exact is not None
        assert (exact.words, exact.grade) == (output, Grade.QUOTED)


@pytest.mark.parametrize(
    "claim",
    [
        '`pytest` printed "3 passed in 4.2s"',  # another command
        '`pytest -q` printed "3 passed"',  # part of the line
        '`pytest -q` printed "4 passed in 4.2s"',
        "`pytest -q` prints 3 passed in 4.2s",
    ],
)
def test_only_the_whole_line_under_the_whole_command_is_quoted(story: Story, claim: str) -> None:
    story.ran("pytest -q", "..\n3 passed in 4.2s")
    assert look(story, "", claim) is None


def test_the_row_of_a_table_is_shown_with_its_head(story: Story) -> None:
    story.ran("kubectl get pods", "NAME   READY   STATUS    RESTARTS\nweb-5d9  0/1  Pending  0")
    seen = look(story, "web-5d9 0/1 Pending 0", "The web pod was restarted 5 times")
    assert seen is not None
    assert seen.words == "NAME READY STATUS RESTARTS\nweb-5d9 0/1 Pending 0"


def test_a_secret_in_a_command_or_its_output_is_masked(story: Story) -> None:
    token = "ghp_" + "aB3dE6gH9j" * 3 + "aB3dE6"
    story.ran(f"make check TOKEN={token}", f"refused the login of deploy with {token}")
    seen = look(story, "refused the login of deploy")
    assert seen is not None
    assert token not in f"{seen.command} {seen.words}"


def test_a_quote_may_go_over_lines_and_a_sub_agents_command_counts(story: Story) -> None:
    story.ran("docker compose up", "service worker is waiting\nfor kafka on port 9092", agent=True)
    assert look(story, "worker is waiting for kafka on port 9092") is not None


def test_a_line_that_was_shown_before_an_input_repeats_it_counts(story: Story) -> None:
    story.ran("journalctl -u worker", LEASE)
    story.mcp("mcp__scrubjay-session__remember", {"content": "x", "quote": LEASE}, "said")
    assert look(story, LEASE) is not None


@pytest.mark.parametrize(
    ("path", "quote", "found"),
    [
        ("README.md", "The pool holds 17 connections", True),
        ("src/pool.py", "TIMEOUT = 30", True),
        ("notes/new.md", "The pool holds 99 connections", False),
    ],
)
def test_a_read_shows_what_stood_in_a_tracked_file_when_the_session_began(
    story: Story, repo: Repo, path: str, quote: str, found: bool
) -> None:
    if not found:
        (repo.path / "notes").mkdir()
        (repo.path / path).write_text(f"{quote}.\n")
    story.read(path)
    seen = look(story, quote)
    assert (seen is not None) is found
    assert seen is None or (seen.tool, seen.command.endswith(path)) == ("Read", True)


FAKES: dict[str, Callable[[Story], object]] = {
    "an echo": lambda story: story.run(f"echo '{LEASE}'"),
    "a file that the session wrote, printed": lambda story: (
        story.write("say.py", "print('worker lost its ' + 'lease after 30 s')\n"),
        story.run("python3 say.py"),
    ),
    "a tracked file that the session changed": lambda story: (
        story.edit("README.md", "The pool holds 17 connections.", LEASE),
        story.read("README.md"),
    ),
    "a file that differs from the base branch holds it": lambda story: (
        (story.folder / "log.txt").write_text(f"{LEASE}\n"),
        story.ran("./replay", LEASE),
    ),
    "an input of another tool": lambda story: (
        story.mcp("mcp__notes__write", {"text": LEASE}, "ok"),
        story.ran("./notes", LEASE),
    ),
    "another server's answer": lambda story: story.mcp("mcp__web__fetch", {"url": "x"}, LEASE),
    "a sub-agent's report": lambda story: story.report("look", LEASE),
    "git's history": lambda story: story.ran("git log -1", LEASE),
    "a forge": lambda story: story.ran("gh run view 812", LEASE),
    "a page": lambda story: story.ran("curl -s localhost:8000", LEASE),
    "a dependency": lambda story: story.ran("./node_modules/pad/run", LEASE),
    "our own answer": lambda story: story.ran("scrubjay search lease", LEASE),
    "a filter that rewrites": lambda story: story.ran("make check | sed s/x/y/", LEASE),
}


@pytest.mark.parametrize("fake", list(FAKES))
def test_what_people_or_agents_wrote_shows_nothing(story: Story, fake: str) -> None:
    FAKES[fake](story)
    found = story.observe("A worker loses its lease.", LEASE)
    assert found.observation is None
    assert found.why


def test_a_quote_that_says_too_little_is_not_looked_for(story: Story) -> None:
    story.ran("make check", "all of it")
    assert story.observe("x", "all of it").why.startswith("the quote is too short to be recognised")
