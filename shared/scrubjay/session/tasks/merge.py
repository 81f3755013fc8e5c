"""Three-way merge of a working set: a write keeps what others wrote; a new task is none of the old one."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast, get_args

from scrubjay.errors import UsageError
from scrubjay.session.tasks.task import KeptEntries, Kind, Note, SessionSave, Task, TaskChange
from scrubjay.text.words import STOP_WORDS, Word, stem, words

SAME = 0.5
"""Share of common words, of those in either text, from which two texts say the same task."""


def is_new(before: str, after: str) -> bool:
    """Whether a text says another task: reworded, widened and narrowed ones are the same.

    Of two texts of which neither has all words of the other, at least half of all words must be common. Two that name
    other numbers, as of an issue or a ticket, say two tasks.
    """
    one, other = _words(before), _words(after)
    if not before.strip() or one == other:
        return False
    if not one or not other:
        return True
    numbers, others = _numbered(one), _numbered(other)
    if numbers and others and not numbers & others:
        return True
    return not (one <= other or other <= one) and len(one & other) < SAME * len(one | other)


def _words(text: str) -> frozenset[str]:
    found = (word.lower() for word in words(text, Word.PLAIN, shortest=2))
    return frozenset(stem(word) for word in found if word not in STOP_WORDS)


def _numbered(found: frozenset[str]) -> frozenset[str]:
    return frozenset(word for word in found if any(character.isdigit() for character in word))


MAX_ENTRIES = {"dead_ends": 40, "decisions": 40, "completed": 50, "in_progress": 5}
"""Entries kept per list, the newest; 50 for lists that aren't named here."""

_OPEN = ("in_progress", "next_steps", "blockers", "questions")

_FIELD = {
    "done": "completed",
    "doing": "in_progress",
    "next": "next_steps",
    "blocked": "blockers",
    "dead_end": "dead_ends",
    "decision": "decisions",
    "question": "questions",
    "goal": "goals",
    "constraint": "constraints",
}

_SAID = {
    "todo": "next", "to_do": "next", "next_step": "next", "step": "next", "later": "next",
    "wip": "doing", "in_progress": "doing", "working_on": "doing", "started": "doing", "current": "doing",
    "finished": "done", "complete": "done", "completed": "done", "fixed": "done", "progress": "done",
    "blocker": "blocked", "stuck": "blocked", "waiting": "blocked",
    "deadend": "dead_end", "failed": "dead_end", "tried": "dead_end",
    "decided": "decision", "choice": "decision", "chose": "decision", "open_question": "question", "ask": "question",
}  # fmt: skip
"""Everyday words for the kinds of notes."""

_OF_DETAILS = {"goals": "goals", "constraints": "constraints", "open_questions": "questions"}


def parse_kind(name: str, offered: Sequence[str] = get_args(Kind)) -> Kind:
    """The note kind of a name or an everyday word, in any case, also in the plural.

    Raises UsageError, which names the kinds that were `offered`.
    """
    word = "_".join(name.casefold().replace("-", " ").replace("_", " ").split())
    kinds = get_args(Kind)
    kind = next((_SAID.get(form, form) for form in (word, word.removesuffix("s")) if form in {*_SAID, *kinds}), None)
    if kind is None:
        raise UsageError(f"kind {name[:40]!r} is unknown. Use one of: {', '.join(offered)}.")
    return cast("Kind", kind)


def after_save(current: Task, seen: Task, save: SessionSave) -> tuple[Task, tuple[KeptEntries, ...]]:
    """The working set after a save by a session that last read `seen`, and what was kept of others' writes."""
    saved_lists = {
        "completed": save.completed,
        "in_progress": (save.in_progress,) if save.in_progress else (),
        "blockers": save.blockers,
        "next_steps": save.next_steps,
    }
    lists, entries = _merged(current, seen, saved_lists)
    for name, values in (("dead_ends", save.dead_ends), ("decisions", save.decisions)):
        lists[name] = _first(name, (*values, *getattr(current, name)))
    finished = {entry_key(entry) for entry in lists["completed"]}
    for name in ("next_steps", "in_progress"):
        lists[name] = tuple(entry for entry in lists[name] if entry_key(entry) not in finished)
    return replace_lists(current, lists), entries


