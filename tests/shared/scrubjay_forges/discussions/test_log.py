"""A merged pull request without a merge commit that the clone has finds it in the log, and in the log alone."""

from collections.abc import Callable
from typing import Any

import pytest

from scrubjay.app import Workspace
from scrubjay.model.discussion import DiscussionRef
from scrubjay_forges.discussions.store import DiscussionStore
from scrubjay_forges.discussions.stored import Discussion
from scrubjay_forges.services import ForgeServices
from tests.shared.scrubjay_forges.discussions.conftest import REPOSITORY, batch, head, part
from tests.shared.scrubjay_forges.discussions.test_views import shown, standing

Put = Callable[..., Any]
THEN = "2026-01-05T10:00:00Z"
CLOSED = "2026-01-06T10:00:00Z"


def merged(number: int = 7, **more: Any) -> Any:
    values = {"created_at": "2026-01-02T10:00:00Z", "closed_at": CLOSED, "base": "main"} | more
    return head(number, kind="pull_request", state="merged", **values)


def kept(at: Workspace, number: int = 7, repository: str = REPOSITORY, sign: Any = "#") -> Discussion:
    found = ForgeServices.of(at).discussion_store.head(DiscussionRef(repository, number, sign))
    assert found is not None
    return found


def commit(repo: Any, message: str, date: str = THEN) -> str:
    there: str = repo.commit(message, {f"{abs(hash(message + date))}.md": message}, date=date)
    return there


MESSAGES = [
    "Merge pull request #7 from bob/belt\n\nSlow down the belt",
    "Merge pull request 'Slow down the belt' (#7) from belt into main",
    "Slow down the belt (#7)",
]


@pytest.mark.parametrize("message", MESSAGES)
@pytest.mark.parametrize("told", ["", "a" * 40])
def test_the_commit_that_names_it_is_its_merge_commit(
    at: Workspace, repo: Any, put: Put, message: str, told: str
) -> None:
    put(merged(merge_commit=told), part(7))
    repo.git("switch", "-q", "-c", "side")
    repo.git("switch", "-q", "main")
    there = commit(repo, message)
    assert ForgeServices.of(at).merges.look() == 1
    assert (kept(at).merge_commit, kept(at).merged_as) == (there, f"merge commit {there[:10]} (from the log)")
    assert (shown(at), standing(at, 7)) == (["opening/7"], "")
    repo.git("switch", "-q", "side")
    assert (shown(at), standing(at, 7)) == ([], "merged elsewhere")
    assert ForgeServices.of(at).merges.look() == 0


@pytest.mark.parametrize(
    ("message", "date"),
    [
        ('Revert "Slow down the belt (#7)"', THEN),
        ("Slow down the belt (#8)", THEN),
        ("Slow down the belt (#7)", "2025-12-30T10:00:00Z"),
        ("Slow down the belt (#7)", "2026-01-08T10:00:00Z"),
        ("Merge branch 'belt' into 'main'\n\nSee merge request magpie/magpie!7", THEN),
    ],
)
def test_a_commit_that_may_be_another_s_is_not_taken(
    at: Workspace, repo: Any, put: Put, message: str, date: str
) -> None:
    put(merged(), part(7))
    commit(repo, message, date)
    assert ForgeServices.of(at).merges.look() == 0
    assert kept(at).merge_commit == ""


def test_two_that_may_be_it_are_none_and_a_merge_counts_before_them(at: Workspace, repo: Any, put: Put) -> None:
    put(merged(), part(7))
    commit(repo, "Slow it (#7)")
    commit(repo, "Slow it more (#7)")
    ForgeServices.of(at).merges.look()
    assert kept(at).merge_commit == ""
    there = commit(repo, MESSAGES[0])
    ForgeServices.of(at).merges.look()
    assert kept(at).merge_commit == there


def test_a_commit_of_another_branch_than_its_base_is_not_taken(at: Workspace, repo: Any, put: Put) -> None:
    put(merged(), merged(8, base="gone"), merged(9, base="next"), part(7), part(8), part(9))
    repo.git("switch", "-q", "-c", "next")
    for number in (7, 8, 9):
        commit(repo, f"Slow it (#{number})")
    ForgeServices.of(at).merges.look()
    assert [bool(kept(at, number).merge_commit) for number in (7, 8, 9)] == [False, False, True]


