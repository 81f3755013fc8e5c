"""Memories of a team in PostgreSQL, inside one member's transaction: read, added, ended and forgotten, row by row."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from scrubjay.errors import NotFound, UsageError
from scrubjay.memory.store.request import RememberRequest
from scrubjay.memory.store.rows import digest, end_of
from scrubjay.model.evidence import ValidationResult
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.hints import LEAST_DIGITS, too_short_hint
from scrubjay.model.memory import MemoryStatus
from scrubjay_team.database.queries import load
from scrubjay_team.memories.claims import Reach, key_digest
from scrubjay_team.memories.memory import MemoryEvent, Row, TeamMemory, event_of, grounds_text, memory_of
from scrubjay_team.memories.pieces import Piece
from scrubjay_team.memories.rights import no_project
from scrubjay_team.memories.sources import MirrorText, Wanted, standing, texts_at
from scrubjay_team.memories.words import mark_keys

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Entered

Q = load(__package__)

ID_DIGITS = 32
LONGEST_REASON = 1_000
MOST_RIVALS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMemory:
    """A memory that is to be added; `replaces` is the id whose place it takes in the way `how`, if it takes one.

    `told`: the store that sends it has it as told, which is no ground here.
    """

    id: UUID
    reach: Reach
    request: RememberRequest
    result: ValidationResult
    status: MemoryStatus
    reason: str
    replaces: UUID | None = None
    how: str = ""
    told: bool = False


class MemoryStore:
    """The memories that one member's transaction sees."""

    def __init__(self, entered: "Entered", now: datetime) -> None:
        self._connection = entered.connection
        self._caller = entered.caller
        self._now = now

    def lock(self, number: int) -> None:
        """Wait for whoever writes under the same number, until this transaction ends."""
        self._connection.execute(Q.lock, {"number": number})

    def project(self, called: str) -> UUID:
        """The granted project that has this name, or this id. Raises UsageError."""
        rows = self._connection.execute(Q.projects).fetchall()
        found = [row["id"] for row in rows if row["name"] == called] or [
            row["id"] for row in rows if row["id"].hex == called
        ]
        if not found:
            raise no_project(called, [row["name"] for row in rows])
        return UUID(str(found[0]))

    def only_project(self) -> tuple[UUID, str] | None:
        """The one project that is granted, and its name; None where there are none or several."""
        rows = self._connection.execute(Q.projects).fetchall()
        return (rows[0]["id"], rows[0]["name"]) if len(rows) == 1 else None

    def same_words(self, reach: Reach, request: RememberRequest) -> UUID | None:
        """The memory for the same members that has the same words, whatever their case and spacing."""
        params = {
            "digest": bytes.fromhex(digest(request.content)), "scope": reach.scope, "project": reach.project,
            "kind": request.kind, "applies": request.applies, "at": self._now,
        }  # fmt: skip
        row = self._connection.execute(Q.same_words, params).fetchone()
        return row["id"] if row else None

    def of_ids(self, ids: Collection[UUID]) -> dict[UUID, TeamMemory]:
        """Some memories by id, those that the caller sees."""
        rows = self._connection.execute(Q.of_ids, {"ids": list(ids)}).fetchall() if ids else []
        return {row["id"]: memory for row, memory in zip(rows, self.standing(rows), strict=True)}

    def find(self, id: str) -> TeamMemory:
        """The memory with an id, or its beginning. Raises NotFound, UsageError where several begin so."""
        begins = id.strip().lower().replace("-", "")
        digits = len(begins) >= LEAST_DIGITS and len(begins) <= ID_DIGITS and set(begins) <= set("0123456789abcdef")
        params = {"first": begins.ljust(ID_DIGITS, "0"), "last": begins.ljust(ID_DIGITS, "f")}
        rows = self._connection.execute(Q.begins, params).fetchall() if digits else []
        if len(rows) > 1:
            raise UsageError(f"More than one memory is called {id[:40]!r}. Give more digits of its id.")
        if not rows:
            raise NotFound(
                f"No memory that you see is called {id[:40]!r}{too_short_hint(begins)}. list_memories and "
                "search_knowledge with kinds=['memory'] show their ids."
            )
        return self.of_ids([rows[0]["id"]])[rows[0]["id"]]

    def successors(self, memory: TeamMemory) -> tuple[TeamMemory, ...]:
        """The memories that took the place of one, the oldest first."""
        rows = self._connection.execute(Q.successors, {"id": UUID(memory.id)}).fetchall()
        found = self.of_ids([row["id"] for row in rows])
        return tuple(sorted(found.values(), key=lambda one: one.number))

    def events(self, memory: TeamMemory) -> tuple[MemoryEvent, ...]:
        """What became of a memory, the oldest first."""
        return tuple(map(event_of, self._connection.execute(Q.events, {"id": UUID(memory.id)}).fetchall()))

    def add(self, new: NewMemory, pieces: Sequence[Piece]) -> bool:
        """Add a memory with its pieces, and the event of it; False where its key is one of a memory out of sight."""
        request, member = new.request, self._caller.member
        until = end_of(request.valid_until) or None
        added = self._connection.execute(
            Q.add,
            {
                "id": new.id, "team": self._caller.team, "project": new.reach.project, "member": member,
                "scope": new.reach.scope, "kind": request.kind, "content": request.content,
                "digest": bytes.fromhex(digest(request.content)),
                "quote": request.quote, "applies": request.applies, "tags": list(request.tags),
                "grounds": grounds_text(new.result.evidence.citations), "client": request.agent,
                "session": request.session, "told": new.told, "key": key_digest(member, request.key),
                "status": new.status,
                "reason": new.reason[:LONGEST_REASON], "supersedes": new.replaces, "how": new.how,
                "valid_until": until, "at": self._now,
                "rivals": [UUID(id) for id in (*new.result.contradicts, *new.result.contradicted)][:MOST_RIVALS],
            },
        )  # fmt: skip
        if added.rowcount != 1:
            return False
        self._add_marks(new.id, new.reach.scope, new.reach.project, request.content)
        whose = {"memory": new.id, "project": new.reach.project, "member": member, "scope": new.reach.scope}
        self._add_pieces(whose | {"valid_until": until}, pieces)
        self.note(new.id, new.how or "remember", str(new.status), new.reason)
        return True

    def add_pieces(self, memory: TeamMemory, pieces: Sequence[Piece]) -> None:
        """Let a search find a memory that is there, and others be compared with it."""
        id = UUID(memory.id)
        self.mark(memory)
        whose: dict[str, object] = {
            "memory": id, "project": memory.project, "member": memory.author, "scope": memory.scope,
            "valid_until": memory.valid_until or None,
        }  # fmt: skip
        self._add_pieces(whose, pieces)

    def mark(self, memory: TeamMemory) -> None:
        """Let others be compared with a memory that waits again."""
        self._add_marks(UUID(memory.id), memory.scope, memory.project, memory.content)

    def hide(self, memory: TeamMemory) -> None:
        """Let no search find a memory, and nothing be compared with it."""
        self._connection.execute(Q.drop_passages, {"id": UUID(memory.id)})
        self._connection.execute(Q.drop_marks, {"number": memory.number})

    def _add_marks(self, id: UUID, scope: str, project: UUID | None, content: str) -> None:
        marks = mark_keys(self._caller.team, scope, project, content)
        self._connection.execute(Q.add_marks, {"id": id, "marks": marks})

    def _add_pieces(self, whose: Mapping[str, object], pieces: Sequence[Piece]) -> None:
        for place, piece in enumerate(pieces):
            self._connection.execute(
                Q.add_passage,
                {
                    **whose, "team": self._caller.team, "place": place, "text": piece.text,
                    "start": piece.start_line, "end": piece.end_line, "keys": piece.words.keys,
                    "tf": piece.words.counts, "length": piece.words.length, "embedder": piece.embedder,
                    "vector": piece.vector or None,
                },
            )  # fmt: skip

    def end(self, memory: TeamMemory, status: MemoryStatus, reason: str, action: str, *, now_over: bool) -> bool:
        """End a memory from now on, if its version is still the one that was read; `now_over`: it held until now."""
        done = self._connection.execute(
            Q.end,
            {
                "id": UUID(memory.id), "version": memory.version, "status": status, "reason": reason[:LONGEST_REASON],
                "at": self._now, "member": self._caller.member, "valid_until": self._now if now_over else None,
            },
        )  # fmt: skip
        if done.rowcount != 1:
            return False
        self.hide(memory)
        self.note(UUID(memory.id), action, str(status), reason)
        return True

    def forget(self, memory: TeamMemory, version: int) -> bool:
        """Delete a memory with all that is kept of its words; what stays is its id, and its key's hash.

        False where it is gone, or at another version (0: whichever).
        """
        return self._connection.execute(Q.forget, {"id": UUID(memory.id), "version": version}).rowcount == 1

    def note(self, id: UUID, action: str, outcome: str, reason: str = "") -> None:
        """Note what became of a memory."""
        params = {"id": id, "team": self._caller.team, "member": self._caller.member, "at": self._now}
        self._connection.execute(
            Q.add_event, params | {"action": action, "outcome": outcome, "reason": reason[:LONGEST_REASON]}
        )

    def standing(self, rows: Sequence[Row]) -> list[TeamMemory]:
        """The memories that rows hold, with their grounds as the mirrors have them now."""
        memories = [memory_of(row, self._caller.member) for row in rows]
        wanted = {(one.project, ground.path) for one in memories if one.project for ground in one.grounds}
        texts = texts_at(self._connection, wanted)
        return [_as_it_stands(one, texts) for one in memories]


def _as_it_stands(memory: TeamMemory, texts: Mapping[Wanted, MirrorText]) -> TeamMemory:
    """A memory with its grounds as the texts of its project have them."""
    if memory.project is None or not memory.grounds:
        return memory
    grounds = [standing(ground, texts.get((memory.project, ground.path))) for ground in memory.grounds]
    return replace(memory, grounds=tuple(grounds))
