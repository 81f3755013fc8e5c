"""Which parts of a working set did quarantined sessions write? They stay in the database, and no answer has them."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from scrubjay.session.tasks.merge import entry_key, replace_lists
from scrubjay.session.tasks.rows import SAVE_LISTS
from scrubjay.session.tasks.task import LISTS, Archived, KeptEntries, PastSave, Task
from scrubjay.storage.driver import Connection
from scrubjay.storage.queries import load

Q = load(__package__)

MOST = 100_000
"""Entries whose writer is known, the newest."""


def note_writer(connection: Connection, before: Task, after: Task, session: str) -> None:
    """Keep which session wrote what a working set didn't have before; what it repeats stays its first writer's."""
    fresh = _entries(after) - _entries(before)
    if session and fresh:
        connection.executemany(Q.add_writer, [{"entry": entry, "session": session} for entry in sorted(fresh)])
        connection.execute(Q.drop_old_writers, {"kept": MOST})


def withheld(connection: Connection, task: Task) -> Task:
    """A working set without what only quarantined sessions wrote; what nobody is known to have written is the last's.

    The same set where nobody is quarantined.
    """
    if connection.execute(Q.any_quarantine).fetchone() is None:
        return task
    distrusted = _distrusted(connection, _entries(task), task.session)
    kept = replace_lists(task, {name: _without(getattr(task, name), distrusted) for name in LISTS})
    if _mark(task.task) in distrusted:
        kept = replace(kept, task="")
    return replace(kept, details={}) if _details(task) in distrusted else kept


def withheld_save(connection: Connection, past: PastSave) -> PastSave:
    """A save without the entries that it repeats and only quarantined sessions wrote."""
    if connection.execute(Q.any_quarantine).fetchone() is None:
        return past
    entries = {_mark(entry) for name in SAVE_LISTS for entry in getattr(past.save, name)}
    distrusted = _distrusted(connection, entries | {_mark(past.save.in_progress)}, past.save.session)
    lists: dict[str, Any] = {name: _without(getattr(past.save, name), distrusted) for name in SAVE_LISTS}
    doing = "" if _mark(past.save.in_progress) in distrusted else past.save.in_progress
    return replace(past, save=replace(past.save, in_progress=doing, **lists))


def withheld_archive(connection: Connection, archived: Archived) -> Archived:
    """An archived working set without what only quarantined sessions wrote."""
    return replace(archived, task=withheld(connection, archived.task))


def withheld_entries(connection: Connection, task: Task, kept: Iterable[KeptEntries]) -> tuple[KeptEntries, ...]:
    """Entries of a working set without those that only quarantined sessions wrote."""
    shown = _entries(withheld(connection, task))
    trusted = [KeptEntries(one.name, tuple(entry for entry in one.entries if _mark(entry) in shown)) for one in kept]
    return tuple(one for one in trusted if one.entries)


def _distrusted(connection: Connection, entries: Iterable[str], last: str) -> frozenset[str]:
    rows = connection.execute(Q.writers_of, {"entries": json.dumps(sorted(entries))}).fetchall()
    by_them = {row["entry"]: bool(row["quarantined"]) for row in rows}
    (unknown,) = connection.execute(Q.is_quarantined, {"session": last}).fetchone()
    return frozenset(entry for entry in entries if by_them.get(entry, bool(unknown)))


def _without(entries: tuple[str, ...], distrusted: frozenset[str]) -> tuple[str, ...]:
    return tuple(entry for entry in entries if _mark(entry) not in distrusted)


def _entries(task: Task) -> frozenset[str]:
    lists = {_mark(entry) for name in LISTS for entry in getattr(task, name)}
    return frozenset({*lists, _mark(task.task), _details(task)})


def _details(task: Task) -> str:
    return _mark(json.dumps(dict(task.details), sort_keys=True, ensure_ascii=False))


def _mark(text: str) -> str:
    return hashlib.sha256(entry_key(text).encode("utf-8", "surrogatepass")).hexdigest()[:32]
