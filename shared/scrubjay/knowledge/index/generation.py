"""Generation of a database's contents, by which derived data is valid; its embedders, and their token states."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final

from scrubjay.inference.embedding.states import BITS
from scrubjay.storage.driver import Connection, load

Q = load(__package__)


def generation(connection: Connection) -> int:
    """A counter of changes to the contents; derived data is valid while it stays."""
    return int(connection.execute(Q.generation).fetchone()[0])


def bump(connection: Connection) -> None:
    """Tell every connection that contents changed."""
    connection.execute(Q.bump_generation)


def state(connection: Connection) -> tuple[int, int]:
    """Differs whenever contents or memories came or went, or vectors were added."""
    generation, last = connection.execute(Q.index_state).fetchone()
    return int(generation), int(last)


@dataclass(frozen=True, slots=True)
class KnownEmbedder:
    """An embedder that has vectors in a database: what it is, how many passages have one, and their bytes."""

    key: str
    model: str
    dim: int
    vectors: int
    bytes: int


def known_embedders(connection: Connection) -> tuple[KnownEmbedder, ...]:
    """Every embedder with vectors here, the newest last."""
    return tuple(
        KnownEmbedder(
            row["key"], str(json.loads(row["spec"]).get("model", "")), row["dim"], row["vectors"], row["bytes"]
        )
        for row in connection.execute(Q.known_embedders)
    )


def together(*embedders: Sequence[KnownEmbedder]) -> tuple[KnownEmbedder, ...]:
    """The embedders of several databases, each once, with what it has in all of them."""
    merged: dict[str, KnownEmbedder] = {}
    for embedder in chain(*embedders):
        earlier = merged.get(embedder.key)
        merged[embedder.key] = (
            replace(embedder, vectors=embedder.vectors + earlier.vectors, bytes=embedder.bytes + earlier.bytes)
            if earlier
            else embedder
        )
    return tuple(merged.values())


def drop_embedder(connection: Connection, key: str) -> None:
    """Drop one embedder's vectors, their signs and token states; the next run makes the current one's anew."""
    connection.execute(Q.drop_fingerprint, {"key": key})


def drop_others(connection: Connection, key: str) -> int:
    """Drop every embedder's vectors but one's; returns how many embedders went."""
    others = [embedder.key for embedder in known_embedders(connection) if embedder.key != key]
    for other in others:
        drop_embedder(connection, other)
    return len(others)


MOST_STATES: Final = 100_000
"""Passages with token states; at 190 tokens each they take 450 MB."""


def add_states(connection: Connection, number: int, rows: Iterable[tuple[int, bytes]]) -> None:
    """Store the states of passages by an embedder's number."""
    connection.executemany(
        Q.add_states, [{"fingerprint": number, "passage": p, "states": blob, "bits": BITS} for p, blob in rows]
    )


def states_of(connection: Connection, number: int, passages: Sequence[int]) -> dict[int, bytes]:
    """The states of some passages, by passage, where they have some."""
    rows = connection.execute(Q.states_of, {"fingerprint": number, "passages": json.dumps(list(passages))})
    return {row["id"]: row["states"] for row in rows}


def trim_states(connection: Connection, number: int, most: int = MOST_STATES) -> None:
    """Take the states beyond so many, of the least central, then oldest passages. Counts them all."""
    (stored,) = connection.execute(Q.count_states, {"fingerprint": number}).fetchone()
    if stored > most:
        connection.execute(Q.trim_states, {"fingerprint": number, "surplus": stored - most})
