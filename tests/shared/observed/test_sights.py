"""True claims are observed where a command's output or a tracked file shows them."""

import shutil
from pathlib import Path

import pytest

from scrubjay.model.evidence import ObservationKind
from tests.conftest import Repo
from tests.shared.observed.stories import Story


def _sights() -> list[list[str]]:
    lines = Path(__file__).with_name("sights.tsv").read_text(encoding="utf-8").splitlines()[1:]
    return [[part.replace("\\n", "\n").replace("\\t", "\t") for part in line.split("\t")] for line in lines]


def test_most_true_claims_are_observed(story: Story) -> None:
    story.typed("look around")
    sights = _sights()
    for command, status, output, _, _ in sights:
        story.ran(command, output, int(status))
    found = [(command, story.observe(claim, quote)) for command, _, _, claim, quote in sights]
    missed = [f"{command}: {observed.why}" for command, observed in found if observed.observation is None]
    print(f"{len(sights) - len(missed)} of {len(sights)} observed; missed:", *missed, sep="\n")
    assert len(sights) == 60
    assert len(missed) <= len(sights) // 2


def test_an_observation_says_what_ran_and_how_it_ended(story: Story) -> None:
    story.run("make broken")
    seen = story.observe("`make broken` cannot find port 8001", "cannot find port 8001").observation
    assert seen is not None
    assert (seen.how, seen.tool, seen.command, seen.status) == (ObservationKind.SHOWN, "Bash", "make broken", "2")
    assert seen.words == "cannot find port 8001"
    assert seen.session == story.session


def test_a_secret_in_a_command_or_its_output_is_masked(story: Story) -> None:
    token = "ghp_" + "aB3dE6gH9j" * 3 + "aB3dE6"
    story.ran(f"make check TOKEN={token}", f"refused the login of deploy with {token}")
    seen = story.observe("The login of deploy is refused.", "refused the login of deploy").observation
    assert seen is not None
    assert token not in f"{seen.command} {seen.words}"


def test_a_read_shows_what_stood_when_the_session_began(story: Story, repo: Repo) -> None:
    story.read("README.md")
    assert story.observe("The pool holds 17 connections.", "The pool holds 17 connections").observation is not None


@pytest.mark.parametrize(("path", "found"), [("src/pool.py", True), ("src/drain.py", False)])
def test_a_search_by_name_shows_files_that_were_tracked(story: Story, repo: Repo, path: str, found: bool) -> None:
    (repo.path / "src" / "drain.py").write_text("made = 'now'\n")
    story.listed(path)
    assert (story.observe(f"There is a file {path}.", path).observation is not None) is found


@pytest.mark.parametrize(
    ("claim", "found"),
    [
        ("Commit COMMIT adds the pool of 17.", True),
        ("The pool of 17 is added.", False),
        ("Commit OTHER adds the pool of 17.", False),
        ("Commit COMMIT adds the pool of 18.", False),
    ],
)
def test_the_log_shows_what_an_older_commit_says_of_itself(story: Story, repo: Repo, claim: str, found: bool) -> None:
    repo.commit("Add the pool of 17", {"a.txt": "a"})
    commit = repo.commit("Tidy up", {"b.txt": "b"})
    older = repo.git("rev-parse", "--short=8", f"{commit}^")
    story.began = repo.git("rev-parse", "HEAD")
    story.run("git log --oneline --abbrev=8 -2")
    told = claim.replace("COMMIT", older).replace("OTHER", commit[:8])
    assert (story.observe(told, f"{older} Add the pool of 17").observation is not None) is found


@pytest.mark.parametrize(
    ("claim", "found"),
    [
        ("The pool held at most 12 connections, previously any number.", True),
        ("The pool was limited to 12 connections.", True),
        ("The pool is limited to 12 connections.", False),
        ("The pool was limited to 13 connections.", False),
    ],
)
def test_git_shows_the_past_of_what_a_message_says(story: Story, repo: Repo, claim: str, found: bool) -> None:
    said = "The pool held any number of connections; it is\nlimited to at most 12 connections, previously none."
    commit = repo.commit(f"Limit the pool\n\n{said}", {"a.txt": "a"})
    story.began = repo.git("rev-parse", "HEAD")
    story.run(f"git show -s {commit}")
    quote = said.replace("\n", " ")
    assert (story.observe(claim, quote).observation is not None) is found


@pytest.mark.parametrize(
    ("claim", "found"),
    [("POOL_SIZE was 17 in v1.", True), ("In v1 POOL_SIZE is 17.", True), ("POOL_SIZE is 17.", False)],
)
def test_git_shows_a_file_of_a_revision_for_that_revision(story: Story, repo: Repo, claim: str, found: bool) -> None:
    repo.git("tag", "v1")
    repo.commit("Grow", {"src/pool.py": "POOL_SIZE = 40\n"})
    story.began = repo.git("rev-parse", "HEAD")
    story.run("git grep -n POOL_SIZE v1 -- src/pool.py")
    assert (story.observe(claim, "POOL_SIZE = 17").observation is not None) is found


