"""Segment that this machine adds to its ref: what changed here; or all of it anew, without what was forgotten."""

import json
from collections.abc import Callable
from typing import Any

from scrubjay.memory.lifecycle.synced import note_marks, record_of
from scrubjay.memory.store.writing import WriteContext
from scrubjay.model.frozen import dataclass
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection
from scrubjay_exchange.syncing import state
from scrubjay_exchange.syncing.keys import SyncKey
from scrubjay_exchange.syncing.reading import Report
from scrubjay_exchange.syncing.remote import SeenMachine, SegmentHeader
from scrubjay_exchange.syncing.segment import digest, seal
from scrubjay_exchange.syncing.state import StandingMemory
from scrubjay_exchange.syncing.store import SegmentStore

TARGET_BYTES = 2_000_000
"""Bytes of text in a segment, before it is compressed; one memory more never makes it too large."""

LARGEST = 4_000_000
"""Bytes of a memory with its history that are sent: one that is larger stays where it is."""

LONGEST_CHAIN = 1_000
"""Segments after which a ref is begun anew: each is read once by each new machine."""


@dataclass(frozen=True, slots=True)
class Outgoing:
    """Memories to send: each as it stood when it was read, and as a line of a segment."""

    memories: tuple[StandingMemory, ...]
    lines: tuple[dict[str, Any], ...]
    anew: bool
    too_large: tuple[str, ...] = ()


def collect(connection: Connection, place: WriteContext, machine: str, anew: bool) -> Outgoing:
    """What changed here since the last sync; with `anew`, also all that this machine's ref had."""
    chosen = [memory for memory in state.travelling_memories(connection) if memory.moved or (anew and memory.sent)]
    read = [(memory, record_of(connection, place, memory.number, machine)) for memory in chosen]
    fitting = [(memory, line) for memory, line in read if _size(line) <= LARGEST]
    sent = {memory.id for memory, _ in fitting}
    too_large = tuple(memory.id for memory in chosen if memory.id not in sent)
    return Outgoing(tuple(memory for memory, _ in fitting), tuple(line for _, line in fitting), anew, too_large)


def write_segments(
    store: SegmentStore,
    outgoing: Outgoing,
    key: SyncKey,
    last: SeenMachine,
    seen: dict[str, int],
    now: str,
    report: Report,
) -> tuple[SeenMachine, int]:
    """Make commits that follow `last`, or begin anew after it; returns the last segment then, and the bytes.

    No ref shows them yet.
    """
    generation = last.sequence + 1 if outgoing.anew else last.generation
    sequence, previous, head = last.sequence, "" if outgoing.anew else last.digest, "" if outgoing.anew else last.head
    size = done = 0
    for lines in _parts(outgoing.lines):
        report("encrypting", done, len(outgoing.lines))
        sequence += 1
        header = SegmentHeader(
            machine=last.name, generation=generation, sequence=sequence, previous=previous, at=now, seen=seen
        )
        data = seal(header, lines, key)
        head, previous = store.add(data, head), digest(data)
        size, done = size + len(data), done + len(lines)
    return SeenMachine(last.name, generation, sequence, previous, head), size


def note_sent(database: Database, place: Callable[[], WriteContext], outgoing: Outgoing, reached: SeenMachine) -> None:
    """Store that the remote now has these memories of this machine."""

    def note(connection: Connection) -> None:
        if outgoing.anew:
            state.begin_anew(connection)
        for memory, line in zip(outgoing.memories, outgoing.lines, strict=True):
            state.stamp(connection, [memory], state.TOMBSTONE if memory.forgotten else state.WORDS)
            if not memory.forgotten:
                note_marks(connection, memory.number, line)
        state.set_machine(connection, reached, place().now)

    database.write(note)


def _parts(lines: tuple[dict[str, Any], ...]) -> list[list[dict[str, Any]]]:
    """Lines in parts of a bounded size; one part at least, which may be empty."""
    parts: list[list[dict[str, Any]]] = [[]]
    size = 0
    for line in lines:
        length = _size(line)
        if parts[-1] and size + length > TARGET_BYTES:
            parts.append([])
            size = 0
        parts[-1].append(line)
        size += length
    return parts


def _size(line: dict[str, Any]) -> int:
    """How many bytes a line has as JSON."""
    return len(json.dumps(line, ensure_ascii=False).encode("utf-8", "replace"))
