"""Reader of what mem0's `get_all()` returns, written as JSON."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scrubjay.importing.files import MAX_RECORDS, json_value, read_text, text_of, texts_of
from scrubjay.importing.record import Item, Record, Skipped, kind_of, tags_of


def read(path: Path) -> Iterator[Item]:
    """Each memory with its user; whatever an agent's id or run says of it is left behind."""
    for number, item in enumerate(results(json_value(read_text(path)))[:MAX_RECORDS], 1):
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


def results(value: Any) -> list[Any]:
    """The memories of an answer: older releases return a list, newer ones an object around it."""
    if isinstance(value, dict):
        value = value.get("results", value.get("memories"))
    return value if isinstance(value, list) else []


def is_answer(value: Any) -> bool:
    """Whether a JSON value is such an answer."""
    found = results(value)
    return bool(found) and isinstance(found[0], dict) and "memory" in found[0]