@pytest.mark.parametrize(
    ("command", "claim", "found"),
    [
        ("git diff HEAD~1 -- src/pool.py", "POOL_SIZE was raised from 17 to 40.", True),
        ("git diff HEAD~1 -- src/pool.py", "POOL_SIZE was lowered from 40 to 17.", False),
        ("git show HEAD", "POOL_SIZE was raised from 17 to 40.", True),
        ("git diff -R HEAD~1 -- src/pool.py", "POOL_SIZE was lowered from 40 to 17.", False),
        ("git diff HEAD HEAD~1 -- src/pool.py", "POOL_SIZE was lowered from 40 to 17.", False),
    ],
)
def test_git_shows_what_changed_until_the_session_began(
    story: Story, repo: Repo, command: str, claim: str, found: bool
) -> None:
    before = (repo.path / "src/pool.py").read_text()
    repo.commit("Grow", {"src/pool.py": before.replace("17", "40")})
    story.began = repo.git("rev-parse", "HEAD")
    output = story.run(command)
    quote = "\n".join(line for line in output.split("\n") if line.startswith(("-POOL", "+POOL")))
    assert (story.observe(claim, quote).observation is not None) is found


def test_a_diff_shows_no_line_that_the_session_wrote(story: Story) -> None:
    story.edit("src/pool.py", "17", "99")
    story.run("git diff")
    assert story.observe("POOL_SIZE was changed to 99.", "+POOL_SIZE = 99").observation is None


def test_a_tag_of_this_session_shows_no_past(story: Story, repo: Repo) -> None:
    repo.commit("Grow", {"src/pool.py": "POOL_SIZE = 99\n"})
    repo.git("tag", "v1")
    story.run("git grep -n POOL_SIZE v1 -- src/pool.py")
    assert story.observe("POOL_SIZE was 99 in v1.", "POOL_SIZE = 99").observation is None


def test_a_search_shows_the_lines_and_the_counts_of_files_as_they_were(story: Story, repo: Repo) -> None:
    repo.commit("Add", {"lib-a/the-pool.py": "GROWS = 1\nGROWS = 2\n", "b.py": "GROWS = 1\n"})
    story.began = repo.git("rev-parse", "HEAD")
    story.tool("Grep", {"pattern": "= 2", "path": "lib-a"}, "lib-a/the-pool.py:2:GROWS = 2", {"mode": "content"})
    asked = {"pattern": "GROWS", "path": ".", "output_mode": "count"}
    story.tool("Grep", asked, "lib-a/the-pool.py:2\nb.py:3", {"mode": "count"})
    assert story.observe("GROWS is 2 in the-pool.py.", "lib-a/the-pool.py:2:GROWS = 2").observation is not None
    assert story.observe("the-pool.py has 2 GROWS.", "lib-a/the-pool.py:2").observation is not None
    assert story.observe("b.py has 3 GROWS.", "b.py:3").observation is None


def test_of_a_program_without_text_only_values_count(story: Story) -> None:
    story.ran("rails runner 'puts Edition.where(state: :draft).count'", "412")
    story.ran("rails runner 'puts(Edition.reverse)'", "the edition grows 412 drafts")
    assert story.observe("412 editions are in state draft.", "412").observation is not None
    assert story.observe("The edition grows 412 drafts.", "the edition grows 412 drafts").observation is None


def test_the_first_line_of_an_answer_is_its_title(story: Story) -> None:
    answer = 'HTTP/1.1 403 Forbidden\ndate: x\nserver: y\nvia: z\n\n{"error": "Permission denied"}'
    story.ran("curl -s -i localhost:8000/docs/insert", answer)
    claim = "An insert is answered with 403 Forbidden and the error Permission denied."
    seen = story.observe(claim, '"error": "Permission denied"').observation
    assert seen is not None
    assert seen.words == 'HTTP/1.1 403 Forbidden {"error": "Permission denied"}'


def test_the_log_shows_nothing_of_a_commit_of_this_session(story: Story, repo: Repo) -> None:
    repo.commit("Add the pool of 17", {"a.txt": "a"})
    commit = repo.git("rev-parse", "--short=8", "HEAD")
    story.run("git log --oneline --abbrev=8 -1")
    assert story.observe(f"Commit {commit} adds the pool of 17.", f"{commit} Add the pool of 17").observation is None


