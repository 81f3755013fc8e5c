"""Vectors and token states for a member's home, which has the passages itself: it asks by blob and hash of the text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scrubjay.model.given import GivenVectors, PassageKey
from scrubjay_team.database.queries import load
from scrubjay_team.index.keys import vector_key
from scrubjay_team.index.postgres_index import codes_sent

if TYPE_CHECKING:
    from uuid import UUID

    from scrubjay_team.database.connecting import Connection

Q = load(__package__)


def give_vectors(connection: Connection, project: UUID, fingerprint: str, wanted: Sequence[PassageKey]) -> GivenVectors:
    """What a project has of some passages, in the transaction of who asks.

    One statement, whatever is asked. A blob that no view shows, a project that isn't granted or isn't there, one that
    isn't indexed and one with vectors of another embedder give the same: nothing.
    """
    values = {"project": project, "fingerprint": fingerprint, "keys": [vector_key(key) for key in wanted]}
    rows = connection.execute(Q.vectors_given, values).fetchall()
    return GivenVectors(
        fingerprint,
        tuple(row["place"] - 1 for row in rows),
        codes_sent([row["code"] for row in rows]).tobytes(),
        tuple(row["states"] or b"" for row in rows),
    )
