"""Vectors of documents that somebody else computed: which are asked for, and which are whose."""

import json
from collections.abc import Sequence
from typing import Final

from scrubjay.knowledge.index.generation import Q, bump
from scrubjay.knowledge.index.kinds import COMMIT, NOT_FROM_GIT
from scrubjay.knowledge.index.vectors import embedded_text
from scrubjay.model.frozen import dataclass
from scrubjay.model.given import PassageKey, passage_hash
from scrubjay.storage.driver import Connection

OWN: Final = (*NOT_FROM_GIT, COMMIT)
"""Formats of which nobody is asked: what a person remembers leaves no trace elsewhere, not even a hash."""


@dataclass(frozen=True, slots=True)
class PendingDocument:
    """A passage of a document that has no vector, with the text to embed."""

    id: int
    blob: str
    text: str

    @property
    def key(self) -> PassageKey:
        """What others are told of it."""
        return PassageKey(self.blob, passage_hash(self.text))


def askable(connection: Connection, fingerprint: int, before: int, limit: int) -> list[PendingDocument]:
    """Passages of documents without a vector of an embedder, by its number, with ids below `before`, newest first."""
    values = {"fingerprint": fingerprint, "before": before, "limit": limit, "own": json.dumps(OWN)}
    rows = connection.execute(Q.askable, values)
    return [PendingDocument(row["id"], row["blob"], embedded_text(row)) for row in rows]


def askable_count(connection: Connection, fingerprint: int) -> int:
    """How many such passages there are."""
    values = {"fingerprint": fingerprint, "own": json.dumps(OWN)}
    return int(connection.execute(Q.askable_count, values).fetchone()[0])


def mark_given(connection: Connection, key: str, passages: Sequence[int], source: str) -> None:
    """Note whose the vectors of some passages are, of the embedder with this key."""
    connection.execute(Q.mark_given, {"key": key, "passages": json.dumps(list(passages)), "source": source})


def givers(connection: Connection) -> dict[str, int]:
    """How many vectors each of others gave that are here."""
    return {row["source"]: row["vectors"] for row in connection.execute(Q.givers)}


def drop_given(connection: Connection, source: str) -> int:
    """Drop all vectors that somebody gave, with their signs and token states; returns how many."""
    values = {"source": source}
    connection.execute(Q.drop_given_states, values)
    connection.execute(Q.drop_given_bits, values)
    dropped = connection.execute(Q.drop_given, values).rowcount
    if dropped:
        bump(connection)
    return dropped
