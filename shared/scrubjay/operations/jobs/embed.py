"""Backfill of missing vectors, in batches, interruptible after each."""

from collections.abc import Callable, Iterator
from functools import partial

from scrubjay.extensions.kinds.content import Embedder
from scrubjay.inference.embedding.saved import fetch
from scrubjay.knowledge.index.generation import drop_others, generation, known_embedders
from scrubjay.knowledge.index.vectors import VectorIndex
from scrubjay.model.encoded import Encoded
from scrubjay.model.frozen import dataclass
from scrubjay.operations.jobs.intake import VectorIntake
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection

FETCHED = 1024
"""Passages fetched at once, in the order in which they matter: to find the first of them, all are looked at."""

BATCH = 64
"""Vectors a transaction: about a second of work, which is how long a new commit waits for the worker."""

Progress = Callable[[int, int], None]
Batch = list[tuple[int, str]]


@dataclass(frozen=True, slots=True)
class Embedded:
    """Vectors computed, passages still without one, and vectors taken that others computed."""

    computed: int
    missing: int
    taken: int = 0


def embed_pending(
    knowledge: Database,
    embedder: Embedder,
    *,
    stop: Callable[[], bool],
    progress: Progress | None = None,
    intake: VectorIntake | None = None,
) -> Embedded:
    """Compute missing vectors: what a question asked for, then corpus by corpus, of documents first.

    The model runs outside of any transaction. Before it an `intake`, of a project's knowledge alone, takes what others
    computed.

    `stop` is called after each batch; `progress` gets the number of passages with a vector, and of all, at the start
    and after each batch.
    Raises ModelUnavailable.
    """
    fetch(embedder)
    index = VectorIndex(embedder.fingerprint)
    made = 0

    def stored() -> None:
        if progress:
            progress(*knowledge.read(index.progress))

    stored()
    taken = intake.take(knowledge, embedder, stop, stored) if intake else 0
    for batch in _batches(knowledge, index):
        encoded = embedder.embed_passages([text for _, text in batch])
        knowledge.write(partial(_store_batch, index, batch, encoded))
        made += len(batch)
        stored()
        if stop():
            break
    have, total = knowledge.read(index.progress)
    if have >= total:
        _leave_old(knowledge, embedder.fingerprint.key)
    return Embedded(made, total - have, taken)


def _leave_old(knowledge: Database, key: str) -> None:
    """Delete vectors of other embedders once every passage has one of this."""
    if any(one.key != key for one in knowledge.read(known_embedders)):
        knowledge.write(lambda c: drop_others(c, key))


def _store_batch(index: VectorIndex, batch: Batch, encoded: Encoded, connection: Connection) -> None:
    index.add(connection, [passage for passage, _ in batch], encoded)
    index.trim(connection)


def _batches(knowledge: Database, index: VectorIndex) -> Iterator[Batch]:
    """Batches of one turn each; what comes meanwhile and matters more doesn't wait for those that were fetched."""

    def fetch(connection: Connection) -> tuple[int, Batch]:
        return generation(connection), index.next_pending(connection, FETCHED)

    while (fetched := knowledge.read(fetch))[1]:
        contents, pending = fetched
        for start in range(0, len(pending), BATCH):
            if start and knowledge.read(partial(_is_outdated, index, contents)):
                break
            yield pending[start : start + BATCH]


def _is_outdated(index: VectorIndex, contents: int, connection: Connection) -> bool:
    """Whether contents came or went, or a question asked for some, since passages were fetched."""
    return generation(connection) != contents or index.asked_for(connection)