def closed_entries(current: Task, after: Task) -> tuple[KeptEntries, ...]:
    """Entries that were open and after a save are neither open nor completed."""
    done = {entry_key(entry) for entry in after.completed}
    entries = []
    for name in ("in_progress", "next_steps", "blockers"):
        done_keys = done | {entry_key(entry) for entry in getattr(after, name)}
        if gone := tuple(entry for entry in getattr(current, name) if entry_key(entry) not in done_keys):
            entries.append(KeptEntries(name, gone))
    return tuple(entries)


def after_change(current: Task, seen: Task, change: TaskChange) -> tuple[Task, tuple[KeptEntries, ...]]:
    """The working set with a new task text and, where any are given, new details."""
    details = change.details
    changed_lists = {name: _texts(details[key]) for key, name in _OF_DETAILS.items() if key in details}
    lists, entries = _merged(current, seen, changed_lists)
    rest = {key: value for key, value in details.items() if key not in _OF_DETAILS}
    changed = replace(current, task=change.task, details=rest or current.details)
    return replace_lists(changed, lists), entries


def after_note(current: Task, seen: Task, note: Note) -> Task:
    """The working set with one note added. What is done is no longer open."""
    name = _FIELD[note.kind]
    before: tuple[str, ...] = getattr(current, name)
    if note.kind == "doing":  # the session's previous activity ends; those of others go on
        before = tuple(entry for entry in before if entry not in seen.in_progress)
    lists = {name: _last(name, (*before, note.text)) if note.kind == "next" else _first(name, (note.text, *before))}
    if note.kind == "done":
        for other in _OPEN:
            lists[other] = tuple(entry for entry in getattr(current, other) if entry_key(entry) != entry_key(note.text))
    return replace_lists(current, lists)


def replace_lists(task: Task, lists: Mapping[str, tuple[str, ...]]) -> Task:
    """The working set with some lists replaced."""
    values: dict[str, Any] = dict(lists)
    return replace(task, **values)


def _merged(
    current: Task, seen: Task, new_lists: Mapping[str, tuple[str, ...]]
) -> tuple[dict[str, tuple[str, ...]], tuple[KeptEntries, ...]]:
    lists: dict[str, tuple[str, ...]] = {}
    entries: list[KeptEntries] = []
    for name, own_entries in new_lists.items():
        own_keys = {entry_key(entry) for entry in (*own_entries, *getattr(seen, name))}
        other_entries = tuple(entry for entry in getattr(current, name) if entry_key(entry) not in own_keys)
        lists[name] = _first(name, (*own_entries, *other_entries))
        if other_entries:
            entries.append(KeptEntries(name, other_entries))
    return lists, tuple(entries)


def _first(name: str, values: Iterable[str]) -> tuple[str, ...]:
    """The values without duplicates, the first of equal ones, up to the list's limit."""
    unique: dict[str, str] = {}
    for value in values:
        unique.setdefault(entry_key(value), value)
    return tuple(unique.values())[: MAX_ENTRIES.get(name, 50)]


def _last(name: str, values: Iterable[str]) -> tuple[str, ...]:
    """The values in their order without duplicates; beyond the list's limit the oldest go."""
    unique: dict[str, str] = {}
    for value in values:
        unique.setdefault(entry_key(value), value)
    return tuple(unique.values())[-MAX_ENTRIES.get(name, 50) :]


def entry_key(text: str) -> str:
    """What is the same for entries that say the same."""
    return " ".join(text.split()).casefold().rstrip(".!")


def _texts(value: object) -> tuple[str, ...]:
    """A detail as entries: a list of strings, or one string."""
    values = value if isinstance(value, list | tuple) else [] if value is None else [value]
    return tuple(text for value in values if (text := str(value).strip()))
