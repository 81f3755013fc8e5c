"""What is the state of the work on this branch, and what did sessions leave behind?"""

from collections.abc import Callable, Iterable
from dataclasses import replace

from scrubjay.errors import UsageError
from scrubjay.model.clock import Clock, iso
from scrubjay.sessions import bounds, rows
from scrubjay.sessions.clean import clean_change, clean_save
from scrubjay.sessions.task import Conflict, PastSave, Saved, SessionSave, Task, TaskChange
from scrubjay.storage import Connection, Database, load

Q = load(__package__ or "scrubjay.sessions")

KEPT_SAVES = 200
"""Saves kept a branch."""

KEPT_DEAD_ENDS = 20
"""Dead ends kept in a task: what was tried stays known until newer ones push it out."""

Tips = Callable[[], Iterable[str]]
"""Names the branches whose tip is HEAD; asked only when a branch has no task yet."""


class Tasks:
    """Task context and session saves of one project, in its session.db.

    A branch is a ref name or `detached:<sha>`. Each write is one transaction and raises the version by one; `changed`
    is called after it.
    """

    def __init__(self, database: Database, clock: Clock, changed: Callable[[], None] = lambda: None) -> None:
        self._database = database
        self._clock = clock
        self._changed = changed

    def get(self, branch: str, head: str = "", tips: Tips = tuple) -> Task | None:
        """The task of a branch, or None.

        A branch without a task takes over a copy from a branch with the same tip, or from a task last saved
        at `head`. From then on the two are independent.
        """
        branch = bounds.identifier("branch", branch)
        found = self._database.read(lambda c: _task(c, branch))
        if found is not None or not head:
            return found
        names = rows.to_json(sorted(set(tips()))[:1000])
        source = self._database.read(lambda c: _neighbour(c, branch, head, names))
        if source is None:
            return None

        def inherit(connection: Connection) -> Task:
            return _task(connection, branch) or _put(
                connection, replace(source, branch=branch, version=1, inherited_from=source.branch)
            )

        return self._database.write(inherit)

    def set(self, branch: str, head: str, change: TaskChange) -> Saved | Conflict:
        """Give the branch a new task text and details; the rest of its state stays.

        Returns Conflict, and writes nothing, when `expected_version` isn't the stored one.
        Raises LimitExceeded or UsageError.
        """
        branch = bounds.identifier("branch", branch)
        cleaned, masked = clean_change(change)
        if not cleaned.task:
            raise UsageError("task is empty. Say in a sentence what is being done.")

        def put(connection: Connection) -> Saved | Conflict:
            current = _task(connection, branch) or _nothing(branch)
            if cleaned.expected_version and cleaned.expected_version != current.version:
                return Conflict(current, cleaned)
            now = iso(self._clock())
            task = _put(
                connection,
                replace(
                    current,
                    version=current.version + 1,
                    task=cleaned.task,
                    details=cleaned.details,
                    head=head,
                    session=cleaned.session,
                    saved_at=now,
                ),
            )
            return Saved(task.version, now, masked)

        done = self._database.write(put)
        self._changed()
        return done

    def save(self, branch: str, head: str, save: SessionSave) -> Saved:
        """Keep what a session leaves, and bring the task up to it. Raises LimitExceeded or UsageError.

        The same save at the same commit again is recognised and stored once.
        """
        branch = bounds.identifier("branch", branch)
        cleaned, masked = clean_save(save)
        if not cleaned.summary:
            raise UsageError("summary is empty. Say in one to three sentences what this session did.")
        digest = rows.digest(cleaned, head)

        def put(connection: Connection) -> Saved:
            last = connection.execute(Q.saves, {"branch": branch, "limit": 1}).fetchone()
            if last is not None and last[4] == digest:
                return Saved(last[5], last[3], masked, repeated=True)
            current = _task(connection, branch) or _nothing(branch)
            now = iso(self._clock())
            task = _put(connection, _after(current, cleaned, head, now))
            connection.execute(
                Q.add_save,
                rows.save_row(cleaned)
                | {
                    "branch": branch,
                    "head": head,
                    "saved_at": now,
                    "digest": digest,
                    "version": task.version,
                },
            )
            connection.execute(Q.drop_old_saves, {"branch": branch, "kept": KEPT_SAVES})
            return Saved(task.version, now, masked)

        done = self._database.write(put)
        self._changed()
        return done

    def saves(self, branch: str, limit: int = 1) -> tuple[PastSave, ...]:
        """The newest saves of a branch, newest first."""
        limit = max(0, min(limit, KEPT_SAVES))
        found = self._database.read(lambda c: c.execute(Q.saves, {"branch": branch, "limit": limit}).fetchall())
        return tuple(rows.save_from(row) for row in found)


def _task(connection: Connection, branch: str) -> Task | None:
    row = connection.execute(Q.task, {"branch": branch}).fetchone()
    return None if row is None else rows.task_from(row)


def _neighbour(connection: Connection, branch: str, head: str, tips: str) -> Task | None:
    row = connection.execute(Q.task_at, {"branch": branch, "head": head, "tips": tips}).fetchone()
    return None if row is None else rows.task_from(row)


def _put(connection: Connection, task: Task) -> Task:
    connection.execute(Q.put_task, rows.task_row(task))
    return task


def _nothing(branch: str) -> Task:
    return Task(branch, 0, "", {}, (), "", (), (), (), "", "", "")


def _after(task: Task, save: SessionSave, head: str, now: str) -> Task:
    """The state after a save: what the session said replaces what was, dead ends add up."""
    dead_ends = tuple(dict.fromkeys((*save.dead_ends, *task.dead_ends)))[:KEPT_DEAD_ENDS]
    return replace(
        task,
        version=task.version + 1,
        completed=save.completed,
        in_progress=save.in_progress,
        blockers=save.blockers,
        next_steps=save.next_steps,
        dead_ends=dead_ends,
        head=head,
        session=save.session,
        saved_at=now,
    )
