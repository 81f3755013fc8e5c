"""Reader of what mem0's `get_all()` returns, written as JSON."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scrubjay.errors import LimitExceeded
from scrubjay.model.counted import counted
from scrubjay_exchange.importing.files import MAX_RECORDS, json_file, text_of, texts_of
from scrubjay_exchange.importing.record import Item, Record, Skipped, kind_of, tags_of


def read(path: Path) -> Iterator[Item]:
    """Each memory with its user; whatever an agent's id or run says of it is left behind."""
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
    yield from _beside(value, path.name)


def _beside(value: Any, name: str) -> Iterator[Skipped]:
    """What an answer holds besides its memories."""
    relations = value.get("relations") if isinstance(value, dict) else None
    for number, _ in enumerate(relations if isinstance(relations, list) else [], 1):
        yield Skipped(f"{name} relations#{number}", "a relation of mem0's graph, which says nothing of whose it is")
    if not isinstance(_listed(value), list):
        yield Skipped(name, "no list of memories as `get_all()` returns it")


def results(value: Any) -> list[Any]:
    """The memories of an answer: older releases return a list, newer ones an object around it."""
    found = _listed(value)
    return found if isinstance(found, list) else []


def _listed(value: Any) -> Any:
    return value.get("results", value.get("memories")) if isinstance(value, dict) else value


def is_answer(value: Any) -> bool:
    """Whether a JSON value is such an answer."""
    found = results(value)
    return bool(found) and isinstance(found[0], dict) and "memory" in found[0]
