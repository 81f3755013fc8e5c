"""Which memories cite what, and which took another's place? Those that the view shows, as nobody stored them."""

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from scrubjay.memory.store.reader import MemoryReader
from scrubjay.model.memory import Memory, MemoryStatus
from scrubjay.model.view import View
from scrubjay.storage.driver import Connection
from scrubjay_graph.model import (
    Edge,
    EdgeEvidence,
    EdgeKind,
    Node,
    NodeKind,
    commit_key,
    file_key,
    request_key,
    symbol_key,
    symbol_of,
)
from scrubjay_graph.store import Q

LENGTH: Final = 120
"""Characters of a memory that are its title."""


def memory_key(id: str) -> str:
    """The key of a memory."""
    return f"memory:{id}"


def shown_memories(reader: MemoryReader, view: View, ids: Collection[str] | None = None) -> tuple[Memory, ...]:
    """The project's memories that hold and that the view shows; the user's own are nobody else's and stay away.

    With `ids` only these of HEAD's view.
    """
    if ids is not None and not ids:
        return ()
    if not view.as_of:
        listed = reader.narrowed(status=MemoryStatus.ACTIVE, scope="project", ids=ids or ())
    else:
        then = reader.believed(view.committed_at, view.committed_at)
        listed = tuple(reader.of_ids([memory.id for memory in then], view.commit).values())
    return tuple(one for one in listed if one.scope == "project" and one.content and not one.is_question)


def memories_called(connection: Connection, name: str) -> set[str]:
    """The ids that a name may mean: each word of it that may be the beginning of one."""
    words = re.findall(r"[0-9a-f]{7,64}", name.lower())
    return {row["id"] for word in words for row in connection.execute(Q.called, {"id": word})}


def memories_next_to(connection: Connection, keys: Collection[str]) -> set[str]:
    """The ids of the memories that may be one step from some entities, given by their keys."""
    paths: set[str] = set()
    others: set[str] = set()
    memories: set[str] = set()
    for key in keys:
        kind, _, rest = key.partition(":")
        if kind in ("file", "symbol"):
            paths.update(filter(None, (symbol_of(key)[0] if kind == "symbol" else rest,)))
        elif kind in ("commit", "request"):
            others.add(rest)
        elif kind == "memory":
            memories.add(rest)
    params = {"paths": paths, "others": others, "memories": memories}
    rows = connection.execute(Q.citing, {name: json.dumps(sorted(values)) for name, values in params.items()})
    return {row["id"] for row in rows}


def citations_of(connection: Connection, memories: Sequence[Memory]) -> list[Mapping[str, Any]]:
    """The citations of some memories that were found, each with the memory's id."""
    ids = json.dumps(sorted(memory.id for memory in memories))
    return list(connection.execute(Q.cited, {"ids": ids}).fetchall())


def memory_edges(
    memories: Sequence[Memory], citations: Sequence[Mapping[str, Any]], view: View
) -> Iterator[Node | Edge]:
    """Memories with what they cite, as far as the view holds it."""
    shown = {memory.id for memory in memories}
    for memory in memories:
        title = " ".join(memory.content.split())
        more = f" ({memory.elsewhere})" if memory.elsewhere else ""
        yield Node(memory_key(memory.id), NodeKind.MEMORY, f"{memory.kind}: {title[:LENGTH]}{more}")
        for older in memory.supersedes:
            if older in shown:
                place = EdgeEvidence(f"memory {memory.id[:12]}", 0, 0, memory.commit)
                yield Edge(memory_key(memory.id), EdgeKind.SUPERSEDES, memory_key(older), place)
    for row in citations:
        key = memory_key(row["id"])
        place = EdgeEvidence(row["path"], row["start_line"], row["end_line"], row["commit_sha"] or view.commit)
        if row["kind"] == "commit" and len(row["target"]) >= 40:
            yield Edge(key, EdgeKind.CITES, commit_key(row["target"]), EdgeEvidence("", 0, 0, row["target"]))
        elif row["kind"] == "issue":
            yield Edge(
                key,
                EdgeKind.CITES,
                request_key(_request(row["text"], row["target"])),
                EdgeEvidence(f"memory {row['id'][:12]}", 0, 0, view.commit),
            )
        elif row["path"]:
            yield Edge(key, EdgeKind.CITES, file_key(row["path"]), place)
            if row["kind"] == "symbol":
                yield Edge(key, EdgeKind.CITES, symbol_key(row["path"], row["target"]), place)


def _request(written: str, target: str) -> str:
    """The number that a claim names, `#12` for `GH-12` too; of a named repository what it was resolved to."""
    number = written.replace("GH-", "#", 1)
    return number if number.startswith(("#", "!")) else target
