"""Merge of a change into a working set: bounded, without secrets, with what others wrote; and tests for a new task."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast, get_args

from scrubjay.errors import LimitExceeded, UsageError
from scrubjay.model.counted import counted
from scrubjay.model.frozen import replace
from scrubjay.model.snapshot import snapshot
from scrubjay.model.visible import session_name, storable
from scrubjay.privacy.secrets.masking import mask
from scrubjay.session.tasks.task import KeptEntries, Kind, Note, SessionSave, Task, TaskChange
from scrubjay.text.words import STOP_WORDS, Word, stem, words


class Cleaner:
    """Masks texts and records the kinds of secrets it removed."""

    def __init__(self) -> None:
        self._kinds: dict[str, None] = {}

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of secrets seen so far, in order of appearance."""
        return tuple(self._kinds)

    def text(self, value: str) -> str:
        """The text with each secret replaced by `[redacted: kind]`."""
        if not value:
            return value
        masked = mask(value)
        self._kinds.update(dict.fromkeys(masked.kinds))
        return masked.text

    def items(self, values: tuple[str, ...]) -> tuple[str, ...]:
        """Some texts with each secret replaced."""
        return tuple(self.text(value) for value in values)

    def value(self, value: object, key: str = "") -> object:
        """A JSON value with each secret in its texts and keys replaced; a key tells what its value may be."""
        if isinstance(value, str):
            prefix = f"{key} = "
            masked = self.text(prefix + value) if key else self.text(value)
            return masked.removeprefix(prefix) if key else masked
        if isinstance(value, list):
            return [self.value(inner, key) for inner in value]
        if isinstance(value, dict):
            return {self.text(name): self.value(inner, name) for name, inner in value.items()}
        return value


def clean_change(change: TaskChange) -> tuple[TaskChange, tuple[str, ...]]:
    """A change within its size limits and without secrets, and the kinds of the removed secrets."""
    cleaner = Cleaner()
    details = cleaner.value(snapshot(change.details, "details")) if change.details else {}
    cleaned = replace(
        change,
        task=cleaner.text(bounded_text("task", change.task)),
        details=details if isinstance(details, dict) else {},
        session=session_name(identifier("session", change.session)),
    )
    return cleaned, cleaner.kinds


def clean_save(save: SessionSave) -> tuple[SessionSave, tuple[str, ...]]:
    """A save within its size limits and without secrets, and the kinds of the removed secrets."""
    cleaner = Cleaner()
    cleaned = SessionSave(
        summary=cleaner.text(bounded_text("summary", save.summary)),
        completed=cleaner.items(bounded_items("completed", save.completed)),
        in_progress=cleaner.text(bounded_text("in_progress", save.in_progress)),
        blockers=cleaner.items(bounded_items("blockers", save.blockers)),
        next_steps=cleaner.items(bounded_items("next_steps", save.next_steps)),
        dead_ends=cleaner.items(bounded_items("dead_ends", save.dead_ends)),
        decisions=cleaner.items(bounded_items("decisions", save.decisions)),
        candidates=cleaner.items(bounded_items("candidates", save.candidates)),
        session=session_name(identifier("session", save.session)),
    )
    return cleaned, cleaner.kinds


def clean_note(note: Note) -> tuple[Note, tuple[str, ...]]:
    """A note within its size limits and without secrets, and the kinds of the removed secrets."""
    cleaner = Cleaner()
    text = cleaner.text(bounded_text("text", note.text, MAX_ITEM))
    return replace(note, text=text, session=session_name(identifier("session", note.session))), cleaner.kinds


MAX_TEXT = 10_000
"""Characters of one text."""

MAX_ITEMS = 50
MAX_ITEM = 2_000
"""Entries of a list, and characters of one entry."""

MAX_ID_BYTES = 256


def bounded_text(name: str, value: str, limit: int = MAX_TEXT) -> str:
    """A text without control characters and without space around it. Raises LimitExceeded."""
    if len(value) > limit:
        raise LimitExceeded(f"{name} has {counted(len(value), 'character')}; at most {limit} are kept. Shorten it.")
    return storable(value).strip()


def bounded_items(name: str, values: Sequence[str]) -> tuple[str, ...]:
    """The entries without empty ones, in order. Raises LimitExceeded."""
    if len(values) > MAX_ITEMS:
        raise LimitExceeded(f"{name} has {counted(len(values), 'entry')}; at most {MAX_ITEMS} are kept. Merge some.")
    return tuple(entry for value in values if (entry := bounded_text(f"an entry of {name}", value, MAX_ITEM)))


def identifier(name: str, value: str) -> str:
    """A session's id, a branch or a key, checked: short, and on one line. Raises LimitExceeded or UsageError."""
    if len(value.encode("utf-8", "surrogatepass")) > MAX_ID_BYTES:
        raise LimitExceeded(f"{name} is longer than {MAX_ID_BYTES} bytes. Shorten it.")
    if any(ord(c) < 32 for c in value):
        raise UsageError(f"{name} holds a control character. Leave it out.")
    return value.strip()


SAME = 0.5
"""Share of common words, of those in either text, from which two texts say the same task."""


