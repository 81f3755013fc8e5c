"""Index entries of memories: derived contents, and marks of likeness; all can be rebuilt."""

import json
from collections import Counter
from collections.abc import Mapping
from hashlib import blake2b
from itertools import chain

from scrubjay.knowledge.chunking import PASSAGE_TOKENS, TokenCounter, chunk
from scrubjay.knowledge.index import store
from scrubjay.knowledge.index.generation import bump
from scrubjay.knowledge.index.kinds import MEMORY
from scrubjay.storage.driver import Connection, Row, load
from scrubjay.text.words import words

MARKS = 16
"""With 92 % of the words in common two texts share a mark all but surely (1 - .08^16), with half of them nearly so."""

MOST_WORDS = 2_000
_MASK = (1 << 64) - 1
_ODD = tuple(int.from_bytes(blake2b(bytes([n]), digest_size=8).digest(), "big") | 1 for n in range(MARKS))


def marks(text: str) -> tuple[int, ...]:
    """The marks of a text's words, as signed 64-bit numbers; none for a text without words."""
    distinct = sorted(set(words(text.casefold())))[:MOST_WORDS]
    hashes = [
        int.from_bytes(blake2b(word.encode("utf-8", "replace"), digest_size=8).digest(), "big") for word in distinct
    ]
    if not hashes:
        return ()
    # The multiplied high bits decide; the lowest byte names the permutation, so that marks of two never meet.
    return tuple(
        ((min((value * odd & _MASK) for value in hashes) & ~0xFF) | n) - (1 << 63) for n, odd in enumerate(_ODD)
    )


Q = load(__package__)

CHUNKER = "memory-1"
BATCH = 200
FEWEST_MARKS = 3
"""Of the sixteen: two texts with half of their words in common share fewer twice in a thousand times."""

PER_MARK = 100
"""Memories looked at for one mark: in a crowd of near repetitions the newest stand for all."""


def index_memory(
    connection: Connection, counter: TokenCounter, number: int, id: str, content: str, recorded_at: str
) -> None:
    """Write what is derived of one memory, inside the caller's write transaction."""
    pieces = chunk(content, "text", counter=counter, max_tokens=PASSAGE_TOKENS).passages
    stored = store.Content(
        blob=id,
        format=MEMORY,
        chunker=CHUNKER,
        text=content,
        size=len(content.encode()),
        read_at=recorded_at,
        changed_at=recorded_at,
        changed_commit="unknown",
    )
    store.add(connection, stored, pieces)
    connection.executemany(Q.add_likeness, [{"mark": mark, "memory": number} for mark in marks(content)])


def index_missing(connection: Connection, counter: TokenCounter) -> int:
    """Index a batch of memories that are not; returns how many there were."""
    rows = connection.execute(Q.unindexed, {"limit": BATCH}).fetchall()
    for row in rows:
        index_memory(connection, counter, row["number"], row["id"], row["content"], row["recorded_at"])
    if rows:
        _tell(connection)
    return len(rows)


def drop_index(connection: Connection) -> None:
    """Drop everything that is derived of memories."""
    store.remove(connection, [row["id"] for row in connection.execute(Q.contents).fetchall()])
    connection.execute(Q.clear_likeness)
    _tell(connection)


def _tell(connection: Connection) -> None:
    """Contents of memories came or went although nothing else is believed: whatever was derived is out of date."""
    connection.execute(Q.bump_generation)
    bump(connection)


def alike(connection: Connection, content: str, params: Mapping[str, str], limit: int) -> list[Row]:
    """Memories that hold or wait and share most marks with a text, most first, then newer first.

    `params` names scope, project and the moment (`at`).
    """
    shared: Counter[int] = Counter()
    for mark in marks(content):
        shared.update(chain.from_iterable(connection.execute(Q.alike, {"mark": mark, "limit": PER_MARK})))
    shared = Counter({number: count for number, count in shared.items() if count >= FEWEST_MARKS})
    likely = sorted(shared, key=lambda number: (-shared[number], -number))[: limit * 4]
    rows: list[Row] = []
    for start in range(0, len(likely), limit):  # most of them hold: the first few are enough
        numbers = json.dumps(likely[start : start + limit])
        rows += connection.execute(Q.candidates, {**params, "numbers": numbers}).fetchall()
        if len(rows) >= limit:
            break
    return sorted(rows, key=lambda row: (-shared[row["number"]], -row["number"]))[:limit]
