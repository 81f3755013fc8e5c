"""Which passages have no vector yet? Make them, batch by batch, so that one may stop after any."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from scrubjay.embedding.embedder import Embedder, Encoded
from scrubjay.retrieval.known import drop_others, known_embedders
from scrubjay.retrieval.vector import VectorIndex
from scrubjay.storage import Connection, Database

FETCHED = 1024
"""Passages that are looked up at once and sorted by length, so that a batch is padded little."""

BATCH = 64
"""Vectors a transaction: about a second of work, which is how long a new commit waits for the worker."""

Progress = Callable[[int, int], None]
Batch = list[tuple[int, str]]


@dataclass(frozen=True, slots=True)
class Embedded:
    """How many vectors were made, and how many passages still have none."""

    made: int
    left: int


def embed_pending(
    knowledge: Database, embedder: Embedder, *, stop: Callable[[], bool], progress: Progress | None = None
) -> Embedded:
    """Make the vectors that are missing, newest documents first. The model runs outside of any transaction.

    `stop` is asked after each batch; `progress` gets how many passages have a vector, and how many there are, at once
    and after each batch.
    Raises ModelUnavailable.
    """
    index = VectorIndex(embedder.fingerprint)
    made = 0
    if progress:
        progress(*knowledge.read(index.progress))
    for batch in _batches(knowledge, index):
        encoded = embedder.embed_passages([text for _, text in batch])
        knowledge.write(partial(_store, index, batch, encoded))
        made += len(batch)
        if progress:
            progress(*knowledge.read(index.progress))
        if stop():
            break
    have, total = knowledge.read(index.progress)
    if have >= total:
        _leave_old(knowledge, embedder.fingerprint.key)
    return Embedded(made, total - have)


def _leave_old(knowledge: Database, key: str) -> None:
    """Vectors of another embedder are of no use once every passage has one of this."""
    if any(one.key != key for one in knowledge.read(known_embedders)):
        knowledge.write(lambda c: drop_others(c, key))


def _store(index: VectorIndex, batch: Batch, encoded: Encoded, connection: Connection) -> None:
    index.add(connection, [passage for passage, _ in batch], encoded)
    index.trim(connection)


def _batches(knowledge: Database, index: VectorIndex) -> Iterator[Batch]:
    while pending := knowledge.read(lambda c: index.pending(c, FETCHED)):
        pending.sort(key=lambda item: len(item[1]))
        yield from (pending[start : start + BATCH] for start in range(0, len(pending), BATCH))
