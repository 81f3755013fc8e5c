"""Token states in one database: 2 bits a component, of the most central passages."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from scrubjay.inference.embedding.states import BITS
from scrubjay.knowledge.index.generation import Q
from scrubjay.storage.driver import Connection

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Codes = NDArray[np.int8]


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
