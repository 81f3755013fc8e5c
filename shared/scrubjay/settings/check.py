"""Validation of a settings file against the schema; an error names file, line, key, and the nearest valid key."""

import difflib
from collections.abc import Collection
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel, ValidationError

from scrubjay.errors import ConfigError
from scrubjay.settings.schema import CORE_SECTIONS, SettingsFile
from scrubjay.settings.sections import without_sections
from scrubjay.settings.source import ParsedFile

_PLAINLY = {
    "tuple_type": "a list is wanted, such as [one, two]",
    "too_short": "the list needs an entry",
    "bool_type": "true or false is wanted",
    "bool_parsing": "true or false is wanted",
    "model_type": "keys and values are wanted below it",
}
"""Plain words for the validator's messages, by its kind of error."""


def keys(model: type[BaseModel] = SettingsFile, prefix: str = "") -> tuple[str, ...]:
    """Every dotted key that can be set, in the schema's order."""
    names: list[str] = []
    for name, field in model.model_fields.items():
        kind = field.annotation
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            names.extend(keys(kind, f"{prefix}{name}."))
        else:
            names.append(f"{prefix}{name}")
    return tuple(names)


def check(source: ParsedFile, tree: dict[str, Any] | None = None) -> SettingsFile:
    """Validate a parsed file. Raises ConfigError for the first problem."""
    try:
        return SettingsFile.model_validate(without_sections(source.tree if tree is None else tree, CORE_SECTIONS))
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        key = ".".join(str(part) for part in first["loc"] if isinstance(part, str))
        location = source.where(key)
        if first["type"] == "extra_forbidden":
            similar = nearest(key, keys())
            hint = f", did you mean {similar}?" if similar else f"; the keys are {', '.join(keys())}."
            raise ConfigError(f"{location}: unknown key {key}{hint}") from None
        message = _PLAINLY.get(first["type"], first["msg"].removeprefix("Value error, "))
        if first["type"] == "tuple_type" and (names := _choices(key)):
            message += f", of {', '.join(names)}"
        raise ConfigError(f"{location}: {key}: {message}. Correct the line and run again.") from None


def _choices(key: str) -> tuple[str, ...]:
    """The values that a list may hold, where its schema names them."""
    model: Any = SettingsFile
    for part in key.split("."):
        if part not in getattr(model, "model_fields", {}):
            return ()  # below a project's id
        model = model.model_fields[part].annotation
    kinds = [kind for kind in get_args(model) if get_origin(kind) is Literal]
    return tuple(value for kind in kinds for value in get_args(kind))


def nearest(key: str, valid: Collection[str]) -> str:
    """The most similar known key or section, by its whole name or its last word; empty where none is similar."""
    sections = tuple(dict.fromkeys(k.partition(".")[0] for k in valid))
    last = {k.rpartition(".")[2]: k for k in valid}
    close = difflib.get_close_matches(key, (*valid, *sections), n=1, cutoff=0.6)
    if not close:
        close = [last[m] for m in difflib.get_close_matches(key.rpartition(".")[2], last, n=1, cutoff=0.75)]
    return close[0] if close else ""
