"""One pass of git tells of the newest commits what the steps tell, whatever a repository configures or holds."""

from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay.errors import GitFailed
from scrubjay.git.history import log_commits, recent_commits, with_paths
from scrubjay.git.process import Git
from scrubjay.git.record import Commit
from tests.conftest import Repo

GitIn = Callable[[Path], Git]


@pytest.fixture
def history(repo: Repo) -> Repo:
    """A root, an empty commit, one without a message, a merge, a rename, a link, and a path with a line end."""
    repo.commit("root", {"docs/a.md": "1", "b.md": "2\n" * 9})
    repo.git("commit", "-q", "--allow-empty", "-m", "nothing\n\n\n:100644 100644 0 0 M\n\nmore")
    repo.git("checkout", "-q", "-b", "side")
    repo.commit("aside", {"docs/c\n:100644.md": "3"})
    repo.git("checkout", "-q", "-")
    repo.git("mv", "b.md", "d.md")
    repo.git("commit", "-q", "--allow-empty-message", "-m", "")
    (repo.path / "link").symlink_to("d.md")
    repo.git("add", "link")
    repo.git("commit", "-q", "-m", "link")
    repo.git("merge", "-q", "--no-ff", "-m", "both", "side")
    repo.git("commit", "-q", "--allow-empty", "-m", "last")
    repo.git("notes", "add", "-m", "a note", "HEAD")
    return repo


def in_steps(git: Git) -> tuple[Commit, ...]:
    return tuple(with_paths(git, recent_commits(git, 100)))


def test_one_pass_says_what_the_steps_say(history: Repo, git_in: GitIn) -> None:
    git = git_in(history.path)
    found = log_commits(git, ["HEAD", "--"])
    assert found == in_steps(git) == recent_commits(git, 100, paths=True)
    assert {commit.subject: commit.paths for commit in found} == {
        "last": (),
        "both": ("docs/c\\x0a:100644.md",),
        "link": ("link",),
        "": ("b.md", "d.md"),
        "aside": ("docs/c\\x0a:100644.md",),
        "nothing": (),
        "root": ("b.md", "docs/a.md"),
    }


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("log.abbrevCommit", "true"), ("log.decorate", "full"), ("log.showRoot", "false"), ("log.follow", "true"),
        ("log.diffMerges", "combined"), ("diff.relative", "true"), ("diff.renames", "copies"), ("color.ui", "always"),
        ("notes.displayRef", "refs/notes/*"), ("format.pretty", "oneline"), ("diff.ignoreSubmodules", "all"),
        ("core.abbrev", "7"), ("diff.mnemonicPrefix", "true"), ("i18n.logOutputEncoding", "UTF-16"),
        ("log.date", "relative"), ("core.commentChar", ":"),
    ],
)  # fmt: skip
def test_no_setting_of_a_repository_changes_what_is_read(name: str, value: str, history: Repo, git_in: GitIn) -> None:
    git = git_in(history.path)
    before = in_steps(git)
    history.git("config", name, value)
    assert log_commits(git, ["HEAD", "--"]) == before == in_steps(git)


def test_a_history_that_git_can_not_read_is_left_to_the_steps(history: Repo, git_in: GitIn) -> None:
    git = git_in(history.path)
    tree = history.git("rev-parse", "HEAD~2^{tree}")
    (history.path / ".git" / "objects" / tree[:2] / tree[2:]).unlink()
    with pytest.raises(GitFailed):
        log_commits(git, ["HEAD", "--"])
    assert [commit.subject for commit in recent_commits(git, 100, paths=True)] == [
        commit.subject for commit in recent_commits(git, 100)
    ]


def test_a_branch_without_commits_has_none(repo: Repo, git_in: GitIn) -> None:
    with pytest.raises(GitFailed):
        log_commits(git_in(repo.path), ["HEAD", "--"])
    assert recent_commits(git_in(repo.path), 10, paths=True) == ()
