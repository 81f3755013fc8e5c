"""This home as a store: searched as always, and written through grounding, as an agent's claim."""

import json
from collections.abc import Callable, Sequence

from scrubjay.backends.backend import (
    MOST_FOUND,
    PAGE,
    BackendAnswer,
    ChangedRecords,
    FoundRecord,
    StoredRecord,
    WriteOutcome,
    WriteReceipt,
)
from scrubjay.errors import NotFound, UsageError
from scrubjay.memories import Blocked, Held, Known, Memories, RememberRequest, Stored
from scrubjay.model.memory import Memory
from scrubjay.storage import load

Q = load(__package__)

Found = Callable[[str, int], Sequence[str]]
"""The ids of the memories that fit some words, best first."""


class HomeBackend:
    """The memories of one project in this home, or those of its user; `author` is who stands behind what is written.

    What another store holds is an agent's claim here, whatever it was there: only a person raises it. What ended there
    ends nothing here.
    """

    def __init__(
        self, memories: Memories, found: Found, author: str, *, scope: str = "project", name: str = "this home"
    ) -> None:
        self.name = name
        self._memories = memories
        self._found = found
        self._author = author
        self._scope = scope

    def search(self, query: str, limit: int, scope: str = "") -> BackendAnswer:
        """What a search of this home returns, memories only."""
        if scope not in ("", self._scope):
            return BackendAnswer()
        ids = [*self._found(query, max(1, min(limit, MOST_FOUND)))]
        memories = self._memories.of_ids(ids)
        found = (
            FoundRecord(record=_record(memories[id]), backend=self.name, score=1 / place)
            for place, id in enumerate(ids, 1)
            if id in memories and memories[id].scope == self._scope
        )
        return BackendAnswer(found=tuple(found))

    def get(self, id: str) -> StoredRecord | None:
        """A memory by its id here, of this scope."""
        try:
            return _record(self._memories.get(id, scope=self._scope))
        except NotFound:
            return None

    def write(self, record: StoredRecord) -> WriteReceipt:
        """Let a record pass grounding, once; what isn't believed there any more is not brought."""
        if record.scope != self._scope:
            return WriteReceipt(WriteOutcome.REFUSED, f"{self.name} holds the scope {self._scope} here")
        if self.get(record.id) is not None:
            return WriteReceipt(WriteOutcome.KNOWN)
        if not record.holds:
            return WriteReceipt(WriteOutcome.REFUSED, f"it is {record.status} in its own store")
        outcome = self._memories.remember(
            RememberRequest(
                content=record.content, kind=record.kind, scope=record.scope, applies=record.applies, tags=record.tags,
                valid_until=record.valid_until, key=f"store:{record.id}", author=self._author,
            )
        )  # fmt: skip
        match outcome:
            case Stored():
                return WriteReceipt(WriteOutcome.STORED)
            case Known():
                return WriteReceipt(WriteOutcome.KNOWN)
            case Held():
                return WriteReceipt(WriteOutcome.HELD)
            case Blocked():
                return WriteReceipt(WriteOutcome.REFUSED, outcome.reason)

    def since(self, position: str, limit: int = PAGE) -> ChangedRecords:
        """The memories of which something else is believed since a position; held ones wait for a person here."""
        if not (position or "0").isdecimal():
            raise UsageError(f"{position[:40]!r} is no position of {self.name!r}. Begin without one.")
        wanted = max(1, limit)
        rows = self._memories.reading(
            self._scope,
            lambda c, place: c.execute(
                Q.changed, {"after": int(position or "0"), "project": place.owner, "limit": wanted}
            ).fetchall(),
        )
        records = tuple(
            StoredRecord(
                id=row["id"], kind=row["kind"], content=row["content"], recorded_at=row["recorded_at"],
                scope=row["scope"], author=row["author"], status=row["status"], tags=tuple(json.loads(row["tags"])),
                applies=row["applies"], valid_until=row["valid_until"],
            )
            for row in rows
        )  # fmt: skip
        last = str(rows[-1]["position"]) if rows else position
        return ChangedRecords(records=records, position=last, more=len(rows) == wanted)


def _record(memory: Memory) -> StoredRecord:
    return StoredRecord(
        id=memory.id, kind=memory.kind, content=memory.content, recorded_at=memory.recorded_at, scope=memory.scope,
        author=memory.author, status=str(memory.status), tags=memory.tags, applies=memory.applies,
        valid_until=memory.valid_until,
    )  # fmt: skip
