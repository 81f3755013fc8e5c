"""Who last wrote lines, whatever the clone's configuration or attributes would have git do."""

from collections.abc import Callable
from pathlib import Path

from scrubjay.git.blame import blamed_commits, blamed_lines, ignored_revisions, line_writers
from scrubjay.git.commits import moments_of
from scrubjay.git.process import Git
from tests.conftest import Repo

GitIn = Callable[[Path], Git]


def test_lines_are_counted_by_the_commit_that_wrote_them(repo: Repo, git_in: GitIn) -> None:
    first = repo.commit("one", {"a.md": "one\ntwo\nthree\n"})
    second = repo.commit("two", {"a.md": "one\ntwo\nTHREE\n"})
    git = git_in(repo.path)
    assert blamed_lines(git, second, "a.md", (1, 3)) == {first: 2, second: 1}
    assert blamed_commits(git, second, "a.md", (3, 3)) == {second}
    assert blamed_lines(git, second, "b.md", (1, 3)) == {}


def test_who_wrote_lines_is_told_with_the_moment_the_newest_first(repo: Repo, git_in: GitIn) -> None:
    first = repo.commit("one", {"a.md": "one\ntwo\nthree\n"})
    second = repo.commit("two", {"a.md": "one\ntwo\nTHREE\n"})
    git = git_in(repo.path)
    moments = moments_of(git, [first, second])
    names = {sha: repo.git("log", "-1", "--format=%an", sha).strip() for sha in (first, second)}
    found = line_writers(git, second, "a.md", (1, 3))
    assert {(one.sha, one.name, one.at) for one in found} == {(sha, names[sha], moments[sha]) for sha in names}
    assert [one.at for one in found] == sorted(moments.values(), reverse=True)
    assert line_writers(git, second, "b.md", (1, 3)) == ()


def test_only_the_committed_list_of_ignored_commits_counts(repo: Repo, git_in: GitIn) -> None:
    first = repo.commit("one", {"a.md": "one two\n"})
    layout = repo.commit("layout", {"a.md": "one  two\n"})
    absent = "f" * 40
    listed = f"# layout\n{layout}  # all of it\n{absent}\nno commit\n"
    head = repo.commit("list", {".git-blame-ignore-revs": listed})
    git = git_in(repo.path)
    assert ignored_revisions(git, head) == (layout,)
    assert ignored_revisions(git, layout) == ()
    assert blamed_lines(git, head, "a.md", (1, 1)) == {layout: 1}
    assert blamed_lines(git, head, "a.md", (1, 1), ignored=ignored_revisions(git, head)) == {first: 1}


def test_a_configured_list_and_a_text_converter_have_no_effect(repo: Repo, git_in: GitIn) -> None:
    commit = repo.commit("one", {"a.md": "one\n", ".gitattributes": "*.md diff=shout\n"})
    repo.git("config", "blame.ignoreRevsFile", "missing")
    mark = repo.path / "converted"
    repo.git("config", "diff.shout.textconv", f"touch {mark}; cat")
    assert blamed_lines(git_in(repo.path), commit, "a.md", (1, 1)) == {commit: 1}
    assert not mark.exists()