def test_a_line_that_an_agent_gave_is_left_out_of_a_quote(story: Story) -> None:
    story.ran("make check", "+ make check\nthe queue drains in 12 seconds")
    seen = story.observe("The queue drains in 12 seconds.", "+ make check\nthe queue drains in 12 seconds").observation
    assert seen is not None
    assert seen.words == "the queue drains in 12 seconds"


def test_the_lines_that_make_a_quote_speak_are_shown_with_it(story: Story) -> None:
    story.ran("bin/workers", "queue: mail\nworkers: 4\nretries: 3")
    seen = story.observe("The queue mail has 4 workers.", "workers: 4").observation
    assert seen is not None
    assert seen.words == "queue: mail workers: 4 retries: 3"


def test_a_quote_may_go_over_lines(story: Story) -> None:
    story.ran("docker compose up", "service worker is waiting\nfor kafka on port 9092")
    found = story.observe("The worker waits for kafka on port 9092.", "worker is waiting for kafka on port 9092")
    assert found.observation is not None


def test_the_quote_may_come_before_an_input_that_repeats_it(story: Story) -> None:
    quote = "lease lost after 30 s, giving job 88 back"
    story.ran("journalctl -u worker", quote)
    story.mcp("mcp__scrubjay-session__remember", {"content": "x", "quote": quote}, "unconfirmed")
    story.ran("journalctl -u worker", quote)
    assert story.observe("The lease is lost after 30 s.", quote).observation is not None


def test_a_sub_agents_command_counts(story: Story) -> None:
    story.run("make broken", agent=True)
    assert story.observe("`make broken` cannot find port 8001", "cannot find port 8001").observation is not None


@pytest.mark.parametrize(
    ("command", "status", "claim", "found"),
    [
        ("make check", 0, "`make check` works.", True),
        ("make check 2>&1", 0, "`make check` passes.", True),
        ("cd src && make check", 0, "`make check` succeeds.", True),
        ("make check", 2, "`make check` fails.", True),
        ("make check", 2, "`make check` exits with status 2.", True),
        ("make check", 2, "`make check` works.", False),
        ("make check", 0, "`make check` fails.", False),
        ("make check", 0, "`make check` deletes the database.", False),
        ("make check", 0, "`make check` runs the migrations and exits 0.", False),
        ("make check", 0, "Deletes rows: `make check` ran here and ended with status 0.", False),
        ("make check", 0, "`make check` ran here and ended with status 0.", True),
        ("make check; true", 0, "`make check` works.", False),
        ("make check || true", 0, "`make check` works.", False),
        ("make check | tail -1", 0, "`make check` works.", False),
        ("make check && false", 1, "`make check` fails.", False),
        ("make checks", 0, "`make check` works.", False),
        ("echo make check", 0, "`make check` works.", False),
        ("! make check", 0, "`make check` works.", False),
        ("make check &", 0, "`make check` works.", False),
        ("(make check)", 0, "`make check` works.", False),
        ("make check", 0, "make check works.", False),
    ],
)
def test_a_command_that_ran_shows_how_it_ended(
    story: Story, command: str, status: int, claim: str, found: bool
) -> None:
    story.ran(command, "done", status)
    seen = story.observe(claim).observation
    assert (seen is not None) is found
    assert seen is None or (seen.how, seen.status) == (ObservationKind.RAN, str(status))


def test_who_says_a_line_is_no_file_that_holds_it(story: Story) -> None:
    program = shutil.which("bash")
    error = f"{program}: line 1: scripts/missing: No such file or directory"
    story.ran("scripts/missing --all", error, 127)
    assert story.observe("scripts/missing is no such file.", error).observation is not None


@pytest.mark.parametrize(("value", "found"), [("false", True), ("true", True)])
def test_a_field_beside_the_quote_takes_nothing_back(story: Story, value: str, found: bool) -> None:
    story.ran("make insert", f'{{"ok": {value}, "error": "Too many rows, 100 are allowed", "status": 400}}', 1)
    quote = '"error": "Too many rows, 100 are allowed"'
    assert (story.observe("Too many rows is the error where 100 are allowed.", quote).observation is not None) is found


def test_the_last_run_of_a_command_counts(story: Story) -> None:
    story.ran("make check", "bad", 2)
    story.ran("make check", "good")
    assert story.observe("`make check` fails.").observation is None
    assert story.observe("`make check` works.").observation is not None


def test_an_end_that_the_client_explains_away_is_not_recorded(story: Story) -> None:
    told = {"stdout": "", "stderr": "", "interrupted": False, "returnCodeInterpretation": "No matches found"}
    story.tool("Bash", {"command": "grep x README.md"}, "(Bash completed with no output)", told)
    seen = story.observe("`grep x README.md` ran.").observation
    assert seen is not None
    assert seen.status == "not recorded"
