"""Reading of working sets and session saves per branch."""

from dataclasses import replace

from scrubjay.errors import StorageError
from scrubjay.model.clock import Clock, iso
from scrubjay.session.tasks import bounds, points, rows
from scrubjay.session.tasks.branches import Lineage, Lineages
from scrubjay.session.tasks.task import Archived, PastSave, Task
from scrubjay.session.tasks.withheld import withheld, withheld_archive, withheld_save
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection

Q = points.Q

KEPT_SAVES = 200
"""Saves kept per branch."""


class TaskReader:
    """Working sets and session saves of one project, in its session.db, as sessions and briefings read them.

    A branch is a ref name or `detached:<sha>`.
    """

    def __init__(
        self, session_database: Database, clock: Clock, *, lineages: Lineages = lambda branch, head: Lineage()
    ) -> None:
        self._database = session_database
        self._clock = clock
        self._lineages = lineages

    def get(self, branch: str, head: str = "") -> Task | None:
        """The working set of a branch, or None.

        A branch at `head` without one takes it over from its older name, or inherits a copy from the branch it was made
        from. From then on the two are independent.
        """
        branch = bounds.identifier("branch", branch)
        task = self._database.read(lambda c: shown_task(c, branch))
        if task is not None or not head or not self._database.read(lambda c: c.execute(Q.any_task).fetchone()):
            return task
        try:
            return self._taken_over(branch, self._lineages(branch, head))
        except StorageError:  # the disk can't be written: the branch has no set of its own yet
            return None

    def any(self) -> bool:
        """Whether any branch has a working set."""
        return self._database.read(lambda c: c.execute(Q.any_task).fetchone()) is not None

    def _taken_over(self, branch: str, lineage: Lineage) -> Task | None:
        for old in lineage.renamed():
            if self._database.write(lambda c, old=old: _rename(c, old, branch)):  # type: ignore[misc]
                return self._database.read(lambda c: shown_task(c, branch))
        past = self._database.read(lambda c: c.execute(Q.archives, {"branch": branch, "limit": 1}).fetchone())
        if past is not None and lineage.has_been_at(past["head"]):
            return None  # merged and worked on again: not a new branch, its past is archived
        for source in lineage.sources():
            copied = self._database.write(lambda c, source=source: _inherit(c, source, branch))  # type: ignore[misc]
            if copied is not None:
                return self._database.read(lambda c: shown_task(c, branch))
        return None

    def look(self, branch: str, head: str, session: str) -> None:
        """Record that a session has read the current working set of a branch.

        A failed write is ignored: a later save is then merged with more than needed.
        """
        if not session:
            return
        try:
            self._database.write(lambda c: points.mark_read(c, session, branch, head, iso(self._clock())))
        except StorageError:
            return

    def saves(self, branch: str, limit: int = 1) -> tuple[PastSave, ...]:
        """The newest saves of a branch, newest first."""
        limit = max(0, min(limit, KEPT_SAVES))
        params = {"branch": branch, "limit": limit}
        return self._database.read(
            lambda c: tuple(withheld_save(c, rows.save_from(row)) for row in c.execute(Q.saves, params).fetchall())
        )

    def earlier(self, branch: str, limit: int) -> tuple[Archived, ...]:
        """The tasks that later ones of a branch replaced, the newest first."""
        params = {"branch": branch, "limit": limit}
        return self._database.read(
            lambda c: tuple(
                withheld_archive(c, rows.archived_from(row)) for row in c.execute(Q.earlier_tasks, params).fetchall()
            )
        )


def current_task(connection: Connection, branch: str) -> Task | None:
    """The working set that is stored for a branch, or None: what writes are merged with, and no answer shows."""
    row = connection.execute(Q.task, {"branch": branch}).fetchone()
    return None if row is None else rows.task_from(row)


def shown_task(connection: Connection, branch: str) -> Task | None:
    """The working set of a branch without what quarantined sessions wrote, or None."""
    task = current_task(connection, branch)
    return None if task is None else withheld(connection, task)


def _rename(connection: Connection, old: str, new: str) -> bool:
    """Move a branch's rows to its new name; True if there were any."""
    names = {"old": old, "new": new}
    if current_task(connection, new) is not None or connection.execute(Q.rename_task, names).rowcount == 0:
        return False
    for query in (Q.rename_saves, Q.rename_earlier, Q.rename_points):
        connection.execute(query, names)
    return True


def _inherit(connection: Connection, source: str, branch: str) -> Task | None:
    """The working set of `branch`, else a copy of that of `source` without what its sessions have in progress."""
    task, other = current_task(connection, branch), current_task(connection, source)
    if task is not None or other is None:
        return task
    return put_task(connection, replace(other, branch=branch, version=1, inherited_from=source, in_progress=()))


def put_task(connection: Connection, task: Task) -> Task:
    """Store a working set in place of its branch's, and return it."""
    connection.execute(Q.put_task, rows.task_row(task))
    return task
