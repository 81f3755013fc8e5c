"""A commit that a claim cites counts only when it is one commit, of this repository, that HEAD has."""

from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay.app import App, Workspace
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Stored
from scrubjay.search.recall.outcome import outcome_object
from tests.behaviour.conftest import ingest
from tests.conftest import Repo

CLAIM = "The overflow of the queue was fixed in commit {}"


@pytest.fixture
def at(repo: Repo, app: App) -> Workspace:
    repo.commit("Start", {"README.md": "# Shop\n"})
    repo.commit("Fix the overflow of the queue", {"docs/queue.md": "# Queue\n"})
    opened = app.initialise(repo.path)
    ingest(opened)
    return opened


def judged(at: Workspace, claim: str) -> tuple[Grade | None, str]:
    """What an agent's claim is worth, and what the checks that failed say."""
    outcome = at.memories.remember(RememberRequest(content=claim))
    assert isinstance(outcome, Stored), outcome
    return outcome.result.grade, " ".join(outcome.result.checks_failed)


@pytest.mark.parametrize("digits", [7, 12, 40])
def test_a_reachable_commit_that_says_so_is_enough(at: Workspace, repo: Repo, digits: int) -> None:
    sha = repo.git("rev-parse", "HEAD")
    assert judged(at, CLAIM.format(sha[:digits]))[0] is Grade.GROUNDED


def test_a_commit_that_says_something_else_stands_beneath_the_claim_in_its_own_words(at: Workspace, repo: Repo) -> None:
    sha = repo.git("rev-parse", "HEAD~1")
    outcome = at.memories.remember(RememberRequest(content=CLAIM.format(sha[:12])))
    told = outcome_object(outcome)
    assert (told["grade"], [ground["words"] for ground in told["grounds"]]) == ("said", ["Start"])


@pytest.mark.parametrize("sha", ["deadbee1234", "0" * 40, "1234567", "f00ba45" + "0" * 33])
def test_an_invented_commit_earns_nothing(at: Workspace, sha: str) -> None:
    grade, failed = judged(at, CLAIM.format(sha))
    assert (grade, "not found" in failed) == (Grade.SAID, True)


def test_an_unreachable_commit_earns_nothing_and_counts_after_the_merge(at: Workspace, repo: Repo) -> None:
    repo.git("checkout", "-q", "-b", "other")
    sha = repo.commit("Fix the overflow of the funnel", {"docs/funnel.md": "# Funnel\n"})
    repo.git("checkout", "-q", "main")
    claim = f"The overflow of the funnel was fixed in commit {sha[:12]}"
    grade, failed = judged(at, claim)
    assert (grade, "not reachable from HEAD" in failed) == (Grade.SAID, True)
    repo.git("merge", "-q", "--ff-only", "other")
    assert judged(at, claim.replace("The overflow", "An overflow"))[0] is Grade.GROUNDED


def test_a_commit_of_another_repository_earns_nothing(
    at: Workspace, make_repo: Callable[..., Repo], tmp_path: Path
) -> None:
    other = make_repo("other")
    sha = other.commit("Fix the overflow of the queue", {"docs/other.md": "# Other\n"})
    grade, failed = judged(at, CLAIM.format(sha))
    assert (grade, "not found" in failed) == (Grade.SAID, True)


def test_a_blob_and_a_tree_are_no_commits(at: Workspace, repo: Repo) -> None:
    for object_ in ("HEAD:docs/queue.md", "HEAD^{tree}"):
        grade, failed = judged(at, CLAIM.format(repo.git("rev-parse", object_)))
        assert (grade, "not found" in failed) == (Grade.SAID, True)


def test_digits_that_several_objects_begin_with_earn_nothing(at: Workspace, repo: Repo) -> None:
    head, tree = repo.git("rev-parse", "HEAD"), repo.git("rev-parse", "HEAD^{tree}")
    message = "tree {}\nparent {}\nauthor A <a@b.c> {} +0000\ncommitter A <a@b.c> {} +0000\n\nx\n"
    made: dict[str, str] = {}
    for moment in range(60_000):
        text = message.format(tree, head, moment, moment).encode()
        short = git_id(text)[:7]
        if short in made and any(c.isdigit() for c in short) and not short.isdigit():
            break
        made[short] = message.format(tree, head, moment, moment)
    for raw in (made[short], message.format(tree, head, moment, moment)):
        repo.write("raw", raw)
        repo.git("hash-object", "-t", "commit", "-w", "raw")
    grade, failed = judged(at, CLAIM.format(short))
    assert (grade, "ambiguous" in failed) == (Grade.SAID, True)


def git_id(commit: bytes) -> str:
    from hashlib import sha1

    return sha1(b"commit %d\0" % len(commit) + commit, usedforsecurity=False).hexdigest()
