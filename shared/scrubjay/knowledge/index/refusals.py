"""Refusals: what isn't indexed by a rule of a policy, with the reason."""

from collections.abc import Iterable, Mapping

from scrubjay.knowledge.index.generation import Q
from scrubjay.storage.driver import Connection, Row

ABSENT = -1
"""The size of a blob that a partial clone lacks."""


def refuse(connection: Connection, rows: Iterable[Mapping[str, object]]) -> None:
    """Record refusals: `blob`, `format`, `policy`, `path`, `reason`, `bytes` and when (`at`), ISO 8601."""
    connection.executemany(Q.add_skipped, rows)


def refused(connection: Connection, format: str) -> list[Row]:
    """The refusals of a format: `blob` and `reason`, by blob."""
    return list(connection.execute(Q.skipped_of_format, {"format": format}).fetchall())


def accept(connection: Connection, format: str) -> None:
    """Delete all refusals of a format."""
    connection.execute(Q.clear_skipped_of_format, {"format": format})


def find(connection: Connection, blob: str, format: str, policy: str) -> Row | None:
    """The refusal of one blob: its row; None where it isn't refused."""
    row: Row | None = connection.execute(Q.find_skipped, {"blob": blob, "format": format, "policy": policy}).fetchone()
    return row


def by_policy(connection: Connection, policy: str) -> dict[tuple[str, str], tuple[str, int]]:
    """The refusals of a policy, by blob and format: reason and size; the size is `ABSENT` for missing blobs."""
    rows = connection.execute(Q.skipped_by, {"policy": policy})
    return {(row["blob"], row["format"]): (row["reason"], row["bytes"]) for row in rows}


def absent_blobs(connection: Connection) -> list[str]:
    """The blobs that a partial clone lacked."""
    return [row["blob"] for row in connection.execute(Q.absent).fetchall()]


def absent_since(connection: Connection) -> str:
    """When blobs were last found missing, ISO 8601; empty where none is."""
    return str(connection.execute(Q.absent_since).fetchone()["at"] or "")


def drop_arrived(connection: Connection, blobs: Iterable[str], at: str) -> None:
    """Drop the refusals of blobs that were absent and are there by now (`at`, ISO 8601); the others stay absent."""
    connection.executemany(Q.arrived, [{"blob": blob} for blob in blobs])
    connection.execute(Q.still_absent, {"at": at})


def drop_stale(connection: Connection, policy: str) -> None:
    """Drop the refusals of every other policy."""
    connection.execute(Q.drop_stale_skipped, {"policy": policy})
