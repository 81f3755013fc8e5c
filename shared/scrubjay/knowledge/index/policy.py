"""Policy of an index: how a text becomes passages, and what is refused by which rule."""

from collections.abc import Iterable, Mapping
from typing import Literal

from scrubjay.extensions.kinds.parser import Parser
from scrubjay.knowledge.index.generation import Q
from scrubjay.knowledge.index.kinds import COMMIT
from scrubjay.model.frozen import dataclass, field
from scrubjay.model.view import Format
from scrubjay.storage.driver import Connection, Row


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """How a blob becomes passages, and which blobs are refused.

    `chunker` keys the contents of files: it changes when the same bytes would give other passages. `commits` keys those
    of commits, so that another way to cut documents leaves these and their vectors as they are. `key` keys refusals:
    it changes also with the limits. `parser` keys parsed decisions and incidents, and changes when the same text would
    be parsed differently. `max_bytes` is the largest blob that is read. `allowed` holds marks of values that the user
    declared not to be secrets. `parsers` are those of extensions, by format.
    """

    chunker: str
    commits: str
    key: str
    parser: str
    max_bytes: int
    skip_binary: bool
    secrets: Literal["mask", "skip"]
    allowed: tuple[str, ...] = ()
    parsers: Mapping[Format, Parser] = field(default_factory=dict, compare=False)

    def key_of(self, format: str) -> str:
        """The key of current contents of a format."""
        return self.commits if format == COMMIT else self.chunker


ABSENT = -1
"""The size of a blob that a partial clone lacks."""


def refuse(connection: Connection, rows: Iterable[Mapping[str, object]]) -> None:
    """Record refusals: `blob`, `format`, `policy`, `path`, `reason`, `bytes` and when (`at`), ISO 8601."""
    connection.executemany(Q.add_skipped, rows)


def refused(connection: Connection, format: str) -> list[Row]:
    """The refusals of a format: `blob` and `reason`, by blob."""
    return list(connection.execute(Q.skipped_of_format, {"format": format}).fetchall())


def accept(connection: Connection, format: str) -> None:
    """Drop all refusals of a format."""
    connection.execute(Q.clear_skipped_of_format, {"format": format})


def find(connection: Connection, blob: str, format: str, policy: str) -> Row | None:
    """Why one blob was refused: the row, None where it wasn't."""
    row: Row | None = connection.execute(Q.find_skipped, {"blob": blob, "format": format, "policy": policy}).fetchone()
    return row


def by_policy(connection: Connection, policy: str) -> dict[tuple[str, str], tuple[str, int]]:
    """What a policy refuses, by blob and format: the reason and the size, `ABSENT` for missing blobs."""
    rows = connection.execute(Q.skipped_by, {"policy": policy})
    return {(row["blob"], row["format"]): (row["reason"], row["bytes"]) for row in rows}


def absent(connection: Connection) -> list[str]:
    """The blobs that a partial clone lacked."""
    return [row["blob"] for row in connection.execute(Q.absent).fetchall()]


def absent_since(connection: Connection) -> str:
    """When blobs were last found missing, ISO 8601; empty where none is."""
    return str(connection.execute(Q.absent_since).fetchone()["at"] or "")


def arrived(connection: Connection, blobs: Iterable[str], at: str) -> None:
    """Drop the refusals of blobs that were absent and are there by now (`at`, ISO 8601); the others stay absent."""
    connection.executemany(Q.arrived, [{"blob": blob} for blob in blobs])
    connection.execute(Q.still_absent, {"at": at})


def drop_stale(connection: Connection, policy: str) -> None:
    """Drop the refusals of every other policy."""
    connection.execute(Q.drop_stale_skipped, {"policy": policy})
