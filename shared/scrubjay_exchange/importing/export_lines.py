"""Memories of an export as claims: what holds of a file whose history nobody can vouch for."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scrubjay_exchange.importing.record import Item, Record, Skipped


def claims(scope: str, lines: Sequence[dict[str, Any]], here: Mapping[str, str]) -> Iterator[Item]:
    """Each memory of an export. What says the same as the one `here` of its id is known: nothing is written of it."""
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
