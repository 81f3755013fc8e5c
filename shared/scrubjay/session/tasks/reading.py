"""Working sets and session saves as they are stored, lists and objects as JSON text, and read per branch."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from scrubjay.errors import StorageError
from scrubjay.model.clock import Clock, iso
from scrubjay.session.tasks import points
from scrubjay.session.tasks.branches import Lineage, Lineages
from scrubjay.session.tasks.merge import entry_key, identifier, replace_lists
from scrubjay.session.tasks.task import LISTS, SAVE_LISTS, Archived, KeptEntries, PastSave, SessionSave, Task, to_json
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection, load


def task_row(task: Task) -> dict[str, Any]:
    """A working set as the parameters of the query `put_task`."""
    row = {name: getattr(task, name) for name in Task.__dataclass_fields__}
    return {k: to_json(list(v)) if k in LISTS else to_json(dict(v)) if k == "details" else v for k, v in row.items()}


def task_from(row: Mapping[str, Any]) -> Task:
    """The working set in a row of `task`."""
    values = {name: row[name] for name in Task.__dataclass_fields__}
    lists = {name: tuple(json.loads(values[name])) for name in LISTS}
    return Task(**(values | lists | {"details": json.loads(values["details"])}))


def task_state(task: Task) -> str:
    """A working set as one JSON text."""
    return to_json(task_row(task))


def task_from_state(state: str) -> Task:
    """The working set in a JSON text that `task_state` made."""
    return task_from(json.loads(state))


def archived_from(row: Mapping[str, Any]) -> Archived:
    """The archived working set in a row of `task_archive`."""
    return Archived(task_from_state(row["state"]), row["head"], row["merged_in"], row["how"], row["at"])


def save_row(save: SessionSave) -> dict[str, Any]:
    """The columns of `save` that hold the session's own values."""
    row = asdict(save)
    return {name: to_json(list(value)) if name in SAVE_LISTS else value for name, value in row.items()}


def save_from(row: Sequence[Any]) -> PastSave:
    """The save in a row of `saves`."""
    branch, head, session, saved_at, _digest, version, summary, completed, in_progress, *lists = row
    blockers, next_steps, dead_ends, decisions, candidates = (tuple(json.loads(text)) for text in lists)
    save = SessionSave(
        summary=summary,
        completed=tuple(json.loads(completed)),
        in_progress=in_progress,
        blockers=blockers,
        next_steps=next_steps,
        dead_ends=dead_ends,
        decisions=decisions,
        candidates=candidates,
        session=session,
    )
    return PastSave(branch, head, saved_at, version, save)


def save_digest(save: SessionSave, head: str) -> str:
    """A digest that is equal for the same save at the same commit, so that repeating it does nothing."""
    return hashlib.sha256(to_json([head, asdict(save)]).encode("utf-8", "surrogatepass")).hexdigest()


Q = load(__package__)

MOST = 100_000
"""Entries whose writer is known, the newest."""


def note_writer(connection: Connection, before: Task, after: Task, session: str) -> None:
    """Record which session wrote each new entry of a working set; an entry that was there keeps its first writer."""
    fresh = _digests_of_entries(after) - _digests_of_entries(before)
    if session and fresh:
        connection.executemany(Q.add_writer, [{"entry": entry, "session": session} for entry in sorted(fresh)])
        connection.execute(Q.drop_old_writers, {"kept": MOST})


def without_quarantined(connection: Connection, task: Task) -> Task:
    """A working set without entries that only quarantined sessions wrote; an unknown writer is the last one.

    The same set where nobody is quarantined.
    """
    if connection.execute(Q.any_quarantine).fetchone() is None:
        return task
    distrusted = _distrusted(connection, _digests_of_entries(task), task.session)
    kept = replace_lists(task, {name: _without_distrusted(getattr(task, name), distrusted) for name in LISTS})
    if _entry_digest(task.task) in distrusted:
        kept = replace(kept, task="")
    return replace(kept, details={}) if _digest_of_details(task) in distrusted else kept


def withheld_save(connection: Connection, past: PastSave) -> PastSave:
    """A save without the entries that it repeats from quarantined sessions alone."""
    if connection.execute(Q.any_quarantine).fetchone() is None:
        return past
    entries = {_entry_digest(entry) for name in SAVE_LISTS for entry in getattr(past.save, name)}
    distrusted = _distrusted(connection, entries | {_entry_digest(past.save.in_progress)}, past.save.session)
    lists: dict[str, Any] = {name: _without_distrusted(getattr(past.save, name), distrusted) for name in SAVE_LISTS}
    doing = "" if _entry_digest(past.save.in_progress) in distrusted else past.save.in_progress
    return replace(past, save=replace(past.save, in_progress=doing, **lists))


def withheld_archive(connection: Connection, archived: Archived) -> Archived:
    """An archived working set without entries that only quarantined sessions wrote."""
    return replace(archived, task=without_quarantined(connection, archived.task))


def withheld_entries(connection: Connection, task: Task, kept: Iterable[KeptEntries]) -> tuple[KeptEntries, ...]:
    """Some kept entries without those that only quarantined sessions wrote."""
    if not (kept := tuple(kept)):
        return ()
    shown = _digests_of_entries(without_quarantined(connection, task))
    trusted = [
        KeptEntries(one.name, tuple(entry for entry in one.entries if _entry_digest(entry) in shown)) for one in kept
    ]
    return tuple(one for one in trusted if one.entries)


