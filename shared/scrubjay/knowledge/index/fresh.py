"""Vectors of what was just written, made at once by who wrote it rather than by the worker in a while."""

from contextlib import suppress

from scrubjay.errors import ModelUnavailable
from scrubjay.inference.embedding.embedder import Embedder
from scrubjay.knowledge.index.vectors import VectorIndex
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection


def embed_content(database: Database, embedder: Embedder, blob: str) -> bool:
    """Make the vectors that one content lacks, each passage in a batch of its own; whether it has all now.

    An embedder that has read the same words alone a moment ago, to judge them, doesn't read them again. Nothing where
    the database has no vector of this embedder yet, as one among thousands of passages without would be found by every
    question, nor where the model can't be had: the worker makes them.
    """
    index = VectorIndex(embedder.fingerprint)
    pending = database.read(lambda c: index.pending_of(c, blob) if index.number(c) else None)
    if pending is None:
        return False
    with suppress(ModelUnavailable):
        encoded = [(passage, embedder.embed_passages([text])) for passage, text in pending]

        def store(connection: Connection) -> None:
            for passage, item in encoded:
                index.add(connection, [passage], item)

        if encoded:
            database.write(store)
        return True
    return False
