"""The renames of the file that commits about a topic changed most are found by git, through every name that it had."""

from pathlib import Path

from scrubjay.git.history import read_commits, with_paths
from scrubjay.git.process import Git, GitEnvironment
from scrubjay.git.record import Commit
from scrubjay.model.view import View
from scrubjay.search.history.renames import SWEEP, FileRename, file_of_topic, most_changed, renames_of
from tests.conftest import Repo

TEXT = "".join(f"line {number} of the command\n" for number in range(20))


def view_of(repo: Repo) -> View:
    return View(
        key="k",
        worktree=repo.path,
        branch="main",
        commit=repo.git("rev-parse", "HEAD"),
        tree=repo.git("rev-parse", "HEAD^{tree}"),
        committed_at="2026-03-01T12:00:00Z",
        as_of="",
        files=(),
    )


def test_every_rename_of_the_file_is_found_newest_first(repo: Repo) -> None:
    added = repo.commit("add", {"cmd/tk/get.go": TEXT, "other.go": "x\n"})
    renames = []
    for old, new in (("tk", "gotk"), ("gotk", "[flux]")):
        repo.git("mv", f"cmd/{old}", f"cmd/{new}")
        renames.append(FileRename(repo.commit(f"rename {old}"), f"cmd/{old}/get.go", f"cmd/{new}/get.go"))
    changed = repo.commit("change", {"cmd/[flux]/get.go": f"{TEXT}more\n"})
    again = repo.commit("change again", {"cmd/[flux]/get.go": f"{TEXT}more and more\n", "other.go": "y\n"})
    git = Git(Path(repo.path), GitEnvironment.of(repo.environment))

    def followed(*shas: str) -> str:
        read = [commit for commit in read_commits(git, shas) if isinstance(commit, Commit)]
        return file_of_topic(git, view_of(repo), list(with_paths(git, read)))

    assert followed(again, changed, added) == "cmd/[flux]/get.go"
    assert renames_of(git, view_of(repo), "cmd/[flux]/get.go") == tuple(reversed(renames))
    assert followed(added) == followed() == ""
    assert renames_of(git, view_of(repo), "other.go") == renames_of(git, view_of(repo), "") == ()


def test_a_file_is_chosen_by_commits_that_are_about_few() -> None:
    sweep = [f"p{number}" for number in range(SWEEP + 1)]
    assert most_changed([["b", "a"], ["a", "b"], ["b"], ["c"], sweep, sweep]) == ["b", "a"]
