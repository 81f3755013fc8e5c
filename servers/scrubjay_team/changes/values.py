"""What members are told of: which things changed, by ids and counts; never a word of what they say."""

from datetime import datetime
from typing import Final, Literal

from scrubjay.model.frozen import dataclass

Told = Literal["memories", "handoffs", "pool"]

MOST_IDS: Final = 100
"""Ids that one change names; `count` says how many there are."""


@dataclass(frozen=True, slots=True)
class OutboxPosition:
    """A moment of the outbox: the transactions and the newest change that were visible then, of which database, and
    its clock.
    """

    snapshot: str
    last: int
    epoch: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldChange:
    """What changed of one resource: memories of a project (or of none), handoffs for one client or any, or a pool.

    `id` and `name` are the project's or the pool's, `name` of handoffs the client. `others` counts what the caller
    didn't do alone, `fresh` what others made, `ended` the caller's handoffs that ended; `waiting` are the handoffs that
    wait for the caller, `over` those that were for the caller and wait no more.
    """

    told: Told
    id: str
    name: str
    ids: tuple[str, ...]
    gone: tuple[str, ...]
    count: int
    others: int
    fresh: int
    waiting: tuple[str, ...]
    over: tuple[str, ...]
    ended: int


@dataclass(frozen=True, slots=True)
class ToldChanges:
    """What changed up to a position. `resync`: more than can be told, or since before what is kept; ask anew."""

    upto: OutboxPosition
    changes: tuple[ToldChange, ...] = ()
    resync: bool = False
