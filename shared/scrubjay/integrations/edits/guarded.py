"""A change of a file that others use, planned only if it says the same as before but for what is ours.

Both texts are parsed as the client does: whatever an edit of text has overlooked shows here, before it is written.

The receipt notes which of both it was, and every object that was made on the way to an entry.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from scrubjay.errors import ConfigError
from scrubjay.integrations.edits import json_splice as splice
from scrubjay.integrations.edits.change import FileChange, Receipt
from scrubjay.integrations.edits.jsonc import as_in, read_text, unix
from scrubjay.model.frozen import dataclass, field, replace

Keys = Sequence[str]
Rest = Callable[[object], object]


def nothing_left(value: object) -> object:
    """None: what is left of a value that is all ours."""
    return None


def items_but(is_ours: Callable[[object], bool]) -> Rest:
    """A function that gives what is left of a list without our items."""
    return lambda value: [item for item in value if not is_ours(item)] if isinstance(value, list) else value


@dataclass(frozen=True, slots=True, kw_only=True)
class Ours:
    """Our part of a file: its places, what else is left there, the file's parser, and instructions to edit by hand.

    `added`: what stands there afterwards, a value or an item of a list.
    """

    parse: Callable[[str], object]
    places: Mapping[tuple[str, ...], Rest]
    otherwise: str
    added: Mapping[tuple[str, ...], object] = field(default_factory=dict)


def guarded_change(change: FileChange, ours: Ours) -> tuple[FileChange, ...]:
    """The change, with the line ends that the file has; empty where nothing changes. `after` has those of `unix`.

    Raises ConfigError where anything else would change.
    """
    if change.after is not None:
        change = replace(change, after=as_in(change.before, change.after))
    if change.after == change.before:
        return ()
    why = _why_not(change, ours)
    if why:
        raise ConfigError(f"{change.path} can't be edited: {why}, so scrubjay leaves it alone. {ours.otherwise}")
    return (change,)


def _why_not(change: FileChange, ours: Ours) -> str:
    """Why a change can't be made without changing what isn't ours; empty where it can."""
    try:
        before, after = (_parsed(ours, data) for data in (change.before, change.after))
        kept = _equal_with_types(_others_part(before, ours), _others_part(after, ours))
        if kept and all(_has_value(after, keys, value) for keys, value in ours.added.items()):
            return ""
    except (ValueError, RecursionError):
        return "as it is written, nothing can be put beside its own entries"
    return "scrubjay's entries can't be told apart from the rest"


def _parsed(ours: Ours, data: bytes | None) -> object:
    text = unix(data or b"").decode("utf-8")
    return ours.parse(text) if text.strip() else {}


def _others_part(value: object, ours: Ours) -> object:
    for keys, rest in ours.places.items():
        value = _without_own(value, keys, rest)
    return value or {}


def _without_own(value: object, keys: Keys, rest: Rest) -> object:
    """The value without ours at a path, nor what would be empty then."""
    if not keys:
        return rest(value)
    if not isinstance(value, dict):
        return value
    inner = _without_own(value.get(keys[0]), keys[1:], rest)
    others = {key: each for key, each in value.items() if key != keys[0]}
    return others if inner in (None, {}, []) else {**others, keys[0]: inner}


def _has_value(value: object, keys: Keys, expected: object) -> bool:
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value == expected or (isinstance(value, list) and expected in value)


def _equal_with_types(one: object, other: object) -> bool:
    """Whether two values are equal with their types; nan is itself."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_equal_with_types(value, other[key]) for key, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_equal_with_types, one, other))
    return type(one) is type(other) and (one == other or (one != one and other != other))


class Cutting(Protocol):
    """A language of settings from which a value is removed."""

    def cut(self, text: str, path: Sequence[str], *, only_if_empty: bool = False) -> str:
        """The text without the value at a path."""


BLANK = ("(blank)",)
"""In a note: the file was there, and said nothing."""


def note(file: Path, container: Sequence[str] = ()) -> str:
    """The receipt's entry for an object that was made in a file; without one, for the file."""
    return f"json {file} {'/'.join(container)}"


def start_edit(file: Path, before: bytes | None, blank: str = "{}") -> tuple[str, tuple[str, ...]]:
    """The text to edit, and what is noted of the file. `blank` is what an empty one says. Raises ConfigError."""
    text = read_text(file, before or b"")
    if text.strip():
        return text, ()
    if before is None:
        return blank + "\n" * bool(blank), (note(file),)
    return text + blank, (note(file, BLANK),)


def undo_edit(file: Path, text: str, receipt: Receipt, blank: str = "{}") -> str | None:
    """Undo `start_edit` where nothing else was written since: the text, or None where there was no file before."""
    if "".join(text.split()) != blank:
        return text
    if note(file) in receipt:
        return None
    return text.replace(blank, "", 1) if note(file, BLANK) in receipt else text


def emptied(file: Path, text: str, container: Sequence[str], receipt: Receipt, syntax: Cutting = splice) -> str:
    """The text without an object or list that was made in it and holds nothing; null where null was."""
    if note(file, container) in receipt:
        return syntax.cut(text, container, only_if_empty=True)
    if note(file, (*container, splice.NULL)) in receipt and splice.get(text, container) in ({}, []):
        return splice.put(text, container, None)[0]
    return text