def is_new(before: str, after: str) -> bool:
    """Whether a text describes another task, and isn't the same one reworded, widened or narrowed.

    Of two texts of which neither has all words of the other, at least half of all words must be common. Two that name
    other numbers, as of an issue or a ticket, say two tasks.
    """
    one, other = _words(before), _words(after)
    if not before.strip() or one == other:
        return False
    if not one or not other:
        return True
    numbers, others = _words_with_digits(one), _words_with_digits(other)
    if numbers and others and not numbers & others:
        return True
    return not (one <= other or other <= one) and len(one & other) < SAME * len(one | other)


def _words(text: str) -> frozenset[str]:
    """The stems of a text's telling words."""
    found = (word.lower() for word in words(text, Word.PLAIN, shortest=2))
    return frozenset(stem(word) for word in found if word not in STOP_WORDS)


def _words_with_digits(found: frozenset[str]) -> frozenset[str]:
    """The words that have a digit."""
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
    """The working set after a save by a session that last read `seen`; and entries of others that were kept."""
    saved_lists = {
        "completed": save.completed,
        "in_progress": (save.in_progress,) if save.in_progress else (),
        "blockers": save.blockers,
        "next_steps": save.next_steps,
    }
    lists, entries = _merged_lists(current, seen, saved_lists)
    for name, values in (("dead_ends", save.dead_ends), ("decisions", save.decisions)):
        lists[name] = _first_values(name, (*values, *getattr(current, name)))
    finished = {entry_key(entry) for entry in lists["completed"]}
    for name in ("next_steps", "in_progress"):
        lists[name] = tuple(entry for entry in lists[name] if entry_key(entry) not in finished)
    return replace_lists(current, lists), entries


def closed_entries(current: Task, after: Task) -> tuple[KeptEntries, ...]:
    """The entries that were open, and after a save are neither open nor done."""
    done = {entry_key(entry) for entry in after.completed}
    entries = []
    for name in ("in_progress", "next_steps", "blockers"):
        done_keys = done | {entry_key(entry) for entry in getattr(after, name)}
        if gone := tuple(entry for entry in getattr(current, name) if entry_key(entry) not in done_keys):
            entries.append(KeptEntries(name, gone))
    return tuple(entries)


def after_change(current: Task, seen: Task, change: TaskChange) -> tuple[Task, tuple[KeptEntries, ...]]:
    """The working set with a new task text and perhaps new details; and entries of others that were kept."""
    details = change.details
    changed_lists = {name: _texts(details[key]) for key, name in _OF_DETAILS.items() if key in details}
    lists, entries = _merged_lists(current, seen, changed_lists)
    rest = {key: value for key, value in details.items() if key not in _OF_DETAILS}
    changed = replace(current, task=change.task, details=rest or current.details)
    return replace_lists(changed, lists), entries


def after_note(current: Task, seen: Task, note: Note) -> Task:
    """The working set with a note added; an entry that is noted as done is no longer open."""
    name = _FIELD[note.kind]
    before: tuple[str, ...] = getattr(current, name)
    if note.kind == "doing":  # the session's previous activity ends; those of others go on
        before = tuple(entry for entry in before if entry not in seen.in_progress)
    lists = {
        name: _last_values(name, (*before, note.text))
        if note.kind == "next"
        else _first_values(name, (note.text, *before))
    }
    if note.kind == "done":
        for other in _OPEN:
            lists[other] = tuple(entry for entry in getattr(current, other) if entry_key(entry) != entry_key(note.text))
    return replace_lists(current, lists)


def replace_lists(task: Task, lists: Mapping[str, tuple[str, ...]]) -> Task:
    """The working set with some lists replaced."""
    values: dict[str, Any] = dict(lists)
    return replace(task, **values)


def _merged_lists(
    current: Task, seen: Task, new_lists: Mapping[str, tuple[str, ...]]
) -> tuple[dict[str, tuple[str, ...]], tuple[KeptEntries, ...]]:
    """Each list as a session saved it, with entries that others added since it read; and the latter by list."""
    lists: dict[str, tuple[str, ...]] = {}
    entries: list[KeptEntries] = []
    for name, own_entries in new_lists.items():
        own_keys = {entry_key(entry) for entry in (*own_entries, *getattr(seen, name))}
        other_entries = tuple(entry for entry in getattr(current, name) if entry_key(entry) not in own_keys)
        lists[name] = _first_values(name, (*own_entries, *other_entries))
        if other_entries:
            entries.append(KeptEntries(name, other_entries))
    return lists, tuple(entries)


def _first_values(name: str, values: Iterable[str]) -> tuple[str, ...]:
    """The values without duplicates, up to the list's limit; values beyond it are dropped."""
    unique: dict[str, str] = {}
    for value in values:
        unique.setdefault(entry_key(value), value)
    return tuple(unique.values())[: MAX_ENTRIES.get(name, 50)]


def _last_values(name: str, values: Iterable[str]) -> tuple[str, ...]:
    """The values without duplicates; beyond the list's limit the first ones are dropped."""
    unique: dict[str, str] = {}
    for value in values:
        unique.setdefault(entry_key(value), value)
    return tuple(unique.values())[-MAX_ENTRIES.get(name, 50) :]


def entry_key(text: str) -> str:
    """A text that is equal for entries that differ only in case, blanks or the sign at their end."""
    return " ".join(text.split()).casefold().rstrip(".!")


def _texts(value: object) -> tuple[str, ...]:
    """The entries of a detail: a list of texts, or one text."""
    values = value if isinstance(value, list | tuple) else [] if value is None else [value]
    return tuple(text for value in values if (text := str(value).strip()))
