"""What a store of memories offers: search, get, write, since. Values and the protocol."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, runtime_checkable

MOST_FOUND = 100
"""Memories in one answer of a store."""

PAGE = 100
"""Memories that are read between two positions of a replay."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRecord:
    """A memory as stores exchange it: the claim, who made it and when, and whether it holds.

    `id` is the one of the store where it was made. `status` is "active" for what holds; a record whose words were
    forgotten has no content. A grade is never exchanged: each home computes its own from the evidence it has.
    """

    id: str
    kind: str
    content: str
    recorded_at: str
    scope: str = "project"
    author: str = ""
    status: str = "active"
    tags: tuple[str, ...] = ()
    applies: str = ""
    valid_until: str = ""

    @property
    def holds(self) -> bool:
        """Whether it is believed now, and says something."""
        return self.status == "active" and bool(self.content)


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundRecord:
    """A record in an answer, with the store that has it; `score` orders one answer and compares with no other."""

    record: StoredRecord
    backend: str
    score: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class BackendAnswer:
    """What was found, best first, and in words which stores took no part, and why. Empty `degraded`: all did."""

    found: tuple[FoundRecord, ...] = ()
    degraded: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedRecords:
    """The records that changed after a position, oldest first, and the position after them; `more` says go on."""

    records: tuple[StoredRecord, ...] = ()
    position: str = ""
    more: bool = False


class WriteOutcome(StrEnum):
    """What a store did with a record. It never says that it stored what it didn't."""

    STORED = "stored"
    KNOWN = "known"
    HELD = "held for a person"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class WriteReceipt:
    """The outcome of one write, and why where it is a refusal."""

    outcome: WriteOutcome
    why: str = ""


@runtime_checkable
class MemoryBackend(Protocol):
    """A store of memories. Methods may be called from several threads, and raise ScrubjayError when it is down.

    To write a record again, unchanged, changes nothing: the answer is then "known".
    """

    @property
    def name(self) -> str:
        """What answers call it by, such as "this home"."""
        ...

    def search(self, query: str, limit: int, scope: str = "") -> BackendAnswer:
        """The records that fit some words, best first, of one scope or of all; nothing forgotten."""
        ...

    def get(self, id: str) -> StoredRecord | None:
        """A record by its whole id, however it stands; None where the store doesn't have it."""
        ...

    def write(self, record: StoredRecord) -> WriteReceipt:
        """Keep a record. When this returns "stored", it is."""
        ...

    def since(self, position: str, limit: int = PAGE) -> ChangedRecords:
        """The records that changed after a position that this store gave; from the beginning for an empty one."""
        ...
