"""Validation of a settings file against the schema; an error names file, line, key, and the nearest valid key."""

import difflib
from collections.abc import Collection
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

from scrubjay.errors import ConfigError
from scrubjay.model.frozen import dataclass
from scrubjay.model.later import Later
from scrubjay.settings.fields import fields_of, keys
from scrubjay.settings.rules import without_sections
from scrubjay.settings.schema import CORE_SECTIONS, SettingsFile
from scrubjay.settings.section import NotPlain, Section, parse_plainly
from scrubjay.settings.source import ParsedFile

if TYPE_CHECKING:
    from scrubjay.settings import validating
else:
    validating = Later("scrubjay.settings.validating")

_PLAINLY = {
    "tuple_type": "a list is wanted, such as [one, two]",
    "too_short": "the list needs an entry",
    "bool_type": "true or false is wanted",
    "bool_parsing": "true or false is wanted",
    "model_type": "keys and values are wanted below it",
    "dict_type": "keys and values are wanted below it",
    "missing": "it is needed",
}
"""Plain words for the validator's messages, by its kind of error."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """The first problem of a file: its key, and what is wrong there. `unknown`: the schema has no such key."""

    key: str
    what: str
    unknown: bool = False


def check(source: ParsedFile, tree: dict[str, Any] | None = None) -> SettingsFile:
    """Validate a parsed file. Raises ConfigError for the first problem."""
    read = checked(source.tree if tree is None else tree)
    if isinstance(read, Wrong):
        raise ConfigError(placed_problem(read, source))
    return read


def placed_problem(wrong: Wrong, source: ParsedFile) -> str:
    """A problem with its place in the file, and what to do."""
    if wrong.unknown:
        return f"{source.where(wrong.key)}: unknown key {wrong.key}{wrong.what}"
    return f"{source.where(wrong.key)}: {wrong.key}: {wrong.what}. Correct the line and run again."


def checked(tree: dict[str, Any], model: type[SettingsFile] = SettingsFile) -> "SettingsFile | Wrong":
    """The validated file, or its first problem."""
    tree = without_sections(tree, CORE_SECTIONS)
    try:
        plain: SettingsFile = parse_plainly(model, tree)
        return plain
    except NotPlain:
        first = validating.validated(model, tree)
    if isinstance(first, SettingsFile):
        return first
    key = ".".join(str(part) for part in first.place if isinstance(part, str))
    if first.kind == "extra_forbidden":
        similar = nearest(key, keys(model))
        return Wrong(
            key, f", did you mean {similar}?" if similar else f"; the keys are {', '.join(keys(model))}.", True
        )
    message = _PLAINLY.get(first.kind, first.message.removeprefix("Value error, "))
    if first.kind == "tuple_type" and (names := _choices(key, model)):
        message += f", of {', '.join(names)}"
    return Wrong(key, message)


def _choices(key: str, model: type[Section]) -> tuple[str, ...]:
    """The values that an entry of a key's list may have, where the schema names them; empty where it doesn't."""
    kind: Any = model
    for part in key.split("."):
        fields = fields_of(kind)
        if part not in fields:
            return ()  # below a project's id
        kind = fields[part].annotation
    kinds = [inner for inner in get_args(kind) if get_origin(inner) is Literal]
    return tuple(value for inner in kinds for value in get_args(inner))


def nearest(key: str, valid: Collection[str]) -> str:
    """The most similar known key or section; empty where none is similar."""
    return next(iter(similar(key, valid, 1)), "")


def similar(key: str, valid: Collection[str], most: int = 3) -> tuple[str, ...]:
    """The most similar known keys and sections, by their whole names or else by the last word; the best first."""
    sections = tuple(dict.fromkeys(k.partition(".")[0] for k in valid))
    last = {k.rpartition(".")[2]: k for k in valid}
    known = dict.fromkeys((*valid, *sections))  # some sections are keys themselves
    close = difflib.get_close_matches(key, known, n=most, cutoff=0.6)
    if not close:
        close = [last[m] for m in difflib.get_close_matches(key.rpartition(".")[2], last, n=most, cutoff=0.75)]
    return tuple(close)
