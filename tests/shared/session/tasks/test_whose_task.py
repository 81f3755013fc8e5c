"""The task of a branch is that branch's, never another's, and none is lost: over any sequence of git operations."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule, run_state_machine_as_test

from scrubjay.git.head import head
from scrubjay.session.tasks.archive import TaskArchive
from scrubjay.session.tasks.branches import lineage
from scrubjay.session.tasks.task import Note, TaskChange
from scrubjay.session.tasks.tasks import Tasks
from scrubjay.storage.database import Database
from tests.machines import RepositoryMachine

pytestmark = pytest.mark.story

NAMES = ("main", "jay", "magpie", "rook")


class Branches(RepositoryMachine):
    """One worktree. The model knows what was noted on each branch, and which commit is its last own work."""

    def __init__(self) -> None:
        super().__init__({"shared.txt": "first\n"})
        database, git = self.stack.enter_context(Database(self.folder / "session.db", "session")), self.git
        self.tasks = Tasks(database, self.clock, lineages=lambda branch, commit: lineage(git, branch, commit))
        self.archive = TaskArchive(database, git, self.clock)
        self.at = "main"
        self.doing = ""
        self.count = 0
        self.noted: dict[str, list[str]] = {"main": []}
        self.work: dict[str, str] = {}
        self.squashed: set[str] = set()
        self.name("main")

    def name(self, branch: str) -> None:
        self.tasks.set(*self.here(), TaskChange(f"The task of {branch}"))

    def here(self) -> tuple[str, str]:
        now = head(self.git)
        return now.branch, now.commit

    def sha(self, name: str = "HEAD") -> str:
        return self.repo.git("rev-parse", name)

    def is_in(self, commit: str, branch: str) -> bool:
        return commit in self.repo.git("rev-list", branch).split()

    def made(self) -> None:
        self.work[self.at] = self.sha()
        self.squashed.discard(self.at)

    @precondition(lambda self: not self.doing)
    @rule(name=st.sampled_from(NAMES[1:]))
    def go(self, name: str) -> None:
        if name in self.noted:
            self.repo.git("checkout", "-q", name)
            self.at = name
        else:
            self.repo.git("checkout", "-q", "-b", name)
            self.at = name
            self.tasks.get(*self.here())  # a copy of the branch that it was made from
            self.name(name)
            current = self.tasks.get(*self.here())
            assert current is not None
            self.noted[name] = list(current.completed)

    @precondition(lambda self: not self.doing)
    @rule()
    def go_home(self) -> None:
        self.repo.git("checkout", "-q", "main")
        self.at = "main"

    @precondition(lambda self: not self.doing)
    @rule(shared=st.booleans())
    def commit(self, shared: bool) -> None:
        self.count += 1
        file = "shared.txt" if shared else f"{self.at}.txt"
        self.repo.commit(f"commit {self.count}", {file: f"{self.at} {self.count}\n"})
        self.made()

    @rule()
    def note(self) -> None:
        self.count += 1
        text = f"{self.at} did {self.count}"
        self.tasks.note(*self.here(), Note(text))
        self.noted[self.at].append(text)

    @precondition(lambda self: not self.doing and self.at != "main")
    @rule()
    def rebase(self) -> None:
        self.repo.git("rebase", "-q", "main", check=False)
        self.under_way("rebase")

    @precondition(lambda self: not self.doing)
    @rule(name=st.sampled_from(NAMES))
    def merge(self, name: str) -> None:
        if name in self.noted and name != self.at:
            before = self.sha()
            self.repo.git("merge", "-q", "--no-edit", name, check=False)
            self.under_way("merge", before, self.sha(name))

    @precondition(lambda self: not self.doing and self.at != "main")
    @rule(how=st.sampled_from(["rebase", "merge"]))
    def clash(self, how: str) -> None:
        """Both sides change one line, and git stops in the middle; somebody notes something there."""
        mine = self.at
        self.go_home()
        self.commit(shared=True)
        self.go(mine)
        self.commit(shared=True)
        self.repo.git(how, "-q", "main", check=False)
        self.under_way(how)
        assert self.doing == how
        self.note()

    def under_way(self, what: str, *known: str) -> None:
        inside = self.repo.path / ".git" / ("MERGE_HEAD" if what == "merge" else "rebase-merge")
        if inside.exists():
            self.doing = what
        else:
            self.finished(what, known)

    def finished(self, what: str, known: tuple[str, ...] = ()) -> None:
        self.doing = ""
        assert self.repo.git("branch", "--show-current") == self.at
        if what == "merge" and self.sha() not in known:
            self.made()  # no fast-forward
        moved = what == "rebase" and self.sha() != self.work.get(self.at)
        if moved and self.repo.git("rev-list", "main..HEAD"):
            self.made()  # something of its own is left

    @precondition(lambda self: self.doing)
    @rule()
    def settle(self) -> None:
        self.count += 1
        self.repo.write("shared.txt", f"settled {self.count}\n")
        self.repo.git("add", "-A")
        self.repo.git("-c", "core.editor=true", self.doing, "--continue", check=False)
        self.under_way(self.doing)

    @precondition(lambda self: self.doing)
    @rule()
    def abort(self) -> None:
        self.repo.git(self.doing, "--abort")
        self.doing = ""

    @precondition(lambda self: not self.doing and self.at != "main")
    @rule(sweep=st.booleans())
    def reset_to_main_and_back(self, sweep: bool) -> None:
        before = self.sha()
        self.repo.git("reset", "-q", "--hard", "main")
        if sweep:
            self.sweep()
        self.repo.git("reset", "-q", "--hard", before)

    @precondition(lambda self: not self.doing and self.at == "main")
    @rule(name=st.sampled_from(NAMES[1:]))
    def squash(self, name: str) -> None:
        if name not in self.noted or self.is_in(self.sha(name), "main"):
            return
        self.repo.git("merge", "-q", "--squash", name, check=False)
        if "U" in self.repo.git("status", "--short")[:2] or not self.repo.git("diff", "--cached", "--name-only"):
            self.repo.git("reset", "-q", "--hard")
            return
        self.repo.commit(f"squash {name}")
        self.made()
        self.squashed.add(name)

    @rule()
    def sweep(self) -> None:
        """What a session's start does. Only what arrived is archived, and with everything that was noted there."""
        for one in self.archive.sweep():
            branch = one.task.branch
            assert self.is_in(self.work[branch], "main") or one.how == "squashed"
            assert set(one.task.completed) == set(self.noted[branch])
            self.noted[branch] = []
        for branch, work in self.work.items():
            if branch != "main" and self.is_in(work, "main"):
                assert self.tasks.get(branch) is None

    @invariant()
    def the_task_here_is_this_branch_s(self) -> None:
        branch, commit = self.here()
        assert branch == self.at
        found = self.tasks.get(branch, commit)
        assert found is None or found.task in (f"The task of {self.at}", "")
        assert set(found.completed if found else ()) == set(self.noted[self.at])


@pytest.fixture(autouse=True)
def _in_a_known_place() -> Iterator[None]:
    before = Path.cwd()
    yield
    os.chdir(before)


def test_a_task_is_its_branch_s_and_none_is_lost(environment: dict[str, str]) -> None:
    Branches.environment = environment
    run_state_machine_as_test(
        Branches,
        settings=settings(
            max_examples=14, stateful_step_count=20, deadline=None, derandomize=True, phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        ),
    )  # fmt: skip
