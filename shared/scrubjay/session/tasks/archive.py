"""Archive of the working sets of branches that were merged or squashed into a base branch."""

import threading
from collections.abc import Iterable, Mapping, Sequence

from scrubjay.errors import StorageError
from scrubjay.git.ancestry import (
    BaseBranch,
    base_branches,
    blobs_at,
    changed_between,
    existing_commits,
    merge_base,
    unreachable,
)
from scrubjay.git.branches import branches
from scrubjay.git.process import Git
from scrubjay.model.clock import Clock, iso
from scrubjay.model.frozen import replace
from scrubjay.session.tasks import points
from scrubjay.session.tasks.branches import MAX_BRANCHES, has_been_at, last_commit
from scrubjay.session.tasks.reading import archived_from, task_from, task_row, task_state, without_quarantined
from scrubjay.session.tasks.task import Archived, Task
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection

Q = points.Q

MAX_ARCHIVES = 200
"""Archived working sets kept at most."""

MAX_UNDONE_MERGES = 10
"""The newest archived working sets, which are checked for an undone merge."""

MAX_TASKS = 100
"""The newest working sets that one sweep checks."""

SQUASHED_PATHS = 200
SQUASHED_COMMITS = 50
"""Limits of the squash detection: a branch's changed paths, and first-parent commits of the base."""


class TaskArchive:
    """The working sets of merged branches, for one worktree."""

    def __init__(self, session_database: Database, git: Git, clock: Clock) -> None:
        self._database = session_database
        self._git = git
        self._clock = clock
        self._lock = threading.Lock()
        self._checked: object = None

    def sweep(self) -> tuple[Archived, ...]:
        """Archive the working sets of branches merged since the last sweep; returns them.

        A working set whose merge was undone is restored.
        """
        tasks = self._database.read(lambda c: [task_from(row) for row in c.execute(Q.tasks, {"limit": MAX_TASKS})])
        past = self._read_archives("", MAX_UNDONE_MERGES)
        into = tuple(base_branches(self._git)) if tasks or past else ()
        names = {base.name for base in into}
        own_tasks = [task for task in tasks if task.branch not in names and not task.branch.startswith("detached:")]
        if not into or not (own_tasks or past):
            return ()
        tips_by_branch = {branch.name: branch.commit for branch in branches(self._git, MAX_BRANCHES)}
        tips = {task.branch: tips_by_branch.get(task.branch) or self._last_commit(task) for task in own_tasks}
        back = {
            archived.task.branch: archived
            for archived in reversed(past)
            if archived.task.branch in tips_by_branch.keys() - tips.keys()
        }
        key = (into, tuple(sorted(tips.items())), tuple((name, tips_by_branch[name]) for name in sorted(back)))
        with self._lock:
            if key == self._checked:
                return ()
        done = [
            merged
            for task in own_tasks
            if (merged := self._merge_of(task, tips[task.branch], into, task.branch in tips_by_branch))
        ]
        returned = self._taken_back(back, tips_by_branch, into)
        try:
            for archived in done:
                self._database.write(lambda c, record=archived: _archive(c, record))  # type: ignore[misc]
            for record in returned:
                self._database.write(lambda c, record=record: _take_back(c, record))  # type: ignore[misc]
        except StorageError:
            return ()  # a disk that can't be written: the next sweep does it
        with self._lock:
            self._checked = key
        return tuple(done)

    def latest(self, branch: str) -> Archived | None:
        """The branch's most recently archived working set."""
        return next(iter(self._shown(branch, 1)), None)

    def reachable(self, head: str, limit: int) -> tuple[Archived, ...]:
        """Archived working sets whose merge commit is reachable from `head`, the latest first."""
        archiveds = self._shown("", limit)
        if not archiveds or not head:
            return ()
        existing = existing_commits(self._git, {archived.merged_in for archived in archiveds})
        unreached = unreachable(self._git, existing, head)
        return tuple(archived for archived in archiveds if archived.merged_in in existing - unreached)

    def _shown(self, branch: str, limit: int) -> list[Archived]:
        """Archived working sets of a branch, without what quarantined sessions wrote."""
        read = self._read_archives(branch, limit)
        return self._database.read(lambda c: [replace(one, task=without_quarantined(c, one.task)) for one in read])

    def _read_archives(self, branch: str, limit: int) -> list[Archived]:
        """The stored archived working sets of a branch, or of all ("")."""
        params = {"branch": branch, "limit": limit}
        fetched = self._database.read(
            lambda c: c.once(("archives", branch, limit), lambda: c.execute(Q.archives, params).fetchall())
        )
        return [archived_from(row) for row in fetched]

    def _taken_back(
        self, newest: Mapping[str, Archived], tips_by_branch: Mapping[str, str], into: Sequence[BaseBranch]
    ) -> list[Archived]:
        """Archived working sets to restore: their branch exists, and no base branch holds its work any more."""
        gone = {archived.merged_in for archived in newest.values()}
        reachable = existing_commits(self._git, gone)
        for base in into:
            gone &= unreachable(self._git, gone & reachable, base.commit) | (gone - reachable)
        return [
            archived
            for branch, archived in newest.items()
            if archived.merged_in in gone
            and (tips_by_branch[branch] == archived.head or has_been_at(self._git, branch, archived.head))
            and not self._merge_of(archived.task, archived.head, into, exists=True)
        ]

    def _last_commit(self, task: Task) -> str:
        """The last known commit of a deleted branch, by sessions' positions or its last save."""
        params = {"branch": task.branch, "but": "", "limit": 1}
        row = self._database.read(lambda c: c.execute(Q.points_of, params).fetchone())
        return str(row["head"]) if row is not None and row["at"] >= task.saved_at else task.head

    def _first_commit(self, task: Task) -> str:
        """The commit at which the first session on a branch began; empty if unknown."""
        params = {"branch": task.branch, "but": "", "limit": MAX_TASKS}
        rows = self._database.read(lambda c: c.execute(Q.points_of, params).fetchall())
        return min(((row["began_at"], row["began_head"]) for row in rows), default=("", ""))[1]

    def _merge_of(self, task: Task, tip: str, into: Sequence[BaseBranch], exists: bool) -> Archived | None:
        """The archived working set of a branch whose work a base has, merged or squashed; None where no base does.

        Only commits made on the branch count: a branch that was reset to the base has merged nothing.
        """
        made = last_commit(self._git, task.branch) if exists else ""
        work = frozenset({made or tip}) if exists else self._known_commits(task, tip)
        if not work or "" in work or not existing_commits(self._git, work) >= work:
            return None
        for base in into:
            unreached = unreachable(self._git, work, base.commit)
            arrived = made or not exists or unreached  # a branch without commits of its own shows only as a squash
            if arrived and all(is_squashed(self._git, commit, base.commit) for commit in unreached):
                return Archived(task, tip, base.commit, "squashed" if unreached else "merged", iso(self._clock()))
        return None

    def _known_commits(self, task: Task, tip: str) -> frozenset[str]:
        """The commits made on a deleted branch, as far as sessions recorded them."""
        written = existing_commits(self._git, {task.head} - {""})
        return frozenset({tip, *written}) if self._first_commit(task) not in ("", tip) else frozenset()


