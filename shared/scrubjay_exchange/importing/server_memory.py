"""Reader of the knowledge graph that @modelcontextprotocol/server-memory keeps as JSON lines."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scrubjay.privacy.secrets.masking import masked_text
from scrubjay_exchange.importing.files import json_lines, text_of
from scrubjay_exchange.importing.record import Item, Record, Skipped, kind_of, tags_of


def read(path: Path) -> Iterator[Item]:
    """Each observation, with its entity's name where it doesn't say it; each relation as a sentence."""
    for number, value in json_lines(path):
        where = f"{path.name}:{number}"
        kind = value.get("type") if isinstance(value, dict) else None
        if kind == "entity":
            yield from _observations(value, where)
        elif kind == "relation":
            yield _relation(value, where)
        elif value is None:
            yield Skipped(where, "no JSON that can be read")
        else:
            yield Skipped(where, "neither an entity nor a relation")


def _observations(value: dict[str, Any], where: str) -> Iterator[Item]:
    name, type_ = text_of(value.get("name")), text_of(value.get("entityType"))
    told = value.get("observations")
    observations = told if isinstance(told, list) else []
    if not observations:
        yield Skipped(where, f"the entity {masked_text(name)[:80]!r} has no observation")
    for observation in observations:
        text = text_of(observation).strip()
        if not text:
            yield Skipped(where, f"an observation of {masked_text(name)[:80]!r} that is empty or no text")
            continue
        spoken = name.replace("_", " ")
        said = text if not name or name.casefold() in text.casefold() or spoken.casefold() in text.casefold() else (
            f"{spoken}: {text}"
        )  # fmt: skip
        yield Record(text=said, where=where, name=name, kind=kind_of(type_), tags=tags_of([type_, name]))


def _relation(value: dict[str, Any], where: str) -> Item:
    parts = [text_of(value.get(part)).replace("_", " ").strip() for part in ("from", "relationType", "to")]
    if not all(parts):
        return Skipped(where, "a relation without both its ends")
    return Record(text=" ".join(parts), where=where, tags=tags_of([text_of(value.get("from")), "relation"]))


def is_line(value: Any) -> bool:
    """Whether the first line of a file is one of these."""
    fields = {"entity": ("name", "observations"), "relation": ("from", "to", "relationType")}
    return isinstance(value, dict) and all(key in value for key in fields.get(str(value.get("type")), ("\0",)))
