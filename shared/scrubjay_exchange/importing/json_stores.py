"""Readers of memories as JSON: mem0's `get_all()`, the knowledge graph of server-memory, and an export as claims."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from scrubjay.errors import LimitExceeded
from scrubjay.model.counted import counted
from scrubjay.model.record import Item, Record, Skipped
from scrubjay.privacy.secrets.masking import masked_text
from scrubjay_exchange.importing.files import MAX_RECORDS, json_file, json_lines, text_of, texts_of
from scrubjay_exchange.importing.mapping import kind_of, tags_of


def read_mem0(path: Path) -> Iterator[Item]:
    """The memories of a mem0 file, each with its user; which agent or run stored it is left out."""
    value = json_file(path)
    found = results(value)
    if len(found) > MAX_RECORDS:
        raise LimitExceeded(f"{path} has more than {counted(MAX_RECORDS, 'memory')}. Import a part of it.")
    for number, item in enumerate(found, 1):
        text = text_of(item.get("memory")) if isinstance(item, dict) else ""
        where = f"{path.name}#{number}"
        if not text.strip():
            yield Skipped(where, "no memory with a text")
            continue
        metadata = item.get("metadata") if isinstance(item.get("metadata"), dict) else {}
        category = text_of(metadata.get("category"))
        yield Record(
            text=text,
            where=where,
            name=text_of(item.get("id")),
            kind=kind_of(category),
            tags=tags_of([category, *texts_of(metadata.get("tags")), *texts_of(item.get("categories"))]),
            owner=text_of(item.get("user_id")),
            made_at=text_of(item.get("created_at")),
        )
    yield from _skipped_content(value, path.name)


def _skipped_content(value: Any, name: str) -> Iterator[Skipped]:
    """What a mem0 answer holds besides memories, as skipped items."""
    relations = value.get("relations") if isinstance(value, dict) else None
    for number, _ in enumerate(relations if isinstance(relations, list) else [], 1):
        yield Skipped(f"{name} relations#{number}", "a relation of mem0's graph, which says nothing of whose it is")
    if not isinstance(_listed(value), list):
        yield Skipped(name, "no list of memories as `get_all()` returns it")


def results(value: Any) -> list[Any]:
    """The memories of a mem0 answer: older releases return a list, newer ones an object around it."""
    found = _listed(value)
    return found if isinstance(found, list) else []


def _listed(value: Any) -> Any:
    """The memories that a mem0 answer holds, unchecked."""
    return value.get("results", value.get("memories")) if isinstance(value, dict) else value


def is_answer(value: Any) -> bool:
    """Whether a JSON value is an answer of mem0."""
    found = results(value)
    return bool(found) and isinstance(found[0], dict) and "memory" in found[0]


def read_server_memory(path: Path) -> Iterator[Item]:
    """The items of a server-memory file: each observation, named with its entity; each relation as a sentence."""
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
    """The observations of an entity, each as a record."""
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
    """A relation as a record of one sentence; skipped where an end is missing."""
    parts = [text_of(value.get(part)).replace("_", " ").strip() for part in ("from", "relationType", "to")]
    if not all(parts):
        return Skipped(where, "a relation without both its ends")
    return Record(text=" ".join(parts), where=where, tags=tags_of([text_of(value.get("from")), "relation"]))


def is_line(value: Any) -> bool:
    """Whether a file's first line is an entity or relation of server-memory."""
    fields = {"entity": ("name", "observations"), "relation": ("from", "to", "relationType")}
    return isinstance(value, dict) and all(key in value for key in fields.get(str(value.get("type")), ("\0",)))


def claims(scope: str, lines: Sequence[dict[str, Any]], here: Mapping[str, str]) -> Iterator[Item]:
    """The memories of an export as records; one that says the same as the memory `here` of its id changes nothing."""
    for line in lines:
        memory, where = line["memory"], f"memory {line['memory']['id'][:12]}"
        status = line["beliefs"][-1]["status"]
        if status != "active" or not memory["content"]:
            yield Skipped(where, f"{status} there")
            continue
        yield Record(
            text=memory["content"],
            where=where,
            name=memory["id"],
            kind=memory["kind"],
            tags=tuple(json.loads(memory["tags"])),
            scope=scope,
            applies=memory["applies"],
            id=memory["id"] if here.get(memory["id"]) == memory["content"] else "",
        )
