"""Memories of an export as claims: what holds of a file whose history nobody can vouch for."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scrubjay.importing.formats import EXPORT, Format
from scrubjay.importing.record import Item, Record, Skipped


def format_of_export(scope: str, lines: Sequence[dict[str, Any]], here: Mapping[str, str]) -> Format:
    """The format of an export that was read already: whose authors aren't a program, but whoever imports it.

    `here` are the words of memories that are here, by id: what says the same is known, and nothing is written of it.
    """
    return Format(EXPORT, "scrubjay's own JSON lines", lambda _: _items(scope, lines, here), ours=True)


def _items(scope: str, lines: Sequence[dict[str, Any]], here: Mapping[str, str]) -> Iterator[Item]:
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
