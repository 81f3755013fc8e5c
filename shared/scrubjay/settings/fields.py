"""Every key of the user's file with its field in the schema: the one place that walks the models."""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Annotated, Any, get_args, get_origin

from scrubjay.model.frozen import dataclass
from scrubjay.settings.rules import Rule
from scrubjay.settings.schema import SettingsFile
from scrubjay.settings.section import FOREIGN, Section, SectionField

Sections = Mapping[str, Any]
"""Further sections of the file, such as an extension's: a model, or another type with a default of `{}`."""

NO_SECTIONS: Sections = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Setting:
    """A place in the file: its parts, and the key of the schema that it belongs to.

    They differ within a mapping such as `forges`, whose entries have names of their own.
    """

    parts: tuple[str, ...]
    key: str

    def __str__(self) -> str:
        return ".".join(self.parts)


def schema_of(sections: Sections = NO_SECTIONS) -> type[SettingsFile]:
    """The schema of the file with further sections, which only the file sets."""
    if not sections:
        return SettingsFile
    kinds = {name: Annotated[kind, Rule.FILE_ONLY, FOREIGN] for name, kind in sections.items()}
    return type("SettingsFile", (SettingsFile,), {"__annotations__": kinds} | {key: {} for key in kinds})


def fields_of(kind: Any) -> Mapping[str, SectionField]:
    """The fields of a section, or those of an extension's model; none of any other type."""
    if not isinstance(kind, type) or get_origin(kind) is not None:
        return {}
    found: Mapping[str, SectionField] = kind.fields if issubclass(kind, Section) else getattr(kind, "model_fields", {})
    return found


def fields(sections: Sections = NO_SECTIONS) -> Iterator[tuple[str, SectionField]]:
    """Every dotted key that can be set with its field, in the schema's order; those of further sections last."""
    return ((key, chain[-1]) for key, chain in _keys_with_fields(schema_of(sections), "", ()))


def keys(model: type[Section] = SettingsFile) -> tuple[str, ...]:
    """Every dotted key that can be set, in the schema's order."""
    return tuple(key for key, _ in _keys_with_fields(model, "", ()))


def keys_with_rule(rule: Rule, sections: Sections = NO_SECTIONS) -> frozenset[str]:
    """The keys that have a rule, of their own or of a section above."""
    return frozenset(
        key
        for key, chain in _keys_with_fields(schema_of(sections), "", ())
        if any(rule in field.metadata for field in chain)
    )


def find(name: str, model: type[Section] = SettingsFile) -> Setting | None:
    """The setting that a dotted name stands for; None if the schema has none, or if it is a whole section."""
    key = next((key for key in keys(model) if name == key or name.startswith(f"{key}.")), "")
    if not key or name == key:
        return Setting(tuple(name.split(".")), key) if key else None
    inner = _entry_section(next(chain[-1] for one, chain in _keys_with_fields(model, "", ()) if one == key).annotation)
    if inner is None:
        return None
    entry = name.removeprefix(f"{key}.")
    below = max((end for end in keys(inner) if entry.endswith(f".{end}")), key=len, default="")
    named = (entry.removesuffix(f".{below}"), *below.split(".")) if below else (entry,)
    return Setting((*key.split("."), *named), key)


def value_at(value: Any, parts: Iterable[str]) -> Any:
    """The value at a place of a validated file; None where there is none."""
    for part in parts:
        value = value.get(part) if isinstance(value, dict) else getattr(value, part, None)
    return value


def _keys_with_fields(
    model: Any, prefix: str, above: tuple[SectionField, ...]
) -> Iterator[tuple[str, tuple[SectionField, ...]]]:
    for name, field in fields_of(model).items():
        if fields_of(field.annotation):
            yield from _keys_with_fields(field.annotation, f"{prefix}{name}.", (*above, field))
        else:
            yield f"{prefix}{name}", (*above, field)


def _entry_section(kind: Any) -> Any:
    """The section of a mapping's entries, where they have one."""
    inner = get_args(kind)[1] if get_origin(kind) is dict else None
    return inner if fields_of(inner) else None
