"""Which working sets are over? Those of branches that were merged, as they are or squashed, into the base branch."""

import threading
from collections.abc import Iterable, Sequence

from scrubjay.errors import StorageError
from scrubjay.git.ancestry import Base, bases, blobs_at, changed_between, existing, merge_base, outside
from scrubjay.git.process import Git
from scrubjay.git.status import branches
from scrubjay.model.clock import Clock, iso
from scrubjay.sessions import points, rows
from scrubjay.sessions.branches import MAX_BRANCHES, has_commits
from scrubjay.sessions.task import Archived, Task
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection

Q = points.Q

KEPT = 200
"""Archived working sets that are kept."""

MOST_TAKEN_BACK = 10
"""Archived working sets whose merge may have been taken back, the newest."""

MOST = 100
"""Working sets looked at in one go, the newest."""

SQUASHED_PATHS = 200
SQUASHED_COMMITS = 50
"""A squashed branch is looked for among so many commits of the base, by at most so many of its paths."""


class Archive:
    """The working sets of merged branches, for one worktree."""

    def __init__(self, database: Database, git: Git, clock: Clock) -> None:
        self._database = database
        self._git = git
        self._clock = clock
        self._lock = threading.Lock()
        self._checked: object = None

    def sweep(self) -> tuple[Archived, ...]:
        """Archive the working sets of branches that were merged since the last sweep; returns them.

        One whose merge was taken back comes back.
        """
        tasks = self._database.read(lambda c: [rows.task_from(r) for r in c.execute(Q.tasks, {"limit": MOST})])
        past = self._read("", MOST_TAKEN_BACK)
        into = tuple(bases(self._git)) if tasks or past else ()
        names = {base.name for base in into}
        mine = [task for task in tasks if task.branch not in names and not task.branch.startswith("detached:")]
        if not into or not (mine or past):
            return ()
        there = {one.name: one.commit for one in branches(self._git, MAX_BRANCHES)}
        tips = {task.branch: there.get(task.branch) or self._last(task) for task in mine}
        untouched = [one for one in past if one.task.branch not in tips and there.get(one.task.branch) == one.head]
        key = (into, tuple(sorted(tips.items())), tuple(one.task.branch for one in untouched))
        with self._lock:
            if key == self._checked:
                return ()
        done = [found for task in mine if (found := self._merged(task, tips[task.branch], into, task.branch in there))]
        back = self._taken_back(untouched, into)
        try:
            for one in done:
                self._database.write(lambda c, one=one: _put(c, one))  # type: ignore[misc]
            for one in back:
                self._database.write(lambda c, one=one: _take_back(c, one))  # type: ignore[misc]
        except StorageError:
            return ()  # a disk that can't be written: the next sweep does it
        with self._lock:
            self._checked = key
        return tuple(done)

    def of(self, branch: str) -> Archived | None:
        """The working set that a branch had when it was merged last."""
        return next(iter(self._read(branch, 1)), None)

    def within(self, head: str, limit: int) -> tuple[Archived, ...]:
        """Working sets of merged branches whose work `head` holds, the last first."""
        found = self._read("", limit)
        if not found or not head:
            return ()
        there = existing(self._git, {one.merged_in for one in found})
        away = outside(self._git, there, head)
        return tuple(one for one in found if one.merged_in in there - away)

    def _read(self, branch: str, limit: int) -> list[Archived]:
        asked = {"branch": branch, "limit": limit}
        found = self._database.read(lambda c: c.execute(Q.archives, asked).fetchall())
        return [
            Archived(rows.from_state(row["state"]), row["head"], row["merged_in"], row["how"], row["at"])
            for row in found
        ]

    def _taken_back(self, past: Sequence[Archived], into: Sequence[Base]) -> list[Archived]:
        """Those whose branch stands where it stood when it was merged, though no base holds it any more."""
        newest = {one.task.branch: one for one in reversed(past)}
        gone = {one.merged_in for one in newest.values()}
        known = existing(self._git, gone)
        for base in into:
            gone &= outside(self._git, gone & known, base.commit) | (gone - known)
        return [
            one
            for one in newest.values()
            if one.merged_in in gone and not self._merged(one.task, one.head, into, exists=True)
        ]

    def _last(self, task: Task) -> str:
        """The last commit that is known of a branch that is gone."""
        asked = {"branch": task.branch, "but": "", "limit": 1}
        row = self._database.read(lambda c: c.execute(Q.points_of, asked).fetchone())
        return str(row["head"]) if row is not None and row["at"] >= task.saved_at else task.head

    def _began(self, task: Task) -> str:
        asked = {"branch": task.branch, "but": "", "limit": MOST}
        found = self._database.read(lambda c: c.execute(Q.points_of, asked).fetchall())
        return min(((row["began_at"], row["began_head"]) for row in found), default=("", ""))[1]

    def _merged(self, task: Task, tip: str, into: Sequence[Base], exists: bool) -> Archived | None:
        if not tip or not existing(self._git, [tip]):
            return None
        for base in into:
            how = ""
            if not outside(self._git, [tip], base.commit):
                own = has_commits(self._git, task.branch) if exists else self._began(task) not in ("", tip)
                how = "merged" if own else ""
            elif squashed(self._git, tip, base.commit):
                how = "squashed"
            if how:
                return Archived(task, tip, base.commit, how, iso(self._clock()))
        return None


def squashed(git: Git, tip: str, base: str) -> bool:
    """Whether some commit of the base holds every file that a branch changed just as the branch left it."""
    start = merge_base(git, tip, base)
    paths = changed_between(git, start, tip, SQUASHED_PATHS + 1) if start else ()
    if not paths or len(paths) > SQUASHED_PATHS or start == base:
        return False
    wanted = blobs_at(git, tip, paths)
    listed = git.run("rev-list", "--first-parent", f"--max-count={SQUASHED_COMMITS}", base, f"^{start}", "--")
    return any(blobs_at(git, commit, paths) == wanted for commit in _ascii(listed))


def _ascii(listed: bytes) -> Iterable[str]:
    return listed.decode("ascii", "replace").split()


def _put(connection: Connection, one: Archived) -> None:
    branch = {"branch": one.task.branch}
    row = {
        "version": one.task.version,
        "state": rows.state_of(one.task),
        "head": one.head,
        "how": one.how,
        "at": one.at,
    }
    connection.execute(Q.add_archive, branch | row | {"merged_in": one.merged_in})
    connection.execute(Q.drop_old_archives, {"kept": KEPT})
    for query in (Q.drop_task, Q.leave_points):
        connection.execute(query, branch)


def _take_back(connection: Connection, one: Archived) -> None:
    branch = {"branch": one.task.branch}
    if connection.execute(Q.task, branch).fetchone() is None:
        connection.execute(Q.put_task, rows.task_row(one.task))
        for query in (Q.return_points, Q.drop_archive):
            connection.execute(query, branch)
