"""A commit that a claim cites counts only when it is one commit, of this repository, that HEAD has."""

from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay.app import App, Workspace
from scrubjay.memories import AutoApproved, FlaggedForReview, RememberRequest
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


def judged(at: Workspace, claim: str) -> tuple[type, str]:
    outcome = at.memories.remember(RememberRequest(claim))
    assert isinstance(outcome, AutoApproved | FlaggedForReview), outcome
    return type(outcome), outcome.result.reason


@pytest.mark.parametrize("digits", [7, 12, 40])
def test_a_reachable_commit_that_says_so_is_enough(at: Workspace, repo: Repo, digits: int) -> None:
    sha = repo.git("rev-parse", "HEAD")
    assert judged(at, CLAIM.format(sha[:digits]))[0] is AutoApproved


def test_a_reachable_commit_that_says_something_else_is_not(at: Workspace, repo: Repo) -> None:
    sha = repo.git("rev-parse", "HEAD~1")
    tier, reason = judged(at, CLAIM.format(sha[:12]))
    assert (tier, "unrelated" in reason) == (FlaggedForReview, True)


@pytest.mark.parametrize("sha", ["deadbee1234", "0" * 40, "1234567", "f00ba45" + "0" * 33])
def test_an_invented_commit_waits_for_review(at: Workspace, sha: str) -> None:
    tier, reason = judged(at, CLAIM.format(sha))
    assert (tier, "not found" in reason) == (FlaggedForReview, True)


def test_an_unreachable_commit_waits_for_review_and_counts_after_the_merge(at: Workspace, repo: Repo) -> None:
    repo.git("checkout", "-q", "-b", "other")
    sha = repo.commit("Fix the overflow of the funnel", {"docs/funnel.md": "# Funnel\n"})
    repo.git("checkout", "-q", "main")
    claim = f"The overflow of the funnel was fixed in commit {sha[:12]}"
    tier, reason = judged(at, claim)
    assert (tier, "not reachable from HEAD" in reason) == (FlaggedForReview, True)
    repo.git("merge", "-q", "--ff-only", "other")
    assert judged(at, claim.replace("The overflow", "An overflow"))[0] is AutoApproved


def test_a_commit_of_another_repository_waits_for_review(
    at: Workspace, make_repo: Callable[..., Repo], tmp_path: Path
) -> None:
    other = make_repo("other")
    sha = other.commit("Fix the overflow of the queue", {"docs/other.md": "# Other\n"})
    tier, reason = judged(at, CLAIM.format(sha))
    assert (tier, "not found" in reason) == (FlaggedForReview, True)


def test_a_blob_and_a_tree_are_no_commits(at: Workspace, repo: Repo) -> None:
    for object_ in ("HEAD:docs/queue.md", "HEAD^{tree}"):
        tier, reason = judged(at, CLAIM.format(repo.git("rev-parse", object_)))
        assert (tier, "not found" in reason) == (FlaggedForReview, True)


def test_digits_that_several_objects_begin_with_wait_for_review(at: Workspace, repo: Repo) -> None:
    head, tree = repo.git("rev-parse", "HEAD"), repo.git("rev-parse", "HEAD^{tree}")
    message = "tree {}\nparent {}\nauthor A <a@b.c> {} +0000\ncommitter A <a@b.c> {} +0000\n\nx\n"
    made: dict[str, str] = {}
    for moment in range(60_000):
        text = message.format(tree, head, moment, moment).encode()
        short = git_id(text)[:7]
        if short in made and any(c.isdigit() for c in short) and not short.isdigit():
            break
        made[short] = message.format(tree, head, moment, moment)
    for text in (made[short], message.format(tree, head, moment, moment)):
        repo.write("raw", text)
        repo.git("hash-object", "-t", "commit", "-w", "raw")
    tier, reason = judged(at, CLAIM.format(short))
    assert (tier, "ambiguous" in reason) == (FlaggedForReview, True)


def git_id(commit: bytes) -> str:
    from hashlib import sha1

    return sha1(b"commit %d\0" % len(commit) + commit, usedforsecurity=False).hexdigest()