def test_the_last_commit_of_its_branch_is_taken_where_the_base_has_it(at: Workspace, repo: Any, put: Put) -> None:
    there = commit(repo, "Slow down the belt")
    put(merged(head_commit=there), merged(8, head_commit="b" * 40), part(7), part(8))
    ForgeServices.of(at).merges.look()
    assert kept(at).merged_as == f"merge commit {there[:10]} (its last commit)"
    assert kept(at, 8).merge_commit == ""


def test_what_the_forge_says_stays_where_the_clone_has_it(at: Workspace, repo: Any, put: Put) -> None:
    told = commit(repo, "By hand")
    commit(repo, MESSAGES[0])
    put(merged(merge_commit=told), part(7))
    assert ForgeServices.of(at).merges.look() == 0
    assert kept(at).merge_commit == told


def test_the_forge_s_own_commit_takes_its_place_when_it_is_known(at: Workspace, repo: Any, put: Put) -> None:
    commit(repo, MESSAGES[2])
    told = commit(repo, "By hand")
    put(merged(), part(7))
    ForgeServices.of(at).merges.look()
    put(merged(merge_commit=told, updated_at="2026-02-01T10:00:00Z"))
    assert ForgeServices.of(at).merges.look() == 1
    assert (kept(at).merge_commit, kept(at).found_by) == (told, "")


def test_a_found_commit_that_the_branch_lost_is_given_up(at: Workspace, repo: Any, put: Put) -> None:
    put(merged(), part(7))
    commit(repo, MESSAGES[2])
    ForgeServices.of(at).merges.look()
    repo.git("reset", "-q", "--hard", "HEAD~1")
    assert ForgeServices.of(at).merges.look() == 1
    assert kept(at).merge_commit == ""


def test_a_number_alone_is_the_first_named_repository_s(
    at: Workspace, repo: Any, store: DiscussionStore, put: Put
) -> None:
    upstream, lab = "github.com/other/upstream", "gitlab.com/magpie/tools"
    store.ensure(upstream, "github")
    store.ensure(lab, "gitlab")
    put(merged(), part(7))
    store.put(upstream, batch(merged(), part(7)))
    store.put(lab, batch(merged(sign="!"), part(7, sign="!")))
    commit(repo, MESSAGES[2])
    there = commit(repo, "Merge branch 'belt' into 'main'\n\nSlow it\n\nSee merge request magpie/tools!7")
    ForgeServices.of(at).merges.look()
    assert kept(at).merge_commit
    assert kept(at, 7, upstream).merge_commit == ""
    assert kept(at, 7, lab, "!").merge_commit == there


def test_the_worker_finds_it_when_the_clone_gets_the_commit(at: Workspace, repo: Any, put: Put) -> None:
    put(merged(), part(7))
    list(at.index_sources.ingest(at.documents.view()))
    there = commit(repo, MESSAGES[0])
    list(at.index_sources.ingest(at.documents.view()))
    assert kept(at).merge_commit == there
    assert ForgeServices.of(at).open_discussions().merged_as([there]) == {there: DiscussionRef(REPOSITORY, 7)}  # type: ignore[union-attr]


def test_git_that_fails_leaves_what_was_found(at: Workspace, repo: Any, put: Put) -> None:
    put(merged(), part(7))
    there = commit(repo, MESSAGES[0])
    ForgeServices.of(at).merges.look()
    (repo.path / ".git" / "HEAD").unlink()
    assert ForgeServices.of(at).merges.look() == 0
    assert kept(at).merge_commit == there


@pytest.mark.parametrize("told", [True, False])
def test_an_export_that_tells_no_files_has_those_of_its_merge_commit(
    at: Workspace, repo: Any, put: Put, told: bool
) -> None:
    there = repo.commit("Slow down the belt (#7)", {"belt/run.py": "slow", "belt/notes.md": "why"}, date=THEN)
    put(merged(merge_commit=there if told else ""), part(7), merged(8, files=("yard.md",), merge_commit=there), part(8))
    ForgeServices.of(at).merges.look()
    assert kept(at).files == ("belt/notes.md", "belt/run.py")
    assert kept(at, 8).files == ("yard.md",)
    put(merged(merge_commit=there if told else "", updated_at="2026-01-07T10:00:00Z"))
    assert kept(at).files == ("belt/notes.md", "belt/run.py")
