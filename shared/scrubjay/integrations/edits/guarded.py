"""A change of a file that others use, planned only if it says the same as before but for what is ours.

Both texts are parsed as the client does: whatever an edit of text has overlooked shows here, before it is written.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scrubjay.errors import ConfigError
from scrubjay.integrations.edits.change import FileChange
from scrubjay.integrations.edits.line_ends import as_in, unix

Keys = Sequence[str]
Rest = Callable[[object], object]


def nothing(value: object) -> object:
    """What is left of a value that is all ours."""
    return None


def items_but(is_ours: Callable[[object], bool]) -> Rest:
    """What is left of a list in which some items are ours."""
    return lambda value: [item for item in value if not is_ours(item)] if isinstance(value, list) else value


@dataclass(frozen=True, slots=True, kw_only=True)
class Ours:
    """What is ours in a file: where it stands, with what else is left there; how the file is parsed; the way by hand.

    `added`: what stands there afterwards, a value or an item of a list.
    """

    parse: Callable[[str], object]
    places: Mapping[tuple[str, ...], Rest]
    otherwise: str
    added: Mapping[tuple[str, ...], object] = field(default_factory=dict)


def guarded(change: FileChange, ours: Ours) -> tuple[FileChange, ...]:
    """The change with the file's own line ends; empty where nothing changes. `after` was edited as `unix` has it.

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
    try:
        before, after = (_parsed(ours, data) for data in (change.before, change.after))
        kept = _same(_rest(before, ours), _rest(after, ours))
        if kept and all(_says(after, keys, value) for keys, value in ours.added.items()):
            return ""
    except (ValueError, RecursionError):
        return "as it is written, nothing can be put beside its own entries"
    return "scrubjay's entries can't be told apart from the rest"


def _parsed(ours: Ours, data: bytes | None) -> object:
    text = unix(data or b"").decode("utf-8")
    return ours.parse(text) if text.strip() else {}


def _rest(value: object, ours: Ours) -> object:
    for keys, rest in ours.places.items():
        value = _without(value, keys, rest)
    return value or {}


def _without(value: object, keys: Keys, rest: Rest) -> object:
    """The value without ours at a path, nor what would be empty then."""
    if not keys:
        return rest(value)
    if not isinstance(value, dict):
        return value
    inner = _without(value.get(keys[0]), keys[1:], rest)
    others = {key: each for key, each in value.items() if key != keys[0]}
    return others if inner in (None, {}, []) else {**others, keys[0]: inner}


def _says(value: object, keys: Keys, expected: object) -> bool:
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value == expected or (isinstance(value, list) and expected in value)


def _same(one: object, other: object) -> bool:
    """Whether two values are equal with their types; nan is itself."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(value, other[key]) for key, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return type(one) is type(other) and (one == other or (one != one and other != other))