def is_squashed(git: Git, tip: str, base: str) -> bool:
    """Whether one commit of the base has every file that the branch changed as the branch left it."""
    start = merge_base(git, tip, base)
    paths = changed_between(git, start, tip, SQUASHED_PATHS + 1) if start else ()
    if not paths or len(paths) > SQUASHED_PATHS or start == base:
        return False
    blobs = blobs_at(git, tip, paths)
    listed = git.run("rev-list", "--first-parent", f"--max-count={SQUASHED_COMMITS}", base, f"^{start}", "--")
    return any(blobs_at(git, commit, paths) == blobs for commit in _words(listed))


def _words(listed: bytes) -> Iterable[str]:
    """The words in git's output."""
    return listed.decode("ascii", "replace").split()


def _archive(connection: Connection, archived: Archived) -> None:
    """Store an archived working set, and delete the branch's own."""
    branch = {"branch": archived.task.branch}
    row = {
        "version": archived.task.version,
        "state": task_state(archived.task),
        "head": archived.head,
        "how": archived.how,
        "at": archived.archived_at,
    }
    connection.execute(Q.add_archive, branch | row | {"merged_in": archived.merged_in})
    connection.execute(Q.drop_old_archives, {"kept": MAX_ARCHIVES})
    for query in (Q.drop_task, Q.leave_points):
        connection.execute(query, branch)


def _take_back(connection: Connection, archived: Archived) -> None:
    """Restore an archived working set, unless its branch has a new one."""
    branch = {"branch": archived.task.branch}
    if connection.execute(Q.task, branch).fetchone() is None:
        connection.execute(Q.put_task, task_row(archived.task))
        for query in (Q.return_points, Q.drop_archive):
            connection.execute(query, branch)
