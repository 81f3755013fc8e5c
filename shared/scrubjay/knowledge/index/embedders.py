"""Embedders that have vectors in a database: how many, how large; those of an old one may go."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

from scrubjay.knowledge.index.generation import Q
from scrubjay.storage.driver import Connection


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
