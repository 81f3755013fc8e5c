"""History is told as it is stored: what `git replace` and grafts would show in its place changes no answer."""

from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay.git.ancestry import is_ancestor
from scrubjay.git.head import head
from scrubjay.git.history import file_history, recent_commits
from scrubjay.git.objects import ObjectReader
from scrubjay.git.process import Git
from scrubjay.git.tree import list_tree
from tests.conftest import Repo

GitIn = Callable[[Path], Git]


def told(git: Git, first: str, blob: str) -> tuple[object, ...]:
    """What git tells of a history in every way that we ask."""
    now = head(git)
    with ObjectReader(git) as reader:
        content = reader.read(blob, 1000)
    return (
        now, recent_commits(git, 10), file_history(git, "a.md", 10), is_ancestor(git, first, now.commit),
        tuple(list_tree(git, now.commit)), content,
    )  # fmt: skip


def replace_the_commit(repo: Repo, first: str, last: str, blob: str) -> None:
    tree = repo.git("rev-parse", f"{first}^{{tree}}")
    repo.git("replace", last, repo.git("commit-tree", tree, "-p", first, "-m", "By somebody else"))


def replace_the_blob(repo: Repo, first: str, last: str, blob: str) -> None:
    repo.git("replace", blob, repo.git("hash-object", "-w", str(repo.write("../other", "other words"))))


def graft_the_root_away(repo: Repo, first: str, last: str, blob: str) -> None:
    (repo.path / ".git/info").mkdir(exist_ok=True)
    (repo.path / ".git/info/grafts").write_text(f"{last}\n")


@pytest.mark.parametrize("rewrite", [replace_the_commit, replace_the_blob, graft_the_root_away])
def test_what_is_shown_in_its_place_changes_no_answer(
    rewrite: Callable[[Repo, str, str, str], None], repo: Repo, git_in: GitIn
) -> None:
    first = repo.commit("first", {"a.md": "one"})
    last = repo.commit("last", {"a.md": "two"})
    blob = repo.git("rev-parse", "HEAD:a.md")
    plain = repo.git("log", "-p", "--format=%H %s")
    before = told(git_in(repo.path), first, blob)
    rewrite(repo, first, last, blob)
    assert repo.git("log", "-p", "--format=%H %s") != plain, "git itself shows another history"
    assert told(git_in(repo.path), first, blob) == before


def test_that_nothing_is_replaced_is_no_complaint(repo: Repo, git_in: GitIn) -> None:
    last = repo.commit("first", {"a.md": "one"})
    graft_the_root_away(repo, last, last, "")
    with git_in(repo.path).output("log", "--oneline") as output:
        assert b"".join(output.pieces())
        assert "graft" not in str(output.error(1))
