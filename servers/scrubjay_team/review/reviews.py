"""The service of review: what persons tell, accept, edit, refuse, put off and undo, each at the version they read."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID, uuid4

from scrubjay.errors import UsageError
from scrubjay.model.clock import Clock
from scrubjay.model.memory import QUESTION, Change, MemoryStatus
from scrubjay_team.database.queries import load
from scrubjay_team.errors import NotGranted
from scrubjay_team.memories.memories import TeamMemories
from scrubjay_team.memories.memory import DIGITS, TeamMemory
from scrubjay_team.memories.rights import REVIEWERS, require, require_change
from scrubjay_team.memories.store import MemoryStore
from scrubjay_team.people.rights import require_person
from scrubjay_team.review.queue import ALONE, acts_from, acts_of, for_you, of_rows, require_reviewer, waiting
from scrubjay_team.review.values import LONGEST_REASON, MOST_WAITING, ReviewAct, ReviewItem

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Entered

Q = load(__package__)

State = Mapping[str, Any]
"""How a memory stood before an act, and the version that the act made."""

LATELY: Final = timedelta(days=1)
SHOWN: Final = 5
"""How long an act is offered to be undone, and how many."""


class TeamReviews:
    """What persons decide on memories of their team. Each call runs in a transaction of theirs.

    Every act needs a person who is signed in on the server's page: here, and once more in the database. A `version` is
    the one that the page showed; at another one nothing is done (MemoryChanged).
    """

    def __init__(self, memories: TeamMemories, clock: Clock) -> None:
        self._memories = memories
        self._clock = clock

    def queue(self, entered: "Entered", limit: int = MOST_WAITING) -> tuple[ReviewItem, ...]:
        """What waits for a reviewer, the caller's own first. Raises NotGranted."""
        return waiting(entered, self._clock, limit)

    def for_you(self, entered: "Entered", ids: Sequence[str]) -> int:
        """How many of some memories that changed are held for the caller's review."""
        return for_you(entered, ids, self._clock)

    def item(self, entered: "Entered", id: str) -> ReviewItem:
        """One memory with what is needed to decide on it, whether it waits or not. Raises NotFound."""
        memory = MemoryStore(entered, self._clock()).find(id)
        rows = entered.connection.execute(Q.waiting, {"limit": MOST_WAITING}).fetchall()
        mine = [row for row in rows if row["memory"].hex == memory.id]
        (item,) = of_rows(entered, self._clock, mine[:1] or [{**ALONE, "memory": UUID(memory.id)}])
        return item

    def acts(self, entered: "Entered", memory: TeamMemory) -> tuple[ReviewAct, ...]:
        """What persons decided on a memory, the newest first."""
        return acts_of(entered, memory)

    def lately(self, entered: "Entered") -> tuple[ReviewAct, ...]:
        """What the caller decided in the last day and may undo, the newest first."""
        since = {"since": self._clock() - LATELY, "limit": SHOWN}
        return acts_from(entered, entered.connection.execute(Q.lately, since).fetchall())

    def tell(self, entered: "Entered", id: str, version: int) -> TeamMemory:
        """Say that a memory is so: from then on it is told by the caller. What they told before stays, at any version.

        A held one holds from then on, and ends what it was to replace. Raises NotFound, NotGranted, MemoryChanged.
        """
        memory = MemoryStore(entered, self._clock()).find(id)
        mine = memory.teller == entered.caller.member and memory.status is MemoryStatus.ACTIVE
        return memory if mine else self._opened(entered, id, version, act="tell", told=True)

    def accept(self, entered: "Entered", id: str, version: int, *, told: bool = False) -> TeamMemory:
        """Let a held memory hold as its author said it, or, `told`, as what the reviewer says too. Raises as tell."""
        require_person(entered.caller)
        require_reviewer(entered.caller)
        return self._opened(entered, id, version, act="accept", told=told)

    def edit(self, entered: "Entered", id: str, version: int, content: str) -> TeamMemory:
        """Put other words in the place of a memory, told by the caller; the old ones stay in its history.

        Raises NotFound, NotGranted, MemoryChanged, UsageError for words that are known already.
        """
        store, memory = self._read(entered, id, version)
        require_change(entered.caller, memory)
        if " ".join(content.split()) == " ".join(memory.content.split()):
            raise UsageError("These are the same words. Tell it as it is, or write others.")
        target = self._target(entered, store, memory)
        touched = [self._state(entered, one) for one in (memory, target) if one is not None]
        newer = self._memories.rewritten(entered, memory, content)
        if target is not None:
            self._end(entered, store, target, Change.SUPERSEDE)
        ended = {"status": str(MemoryStatus.RETRACTED), "reason": "undone"}
        touched.append(self._state(entered, newer) | ended)
        self._set(entered, Q.tell, newer, newer.version)
        self._noted(entered, memory, "edit", touched, f"in its place: {newer.id[:DIGITS]}")
        return store.find(newer.id)

    def refuse(self, entered: "Entered", id: str, version: int, reason: str) -> TeamMemory:
        """End what waits, and say why. The same words by a program are blocked from then on where it was held.

        Raises NotFound, NotGranted, MemoryChanged, UsageError without a reason.
        """
        why = " ".join(reason.split())
        if not why or len(why) > LONGEST_REASON:
            raise UsageError(f"Say why, in at most {LONGEST_REASON} characters: its author reads it.")
        require_reviewer(entered.caller)
        store, memory = self._read(entered, id, version)
        require_change(entered.caller, memory)
        state = self._state(entered, memory)
        words = f"refused by {entered.caller.member_name}: {why}"
        if not store.end(memory, MemoryStatus.RETRACTED, words, "refuse", now_over=False):
            raise self._memories.changed(entered, memory, version)
        if memory.status is MemoryStatus.HELD:
            entered.connection.execute(Q.mark_refused, {"id": UUID(memory.id), "at": self._clock()})
        self._noted(entered, memory, "refuse", [state], why, proposals="refused")
        return store.find(memory.id)

    def later(self, entered: "Entered", id: str) -> None:
        """Put what waits at the end of the caller's queue. Raises NotFound, NotGranted."""
        require_person(entered.caller)
        require_reviewer(entered.caller)
        memory = MemoryStore(entered, self._clock()).find(id)
        entered.connection.execute(Q.put_off, {"id": UUID(memory.id), "at": self._clock()})

    def keep(self, entered: "Entered", id: str, version: int) -> TeamMemory:
        """Let a memory hold beside those that say otherwise. Raises NotFound, NotGranted, MemoryChanged."""
        require_reviewer(entered.caller)
        store, memory = self._read(entered, id, version)
        if not memory.rivals:
            raise UsageError("No memory that a person or a source stands for says otherwise.")
        state = self._state(entered, memory)
        self._set(entered, Q.keep, memory, version)
        self._noted(entered, memory, "keep", [state], "")
        store.note(UUID(memory.id), "keep", str(memory.status))
        return store.find(memory.id)

    def undo(self, entered: "Entered", id: str) -> TeamMemory:
        """Undo the last act on a memory, if it was the caller's and nothing happened since.

        Raises NotFound, NotGranted, UsageError where there is nothing to undo, MemoryChanged.
        """
        require_person(entered.caller)
        store = MemoryStore(entered, self._clock())
        memory = store.find(id)
        rows = entered.connection.execute(Q.acts, {"id": UUID(memory.id)}).fetchall()
        if not rows or rows[0]["member"] != entered.caller.member:
            raise UsageError("There is nothing of yours to undo: somebody else decided last, or nobody did.")
        last = rows[0]
        for state in last["before"]:
            self._put_back(entered, store, state)
        entered.connection.execute(Q.end_act, {"id": last["id"], "at": self._clock()})
        since = {"memory": last["memory"], "state": "open", "at": None, "reason": "", "since": last["at"]}
        entered.connection.execute(Q.decide_proposals, since)
        again = store.find(memory.id)
        store.note(UUID(memory.id), "undo", str(again.status))
        return again

    def _opened(self, entered: "Entered", id: str, version: int, *, act: str, told: bool) -> TeamMemory:
        """Let a memory hold, told or as it was said."""
        store, memory = self._read(entered, id, version)
        if memory.scope != "team":
            raise UsageError("The server's owner accepts what every team sees: `scrubjay team memory accept`.")
        if told and memory.kind == QUESTION:
            raise UsageError("A question is told by nobody: answer it by a memory that takes its place.")
        held = memory.status is MemoryStatus.HELD
        if memory.teller is not None or (not held and not told):
            return memory
        if held and not memory.mine:
            require_reviewer(entered.caller)
        target = self._target(entered, store, memory)
        touched = [self._state(entered, one) for one in (memory, target) if one is not None]
        self._set(entered, Q.tell if told else Q.open, memory, version)
        if held:
            self._memories.show(entered, memory)
        if target is not None:
            self._end(entered, store, target, memory.how)
        store.note(UUID(memory.id), act, "told" if told else "active")
        self._noted(entered, memory, act, touched, "", proposals="accepted")
        return store.find(memory.id)

    def _read(self, entered: "Entered", id: str, version: int) -> tuple[MemoryStore, TeamMemory]:
        """A memory as it stands, for a person who may write. Raises NotGranted, NotFound, MemoryChanged."""
        require_person(entered.caller)
        require(entered.caller, "remember")
        store = MemoryStore(entered, self._clock())
        memory = store.find(id)
        if version != memory.version or memory.status not in (MemoryStatus.ACTIVE, MemoryStatus.HELD):
            raise self._memories.changed(entered, memory, version)
        return store, memory

    def _target(self, entered: "Entered", store: MemoryStore, memory: TeamMemory) -> TeamMemory | None:
        """What a held memory ends once it holds, if that still stands. Raises NotGranted where that isn't theirs."""
        if memory.status is not MemoryStatus.HELD or not memory.supersedes:
            return None
        target = store.of_ids([UUID(memory.supersedes)]).get(UUID(memory.supersedes))
        if target is None or target.status is not MemoryStatus.ACTIVE:
            return None
        caller = entered.caller
        if caller.role not in REVIEWERS and caller.member != (target.teller or target.author):
            raise NotGranted(f"It would end {target.id[:DIGITS]}, which is {target.graded}: a reviewer decides on it.")
        return target

    def _end(self, entered: "Entered", store: MemoryStore, target: TeamMemory, how: str) -> None:
        """End what another memory takes the place of."""
        status = MemoryStatus.RETRACTED if how == Change.CORRECT else MemoryStatus.SUPERSEDED
        over = status is MemoryStatus.SUPERSEDED
        if not store.end(target, status, f"{how}: replaced by a newer memory", how, now_over=over):
            raise self._memories.changed(entered, target, target.version)

    def _set(self, entered: "Entered", statement: str, memory: TeamMemory, version: int) -> None:
        params = {"id": UUID(memory.id), "version": version, "at": self._clock()}
        if entered.connection.execute(statement, params).rowcount != 1:
            raise self._memories.changed(entered, memory, version)

    def _state(self, entered: "Entered", memory: TeamMemory) -> dict[str, Any]:
        """How a memory stands, whose row is held from now on; the act makes the next version."""
        row = entered.connection.execute(Q.stand, {"id": UUID(memory.id)}).fetchone()
        if row is None or row["version"] != memory.version:
            raise self._memories.changed(entered, memory, memory.version)
        return {name: _plain(value) for name, value in row.items()} | {"version": memory.version + 1}

    def _noted(
        self, entered: "Entered", memory: TeamMemory, act: str, touched: list[dict[str, Any]], reason: str,
        proposals: str = "",
    ) -> None:  # fmt: skip
        """Keep what was decided, with how each memory stood before."""
        now = self._clock()
        entered.connection.execute(
            Q.add_act,
            {
                "id": uuid4(), "memory": UUID(memory.id), "act": act, "at": now, "reason": reason,
                "version": memory.version + 1, "before": json.dumps(touched), "proposal": None,
            },
        )  # fmt: skip
        if proposals and entered.caller.role in REVIEWERS:
            decided = {"memory": UUID(memory.id), "state": proposals, "at": now, "reason": reason, "since": None}
            entered.connection.execute(Q.decide_proposals, decided)

    def _put_back(self, entered: "Entered", store: MemoryStore, state: State) -> None:
        """Put a memory back as it stood, where the act was the last that changed it. Raises MemoryChanged."""
        id = UUID(state["id"])
        memory = store.find(id.hex)
        params = {**state, "id": id, "at": self._clock()}
        if entered.connection.execute(Q.put_back, params).rowcount != 1:
            raise self._memories.changed(entered, memory, state["version"])
        if memory.status == state["status"]:
            return
        store.hide(memory)
        memory = store.find(memory.id)
        if state["status"] == MemoryStatus.ACTIVE:
            self._memories.show(entered, memory)
        elif state["status"] == MemoryStatus.HELD:
            store.mark(memory)


def _plain(value: Any) -> Any:
    """A column's value as JSON has it."""
    if isinstance(value, datetime):
        return value.isoformat()
    return value.hex if isinstance(value, UUID) else [one.hex for one in value] if isinstance(value, list) else value
