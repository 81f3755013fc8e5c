"""Writing of working sets and session saves per branch."""

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from scrubjay.errors import ScrubjayError, UsageError
from scrubjay.model.clock import Clock, iso
from scrubjay.model.frozen import replace
from scrubjay.session.tasks import points
from scrubjay.session.tasks.branches import Lineage, Lineages
from scrubjay.session.tasks.earlier import DONE, begin, noted_count
from scrubjay.session.tasks.merge import (
    after_change,
    after_note,
    after_save,
    clean_change,
    clean_note,
    clean_save,
    closed_entries,
    identifier,
    is_new,
)
from scrubjay.session.tasks.reading import (
    KEPT_SAVES,
    TaskReader,
    current_task,
    note_writer,
    put_task,
    save_digest,
    save_row,
    task_from_state,
    task_state,
    withheld_entries,
    without_quarantined,
)
from scrubjay.session.tasks.task import (
    SET_ASIDE,
    Conflict,
    KeptEntries,
    Note,
    Saved,
    SessionSave,
    Task,
    TaskChange,
    empty_task,
)
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection

Q = points.Q
T = TypeVar("T")


class Tasks(TaskReader):
    """Writes working sets and session saves of one project.

    Each write is one transaction and raises the version by one. Then the worker prepares the next briefing; until then
    a starting session is told the written. A session's write is merged with what others wrote since it last read
    (`look`); a write without a session replaces.
    """

    def __init__(
        self,
        session_database: Database,
        clock: Clock,
        *,
        lineages: Lineages = lambda branch, head: Lineage(),
        brief_soon: Callable[[str], object] = lambda cause: None,
    ) -> None:
        super().__init__(session_database, clock, lineages=lineages)
        self._brief_soon = brief_soon

    def set(self, branch: str, head: str, change: TaskChange, *, writer: str = "") -> Saved | Conflict:
        """Replace the task text and details of a branch; the same task keeps the rest of its working set.

        Another task leaves it behind, archived (`earlier`); a task that was there before gets its own back, and the
        first one takes what was noted before it. `writer` is the session whose words they are, where it isn't the one
        that sets them.

        Returns Conflict, and writes nothing, when `expected_version` isn't the stored one. Raises LimitExceeded or
        UsageError.
        """

        cleaned, masked = clean_change(change)
        if not cleaned.task:
            raise UsageError("task is empty. Say in a sentence what is being done.")

        def work(connection: Connection, current: Task, seen: Task) -> Saved | Conflict:
            if cleaned.expected_version and cleaned.expected_version != current.version:
                return Conflict(without_quarantined(connection, current), cleaned)
            taken = 0 if current.task.strip() else noted_count(without_quarantined(connection, current))
            begun = None
            base = current
            if is_new(current.task, cleaned.task):
                begun = begin(connection, current, cleaned.task, iso(self._clock()))
                base = seen = begun.task
            after, entries = after_change(base, seen, cleaned)
            seen_after, _ = after_change(seen, seen, cleaned)
            saved = self._store(
                connection=connection,
                before=current,
                task=after,
                seen_after=seen_after,
                head=head,
                session=cleaned.session,
                masked=masked,
                entries=entries,
                writer=writer,
            )
            if begun is None:
                return replace(saved, taken=taken)
            return replace(saved, left=begun.left, resumed=begun.resumed)

        done: Saved | Conflict = self._write(branch, head, cleaned.session, work)
        self._ask_for_briefing()
        return done

    def save(self, branch: str, head: str, save: SessionSave, *, writer: str = "") -> Saved:
        """Store a session's save and update the working set from it. Raises LimitExceeded or UsageError.

        Idempotent: the same save at the same commit is stored once. `writer` as in `set`.
        """

        branch = identifier("branch", branch)
        cleaned, masked = clean_save(save)
        if not cleaned.summary:
            raise UsageError("summary is empty. Say in one to three sentences what this session did.")
        digest = save_digest(cleaned, head)

        def work(connection: Connection, current: Task, seen: Task) -> Saved:
            last = connection.execute(Q.saves, {"branch": branch, "limit": 1}).fetchone()
            if last is not None and last["digest"] == digest:
                return Saved(version=last["version"], saved_at=last["saved_at"], masked=masked, repeated=True)
            after, entries = after_save(current, seen, cleaned)
            saved = self._store(
                connection=connection,
                before=current,
                task=after,
                seen_after=after,
                head=head,
                session=cleaned.session,
                masked=masked,
                entries=entries,
                writer=writer,
            )
            saved = replace(saved, closed=closed_entries(without_quarantined(connection, current), after))
            place = {"branch": branch, "head": head, "digest": digest}
            made = {"saved_at": saved.saved_at, "version": saved.version}
            connection.execute(Q.add_save, save_row(cleaned) | place | made)
            connection.execute(Q.drop_old_saves, {"branch": branch, "kept": KEPT_SAVES})
            return saved

        done = self._write(branch, head, cleaned.session, work)
        self._ask_for_briefing()
        return done

    def finish(self, handoff: str, branch: str, head: str, session: str, how: str = DONE) -> bool:
        """End a handoff's task: it is archived, and the task that it replaced comes back, if any.

        On `branch`, else on the only one that has it; False where none has.
        """

        def work(connection: Connection) -> bool:
            having = [row["branch"] for row in connection.execute(Q.branches_of_handoff, {"handoff": handoff})]
            there = branch if branch in having else having[0] if len(having) == 1 else ""
            current = current_task(connection, there) if there else None
            if current is None:
                return False
            before = current.details.get(SET_ASIDE, "")
            text = before if isinstance(before, str) else ""
            after = replace(begin(connection, current, text, iso(self._clock()), how).task, task=text)
            self._store(
                connection=connection,
                before=current,
                task=after,
                seen_after=after,
                head=head if there == branch else current.head,
                session=session,
                masked=(),
                entries=(),
            )
            return True

        done = self._database.write(work)
        if done:
            self._ask_for_briefing()
        return done

    def note(self, branch: str, head: str, note: Note) -> Saved:
        """Add one event to the working set. Raises LimitExceeded or UsageError."""

        cleaned, masked = clean_note(note)
        if not cleaned.text:
            raise UsageError("text is empty. Say in a sentence what was done, decided, or failed and why.")

        def work(connection: Connection, current: Task, seen: Task) -> Saved:
            after, seen_after = (after_note(base, seen, cleaned) for base in (current, seen))
            return self._store(
                connection=connection,
                before=current,
                task=after,
                seen_after=seen_after,
                head=head,
                session=cleaned.session,
                masked=masked,
                entries=(),
            )

        done = self._write(branch, head, cleaned.session, work)
        self._ask_for_briefing()
        return done

    def _ask_for_briefing(self) -> None:
        """Ask the worker for a new briefing; a failure is ignored."""
        with suppress(ScrubjayError):  # it is stored: the next hook or commit asks for the briefing again
            self._brief_soon("working set")

    def _write(self, branch: str, head: str, session: str, work: Callable[[Connection, Task, Task], T]) -> T:
        """Run a write on a branch's working set in a transaction, with the state that the session read last."""
        branch = identifier("branch", branch)

        def put(connection: Connection, current: Task) -> T:
            return work(
                connection, current, without_quarantined(connection, _last_read_task(connection, current, session))
            )

        def put_if_there(connection: Connection) -> T | None:
            current = current_task(connection, branch)
            return None if current is None else put(connection, current)

        done = self._database.write(put_if_there)
        if done is None:
            self.get(branch, head)  # which may take one over
            done = self._database.write(lambda c: put(c, current_task(c, branch) or empty_task(branch)))
        return done

    def _store(
        self,
        connection: Connection,
        before: Task,
        task: Task,
        seen_after: Task,
        head: str,
        session: str,
        masked: tuple[str, ...],
        entries: tuple[KeptEntries, ...],
        writer: str = "",
    ) -> Saved:
        """Store a working set in place of another, and record that the session has seen it."""
        now = iso(self._clock())
        note_writer(connection, before, task, writer or session)
        written = put_task(
            connection, replace(task, version=task.version + 1, head=head, session=session, saved_at=now)
        )
        if session:
            points.mark_written(connection, session, task.branch, head, now, task_state(seen_after))
        others = withheld_entries(connection, before, entries)
        return Saved(
            version=written.version, saved_at=now, masked=masked, kept=others, kept_of=task.session if others else ""
        )


def _last_read_task(connection: Connection, current: Task, session: str) -> Task:
    """The working set as a session read it last: the current one without a session, an empty one for an unknown one."""
    if not session:
        return current
    point = connection.execute(Q.point, {"session": session, "branch": current.branch}).fetchone()
    return task_from_state(point["seen"]) if point is not None and point["seen"] else empty_task(current.branch)
