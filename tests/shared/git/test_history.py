"""Revisions, dates, commits, status: what git tells, in plain values."""

from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay.errors import UnknownRevision
from scrubjay.git.branches import branches, worktrees
from scrubjay.git.head import head
from scrubjay.git.history import file_history, introducing_commits, recent_commits
from scrubjay.git.process import Git
from scrubjay.git.record import MOST_PATHS
from scrubjay.git.repository import open_repository
from scrubjay.git.revision import as_of, resolve
from scrubjay.git.status import status
from scrubjay.git.tree import list_tree
from scrubjay.git.uncommitted import diff, dirty_files, dirty_paths
from tests.conftest import Repo
from tests.shared.git.bombs import make_bomb

GitIn = Callable[[Path], Git]


@pytest.fixture
def shas(repo: Repo) -> list[str]:
    return [
        repo.commit("one", {"a.md": "1"}, date="2026-01-10T00:00:00+00:00"),
        repo.commit("two", {"b.md": "another text"}, date="2026-01-20T00:00:00+00:00"),
        repo.commit("three", {"a.md": "2"}, date="2026-01-30T23:30:00+00:00"),
    ]


def test_a_revision_comes_before_a_date(repo: Repo, git_in: GitIn, shas: list[str]) -> None:
    repo.git("tag", "2026-01-15", shas[2])
    git = git_in(repo.path)
    assert as_of(git, "2026-01-15", shas[2]) == shas[2]
    assert as_of(git, "HEAD~2", shas[2]) == shas[0]
    assert as_of(git, shas[1][:8], shas[2]) == shas[1]


@pytest.mark.parametrize(
    ("date", "index"),
    [
        ("2026-01-10", 0),
        ("2026-01-19", 0),
        ("2026-01-20T00:00", 1),
        ("2026-01-30", 2),
        ("2026-01-30T23:00:00+00:00", 1),
        ("2026-01-31T00:00:00+02:00", 1),
        ("2099-01-01", 2),
    ],
)
def test_a_date_picks_the_newest_commit_until_then(
    date: str, index: int, repo: Repo, git_in: GitIn, shas: list[str]
) -> None:
    assert as_of(git_in(repo.path), date, shas[2]) == shas[index]


@pytest.mark.parametrize(
    "text",
    ["yesterday", "noon", "", "-h", "--all", "a b", "x" * 2000, "nope", "2026-13-40", "2020-01-01", "a\0b"],
)
def test_what_is_neither_is_refused_and_never_an_option(text: str, repo: Repo, git_in: GitIn, shas: list[str]) -> None:
    with pytest.raises(UnknownRevision):
        as_of(git_in(repo.path), text, shas[2])


def test_a_blob_is_no_revision(repo: Repo, git_in: GitIn, shas: list[str]) -> None:
    with pytest.raises(UnknownRevision):
        resolve(git_in(repo.path), "HEAD:a.md")


def test_commits_come_newest_first_with_their_paths(repo: Repo, git_in: GitIn, shas: list[str]) -> None:
    repo.commit("odd \x01 subject\n\nbody | with ; all \x1b[31m", {"ü.md": "x"})
    commits = recent_commits(git_in(repo.path), 10, paths=True)
    assert [c.subject for c in commits][-3:] == ["three", "two", "one"]
    assert commits[-1].paths == ("a.md",)
    assert commits[-1].committed_at == "2026-01-10T00:00:00Z"


def test_git_says_no_more_paths_of_one_commit_than_are_told(repo: Repo, git_in: GitIn, shas: list[str]) -> None:
    make_bomb(repo, levels=5)
    repo.git("reset", "-q", "--soft", "bomb")
    repo.git("commit", "-q", "--allow-empty", "-m", "after")
    commits = recent_commits(git_in(repo.path), 10, paths=True)
    assert [(c.subject, len(c.paths)) for c in commits] == [("after", MOST_PATHS), ("bomb", MOST_PATHS)]
    assert all(path.endswith(".png") for path in commits[1].paths)


def test_a_files_history_follows_its_renames(repo: Repo, git_in: GitIn, shas: list[str]) -> None:
    repo.git("mv", "b.md", "c.md")
    repo.commit("rename")
    assert [c.subject for c in file_history(git_in(repo.path), "c.md", 10)] == ["rename", "two"]


def test_a_blob_is_dated_by_the_commit_that_brought_it(repo: Repo, git_in: GitIn, shas: list[str]) -> None:
    git = git_in(repo.path)
    blobs = {entry.blob: entry.path for entry in list_tree(git, head(git).tree)}
    found = introducing_commits(git, blobs.keys(), shas[2], 5)
    assert {blobs[b]: commit for b, (commit, _) in found.items()} == {"a.md": shas[2], "b.md": shas[1]}
    assert introducing_commits(git, frozenset(["0" * 40]), shas[2], 5) == {}


def test_status_counts_what_is_staged_changed_and_new(repo: Repo, git_in: GitIn, shas: list[str]) -> None:
    repo.write("a.md", "staged")
    repo.git("add", "a.md")
    repo.write("b.md", "changed")
    repo.write("new file.md", "new")
    git = git_in(repo.path)
    now = status(git, open_repository(repo.path, git.environment))
    assert (now.staged.paths, now.unstaged.paths, now.untracked.paths) == (("a.md",), ("b.md",), ("new file.md",))
    assert dirty_paths(git, ["a.md", "b.md", "new file.md"]) == {"a.md", "b.md"}
    assert "+staged" in diff(git)


def test_an_unfinished_merge_is_named(repo: Repo, git_in: GitIn, shas: list[str]) -> None:
    repo.git("switch", "-q", "-c", "other", "HEAD~1")
    repo.commit("conflict", {"a.md": "3"})
    repo.git("merge", "main", check=False)
    git = git_in(repo.path)
    assert status(git, open_repository(repo.path, git.environment)).in_progress == "merge"


def test_branches_and_worktrees_are_listed(repo: Repo, git_in: GitIn, shas: list[str]) -> None:
    repo.git("worktree", "add", "-q", "-b", "side", "../side")
    git = git_in(repo.path)
    assert {b.name for b in branches(git)} == {"main", "side"}
    assert worktrees(git) == (repo.path.resolve(), (repo.path.parent / "side").resolve())


def test_a_file_that_holds_its_blob_is_clean_and_whatever_else_lies_there_is_not(repo: Repo, git_in: GitIn) -> None:
    git = git_in(repo.path)
    names = ["same.md", "changed.md", "gone.md", "link.md", "folder.md"]
    repo.commit("first", {name: f"{name}\n" for name in names})
    blobs = {name: repo.git("rev-parse", f"HEAD:{name}") for name in names}
    assert dirty_files(git, repo.path, blobs) == frozenset()
    repo.write("changed.md", "other\n")
    for name in names[2:]:
        (repo.path / name).unlink()
    (repo.path / "link.md").symlink_to("same.md")
    (repo.path / "folder.md").mkdir()
    assert dirty_files(git, repo.path, blobs) == set(names[1:])


def test_converted_line_ends_are_no_change(repo: Repo, git_in: GitIn) -> None:
    git = git_in(repo.path)
    repo.commit("first", {".gitattributes": "*.md text eol=crlf\n", "a.md": "one\ntwo\n"})
    (repo.path / "a.md").unlink()
    repo.git("checkout", "-q", "--", "a.md")
    assert (repo.path / "a.md").read_bytes() == b"one\r\ntwo\r\n"
    assert dirty_files(git, repo.path, {"a.md": repo.git("rev-parse", "HEAD:a.md")}) == frozenset()
