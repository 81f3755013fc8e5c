"""Which memories cite what, and which took another's place? Those that the view shows, as nobody stored them."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from scrubjay.graph.model import (
    Edge,
    EdgeEvidence,
    EdgeKind,
    Node,
    NodeKind,
    commit_key,
    file_key,
    request_key,
    symbol_key,
)
from scrubjay.graph.store import Q
from scrubjay.memories import MemoryReader
from scrubjay.model.memory import Memory, MemoryStatus
from scrubjay.model.view import View
from scrubjay.storage import Connection

LENGTH: Final = 120
"""Characters of a memory that are its title."""


def memory_key(id: str) -> str:
    """The key of a memory."""
    return f"memory:{id}"


def shown_memories(reader: MemoryReader, view: View) -> tuple[Memory, ...]:
    """The project's memories that hold and that the view shows; the user's own are nobody else's and stay away."""
    if not view.as_of:
        listed = reader.narrowed(status=MemoryStatus.ACTIVE, scope="project")
    else:
        then = reader.believed(view.committed_at, view.committed_at)
        listed = tuple(reader.of_ids([memory.id for memory in then], view.commit).values())
    return tuple(one for one in listed if one.scope == "project" and one.content and not one.is_question)


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
                request_key(row["target"]),
                EdgeEvidence(f"memory {row['id'][:12]}", 0, 0, view.commit),
            )
        elif row["path"]:
            yield Edge(key, EdgeKind.CITES, file_key(row["path"]), place)
            if row["kind"] == "symbol":
                yield Edge(key, EdgeKind.CITES, symbol_key(row["path"], row["target"]), place)