def _distrusted(connection: Connection, entries: Iterable[str], last: str) -> frozenset[str]:
    """The digests among some whose entries only quarantined sessions wrote."""
    rows = connection.execute(Q.writers_of, {"entries": json.dumps(sorted(entries))}).fetchall()
    by_them = {row["entry"]: bool(row["quarantined"]) for row in rows}
    (unknown,) = connection.execute(Q.is_quarantined, {"session": last}).fetchone()
    return frozenset(entry for entry in entries if by_them.get(entry, bool(unknown)))


def _without_distrusted(entries: tuple[str, ...], distrusted: frozenset[str]) -> tuple[str, ...]:
    """The entries whose digest isn't distrusted."""
    return tuple(entry for entry in entries if _entry_digest(entry) not in distrusted)


def _digests_of_entries(task: Task) -> frozenset[str]:
    """The digests of a working set's entries, task text and details."""
    lists = {_entry_digest(entry) for name in LISTS for entry in getattr(task, name)}
    return frozenset({*lists, _entry_digest(task.task), _digest_of_details(task)})


def _digest_of_details(task: Task) -> str:
    """The digest of a working set's details."""
    return _entry_digest(json.dumps(dict(task.details), sort_keys=True, ensure_ascii=False))


def _entry_digest(text: str) -> str:
    """The digest of an entry, equal for entries that say the same."""
    return hashlib.sha256(entry_key(text).encode("utf-8", "surrogatepass")).hexdigest()[:32]


KEPT_SAVES = 200
"""Saves kept per branch."""


class TaskReader:
    """Reads the working sets and saves of one project, as sessions and briefings are shown them.

    A branch is a ref name or `detached:<sha>`.
    """

    def __init__(
        self, session_database: Database, clock: Clock, *, lineages: Lineages = lambda branch, head: Lineage()
    ) -> None:
        self._database = session_database
        self._clock = clock
        self._lineages = lineages

    def get(self, branch: str, head: str = "") -> Task | None:
        """The working set of a branch, perhaps taken over from another one; None where there is none.

        A branch at `head` without one takes it over from its older name, or inherits a copy from the branch it was made
        from. From then on the two are independent.
        """
        branch = identifier("branch", branch)
        task, is_any = self._database.read(lambda c: shown_task_or_any(c, branch))
        if task is not None or not head or not is_any:
            return task
        try:
            return self._take_over(branch, self._lineages(branch, head))
        except StorageError:  # the disk can't be written: the branch has no set of its own yet
            return None

    def any(self) -> bool:
        """Whether any branch has a working set."""
        return self._database.read(lambda c: c.execute(Q.any_task).fetchone()) is not None

    def _take_over(self, branch: str, lineage: Lineage) -> Task | None:
        """The working set that a branch takes from a former name or another branch; None where there is none."""
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
            self._database.write(lambda c: self.note_look(c, branch, head, session))
        except StorageError:
            return

    def note_look(self, connection: Connection, branch: str, head: str, session: str) -> None:
        """Record, within a transaction, that a session has read the current working set of a branch."""
        if session:
            points.mark_read(connection, session, branch, head, iso(self._clock()))

    def saves(self, branch: str, limit: int = 1) -> tuple[PastSave, ...]:
        """The newest saves of a branch, newest first."""
        limit = max(0, min(limit, KEPT_SAVES))
        params = {"branch": branch, "limit": limit}
        return self._database.read(
            lambda c: tuple(withheld_save(c, save_from(row)) for row in c.execute(Q.saves, params).fetchall())
        )

    def earlier(self, branch: str, limit: int) -> tuple[Archived, ...]:
        """The earlier tasks of a branch, which later ones replaced, the newest first."""
        params = {"branch": branch, "limit": limit}
        return self._database.read(
            lambda c: tuple(
                withheld_archive(c, archived_from(row)) for row in c.execute(Q.earlier_tasks, params).fetchall()
            )
        )


def current_task(connection: Connection, branch: str) -> Task | None:
    """The stored working set of a branch with all entries, for writes; None where there is none."""
    row = connection.execute(Q.task, {"branch": branch}).fetchone()
    return None if row is None else task_from(row)


def shown_task(connection: Connection, branch: str) -> Task | None:
    """The working set of a branch without what quarantined sessions wrote; None where there is none."""
    task = current_task(connection, branch)
    return None if task is None else without_quarantined(connection, task)


def shown_task_or_any(connection: Connection, branch: str) -> tuple[Task | None, bool]:
    """The working set of a branch as it is shown, or None; and whether any branch has one."""
    row = connection.execute(Q.task_or_any, {"branch": branch}).fetchone()
    if row is None or row["branch"] != branch:
        return None, row is not None
    return without_quarantined(connection, task_from(row)), True


def _rename(connection: Connection, old: str, new: str) -> bool:
    """Move a branch's rows to its new name; returns whether there were any."""
    names = {"old": old, "new": new}
    if current_task(connection, new) is not None or connection.execute(Q.rename_task, names).rowcount == 0:
        return False
    for query in (Q.rename_saves, Q.rename_earlier, Q.rename_points):
        connection.execute(query, names)
    return True


def _inherit(connection: Connection, source: str, branch: str) -> Task | None:
    """The working set of `branch`, else a copy of `source`'s without the work in progress; None if neither has one."""
    task, other = current_task(connection, branch), current_task(connection, source)
    if task is not None or other is None:
        return task
    return put_task(connection, replace(other, branch=branch, version=1, inherited_from=source, in_progress=()))


def put_task(connection: Connection, task: Task) -> Task:
    """Store a branch's working set in place of the older one, and return it."""
    connection.execute(Q.put_task, task_row(task))
    return task
