"""What a branch inherits, and when its working set is over: on real branches."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from scrubjay.git.head import head
from scrubjay.git.process import Git, GitEnvironment
from scrubjay.model.clock import Clock
from scrubjay.session.tasks.archive import TaskArchive
from scrubjay.session.tasks.branches import lineage
from scrubjay.session.tasks.task import Note, SessionSave, Task, TaskChange
from scrubjay.session.tasks.tasks import Tasks
from scrubjay.storage.database import Database
from tests.conftest import Repo


@dataclass
class Work:
    """Sessions in one worktree."""

    repo: Repo
    database: Database
    clock: Clock

    @property
    def git(self) -> Git:
        return Git(self.repo.path, GitEnvironment.of(self.repo.environment))

    @property
    def tasks(self) -> Tasks:
        return Tasks(self.database, self.clock, lineages=lambda branch, head: lineage(self.git, branch, head))

    @property
    def archive(self) -> TaskArchive:
        return TaskArchive(self.database, self.git, self.clock)

    @property
    def here(self) -> tuple[str, str]:
        now = head(self.git)
        return now.branch, now.commit

    def get(self) -> Task | None:
        return self.tasks.get(*self.here)

    def set(self, task: str) -> None:
        self.tasks.set(*self.here, TaskChange(task, session="s1"))

    def at(self, path: Path) -> "Work":
        return Work(Repo(path, self.repo.environment), self.database, self.clock)


@pytest.fixture
def work(repo: Repo, tmp_path: Path, clock: Clock) -> Iterator[Work]:
    repo.commit("one", {"a.txt": "1\n", "b.txt": "1\n"})
    with Database(tmp_path / "home" / "session.db", "session") as database:
        yield Work(repo, database, clock)


def test_a_new_branch_copies_the_branch_it_was_made_on(work: Work) -> None:
    work.set("Ship it")
    work.repo.commit("two")
    work.repo.git("switch", "-q", "-c", "feature")
    found = work.get()
    assert found is not None
    assert (found.task, found.inherited_from) == ("Ship it", "main")


def test_a_branch_made_from_a_named_one_copies_that_one(work: Work) -> None:
    work.set("Main's")
    work.repo.git("switch", "-q", "-c", "feature")
    work.set("Feature's")
    work.repo.git("switch", "-q", "-c", "other", "main")
    found = work.get()
    assert found is not None
    assert (found.task, found.inherited_from) == ("Main's", "main")


def test_the_base_branch_takes_over_nothing_of_a_branch_at_the_same_commit(work: Work, tmp_path: Path) -> None:
    work.repo.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
    side = work.at(tmp_path / "side")
    side.set("Only on the side")
    assert work.get() is None
    assert side.get() is not None


def test_a_worktrees_new_branch_copies_the_base_branch(work: Work, tmp_path: Path) -> None:
    work.set("Ship it")
    work.repo.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
    found = work.at(tmp_path / "side").get()
    assert found is not None
    assert found.inherited_from == "main"


def test_a_detached_head_copies_the_branch_it_left(work: Work) -> None:
    work.set("Ship it")
    work.repo.git("switch", "-q", "--detach")
    found = work.get()
    assert found is not None
    assert found.inherited_from == "main"


@pytest.mark.parametrize("how", [["checkout", "--detach"], ["checkout", "v1"], ["switch", "--detach", "v1"]])
def test_a_detached_head_copies_the_branch_it_left_not_another_at_its_commit(work: Work, how: list[str]) -> None:
    work.set("Main's")
    work.repo.git("switch", "-q", "-c", "feature")
    work.set("Feature's")
    work.repo.git("tag", "v1")
    work.repo.git(how[0], "-q", *how[1:])
    found = work.get()
    assert found is not None
    assert found.inherited_from == "feature"


def test_a_commit_on_a_detached_head_keeps_the_working_set(work: Work) -> None:
    work.set("Ship it")
    work.repo.git("switch", "-q", "--detach")
    work.tasks.note(*work.here, Note("Bisect", "doing"))
    work.repo.commit("two")
    found = work.get()
    assert found is not None
    assert found.task == "Ship it"


def test_a_rebase_that_stops_shows_the_working_set_of_the_branch_it_rewrites(work: Work) -> None:
    work.set("Main's")
    work.repo.git("switch", "-q", "-c", "feature")
    work.set("Feature's")
    work.repo.commit("mine", {"a.txt": "mine\n"})
    work.repo.git("switch", "-q", "main")
    work.repo.commit("theirs", {"a.txt": "theirs\n"})
    work.repo.git("switch", "-q", "feature")
    work.repo.git("rebase", "-q", "main", check=False)
    found = work.get()
    assert found is not None
    assert (work.here[0], found.task) == ("feature", "Feature's")


@pytest.mark.parametrize("end", ["--continue", "--abort"])
@pytest.mark.parametrize("how", ["rebase", "merge"])
def test_what_is_saved_amid_conflicts_belongs_to_the_branch_however_they_end(work: Work, how: str, end: str) -> None:
    work.set("Main's")
    work.repo.git("switch", "-q", "-c", "feature")
    work.set("Feature's")
    work.repo.commit("mine", {"a.txt": "mine\n"})
    work.repo.git("switch", "-q", "main")
    work.repo.commit("theirs", {"a.txt": "theirs\n"})
    # from main, so that git itself goes to the branch that is rebased
    work.repo.git(
        *(["rebase", "-q", "main", "feature"] if how == "rebase" else ["switch", "-q", "feature"]), check=False
    )
    if how == "merge":
        work.repo.git("merge", "-q", "main", check=False)
    assert "UU a.txt" in work.repo.git("status", "--short")
    work.tasks.save(*work.here, SessionSave(summary="Half way through the conflict."))
    if end == "--continue":
        work.repo.write("a.txt", "both\n")
        work.repo.git("add", "a.txt")
    work.repo.git("-c", "core.editor=true", how, end)
    assert work.here[0] == "feature"
    assert [past.save.summary for past in work.tasks.saves("feature")] == ["Half way through the conflict."]
    found = work.tasks.get("main")
    assert found is not None
    assert found.task == "Main's"
    assert work.archive.sweep() == ()


def test_a_bisect_works_on_the_branch_that_it_comes_back_to(work: Work) -> None:
    for number in range(4):
        work.repo.commit(f"more {number}")
    work.set("Find the bug")
    work.repo.git("bisect", "start", "HEAD", "HEAD~4")
    assert work.here[0] == "main"
    work.repo.git("bisect", "reset")
    found = work.get()
    assert found is not None
    assert found.inherited_from == ""


def test_a_branch_that_is_reset_to_main_and_back_is_not_over(work: Work) -> None:
    work.repo.git("switch", "-q", "-c", "feature")
    work.set("Ship it")
    work.repo.commit("two", {"c.txt": "1\n"})
    work.repo.git("reset", "-q", "--hard", "main")
    assert work.archive.sweep() == ()
    work.repo.git("reset", "-q", "--hard", "ORIG_HEAD")
    assert work.archive.sweep() == ()
    found = work.get()
    assert found is not None
    assert found.task == "Ship it"


def test_a_merged_branch_that_goes_on_takes_over_nothing_of_main_s(work: Work) -> None:
    work.set("Main's")
    finished(work)
    work.repo.git("merge", "-q", "--ff-only", "feature")
    assert len(work.archive.sweep()) == 1
    work.repo.git("switch", "-q", "feature")
    work.repo.commit("four", {"d.txt": "1\n"})
    assert work.get() is None


def test_a_renamed_branch_keeps_its_working_set(work: Work) -> None:
    work.repo.git("switch", "-q", "-c", "wip")
    work.set("Ship it")
    work.repo.git("branch", "-m", "feature")
    found = work.get()
    assert found is not None
    assert (found.task, found.version, found.inherited_from) == ("Ship it", 1, "")
    assert work.tasks.get("wip") is None


def finished(work: Work) -> None:
    """A branch with work of its own; then back on main."""
    work.repo.git("switch", "-q", "-c", "feature")
    work.set("Ship it")
    work.tasks.note(*work.here, Note("Retry twice", "decision"))
    work.repo.commit("two", {"a.txt": "2\n"})
    work.repo.commit("three", {"c.txt": "1\n"})
    work.repo.git("switch", "-q", "main")


@pytest.mark.parametrize("how", [["--ff-only"], ["--no-ff", "--no-edit"]])
def test_a_merged_branch_is_archived_and_told_where_it_arrived(work: Work, how: list[str]) -> None:
    finished(work)
    assert work.archive.sweep() == ()
    work.repo.git("merge", "-q", *how, "feature")
    (done,) = work.archive.sweep()
    assert (done.task.branch, done.how, done.task.decisions) == ("feature", "merged", ("Retry twice",))
    assert work.tasks.get("feature") is None
    found = work.archive.latest("feature")
    assert found is not None
    assert found.task.task == "Ship it"
    assert [one.task.branch for one in work.archive.reachable(work.here[1], 5)] == ["feature"]
    assert work.archive.reachable(work.repo.git("rev-parse", "HEAD~1"), 5) == ()


@pytest.mark.parametrize("how", [["--no-ff", "--no-edit"], ["--squash"]])
def test_a_merge_that_is_taken_back_brings_the_working_set_back(work: Work, how: list[str]) -> None:
    finished(work)
    work.repo.commit("meanwhile", {"b.txt": "2\n"})
    work.repo.git("merge", "-q", *how, "feature")
    if "--squash" in how:
        work.repo.commit("feature, squashed")
    assert len(work.archive.sweep()) == 1
    assert work.archive.sweep() == ()
    assert work.tasks.get("feature") is None
    work.repo.git("reset", "-q", "--hard", "HEAD~1")
    work.archive.sweep()
    found = work.tasks.get("feature")
    assert found is not None
    assert found.task == "Ship it"
    assert work.archive.latest("feature") is None


def test_a_squashed_branch_is_archived_though_more_came_on_top(work: Work) -> None:
    finished(work)
    work.repo.commit("meanwhile", {"b.txt": "2\n"})
    work.repo.git("merge", "-q", "--squash", "feature")
    work.repo.commit("feature, squashed")
    work.repo.commit("on top", {"a.txt": "3\n"})
    (done,) = work.archive.sweep()
    assert done.how == "squashed"


def test_a_merged_branch_that_is_gone_is_archived_by_what_its_sessions_knew(work: Work) -> None:
    finished(work)
    work.repo.git("switch", "-q", "feature")
    work.tasks.save(*work.here, SessionSave(summary="Done.", session="s1"))
    work.repo.git("switch", "-q", "main")
    work.repo.git("merge", "-q", "--ff-only", "feature")
    work.repo.git("branch", "-q", "-D", "feature")
    assert [one.how for one in work.archive.sweep()] == ["merged"]


def test_a_new_branch_without_work_is_not_over(work: Work) -> None:
    work.repo.git("switch", "-q", "-c", "feature")
    work.set("Ship it")
    assert work.archive.sweep() == ()
    work.repo.git("switch", "-q", "main")
    work.repo.commit("main goes on")
    work.repo.git("switch", "-q", "feature")
    work.repo.git("merge", "-q", "--ff-only", "main")
    assert work.archive.sweep() == ()


def test_a_branch_that_was_not_merged_is_not_over(work: Work) -> None:
    finished(work)
    work.repo.commit("something else", {"a.txt": "9\n"})
    assert work.archive.sweep() == ()


def test_the_working_set_of_the_base_branch_stays(work: Work) -> None:
    work.set("Keep going")
    work.repo.commit("two")
    assert work.archive.sweep() == ()
    assert work.get() is not None
