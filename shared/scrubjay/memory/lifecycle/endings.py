"""How does a memory come to count, or to an end? Decisions that can be taken back, and forgetting, which can't."""

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial

from scrubjay.errors import NotAPerson, NotFound, ScrubjayError
from scrubjay.knowledge.index.store import purge
from scrubjay.memory.lifecycle import changes
from scrubjay.memory.lifecycle.forgetting import forget
from scrubjay.memory.lifecycle.undo import KEPT, UndoStep, decision, last_step, step, undo
from scrubjay.memory.store.claim import unchanged
from scrubjay.memory.store.reader import MemoryReader
from scrubjay.memory.store.writing import WriteContext, find
from scrubjay.model.evidence import Act
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Memory
from scrubjay.storage.driver import Connection

Decide = Callable[[Connection, WriteContext, str], Memory]

AfterForgetting = Callable[[str, tuple[tuple[str, str], ...]], None]
"""Cleans what other packages kept of forgotten memories: their scope, and each as (id, content)."""

Stamps = Mapping[str, str]
NO_STAMPS: Stamps = {}

OUTRANKING = (Grade.TOLD, Grade.QUOTED)
"""Grades that outrank an agent."""


class Endings(MemoryReader):
    """What may become of the memories of one project and one user.

    `grades` tells at HEAD how well some are grounded; `after_forgetting` cleans what other packages kept of words.
    """

    grades: Callable[[Collection[str]], Mapping[str, Grade]]
    after_forgetting: AfterForgetting

    def approve(self, id: str, actor: str, reason: str = "", *, scope: str = "", act: Act = Act.APPROVED) -> Memory:
        """A person stands behind a memory from now on. Raises NotFound; VersionConflict when somebody was faster."""
        return self._one(id, scope, actor, "approve", partial(changes.approve, actor=actor, reason=reason, act=act))

    def reject(self, id: str, actor: str, reason: str, *, scope: str = "") -> Memory:
        """Refuse a claim that is held. Raises NotFound, VersionConflict."""
        return self._one(id, scope, actor, "reject", partial(changes.reject, actor=actor, reason=reason))

    def retract(
        self, id: str, actor: str, reason: str, *, scope: str = "", authority: bool = False, agent: str = "",
        expected: str = "",
    ) -> Memory:  # fmt: skip
        """Withdraw a memory that was wrong. Raises NotFound, VersionConflict, NotAPerson.

        `agent` is the client that asks, which may end what it quoted itself. `expected` is the memory's stamp as
        whoever decides saw it; it must still have that.
        """
        self._may_end(id, scope, "retract", agent, authority=authority)
        work = partial(changes.retract, actor=actor, reason=reason, by_person=authority)
        return self._one(id, scope, actor, "retract", work, expected)

    def invalidate(
        self, id: str, actor: str, reason: str, *, scope: str = "", authority: bool = False, agent: str = "",
        expected: str = "",
    ) -> Memory:  # fmt: skip
        """End a memory that held until now. Raises NotFound, VersionConflict, NotAPerson; the rest as above."""
        self._may_end(id, scope, "invalidate", agent, authority=authority)
        work = partial(changes.invalidate, actor=actor, reason=reason)
        return self._one(id, scope, actor, "invalidate", work, expected)

    def end_many(self, act: str, expected: Stamps, actor: str, reason: str) -> dict[str, Memory | ScrubjayError]:
        """Retract or invalidate several memories as a person, in one step for each scope, which `undo` takes back.

        `expected` are their stamps by whole id. What can't be ended is an error; it keeps no other back.
        """
        work = partial(changes.retract, by_person=True) if act == "retract" else changes.invalidate
        by_scope: dict[str, list[str]] = {}
        for id in expected:
            by_scope.setdefault(self.get(id).scope, []).append(id)
        done: dict[str, Memory | ScrubjayError] = {}
        for scope, ids in by_scope.items():
            ended = self.decide(scope, ids, actor, act, partial(work, actor=actor, reason=reason), expected)
            done |= dict(zip(ids, ended, strict=True))
        return done

    def decide(
        self, scope: str, ids: Iterable[str], actor: str, action: str, work: Decide, expected: Stamps = NO_STAMPS
    ) -> list[Memory | ScrubjayError]:
        """Decide on several memories of one scope in one step; one that can't be doesn't keep the others back.

        `expected` are the stamps by which they were shown, by id: what changed since isn't decided on.
        """

        def all_of_them(connection: Connection, place: WriteContext) -> list[Memory | ScrubjayError]:
            with step(connection, place, actor, action):
                return [_tried(work, connection, place, id, expected.get(id, "")) for id in ids]

        return self.writing(scope, all_of_them)

    def undo(self, actor: str, scope: str = "", *, expected: str = "") -> UndoStep:
        """Take back an actor's last decision, of one scope or of all. Raises NotFound, VersionConflict.

        `expected` is the `mark` of the decision that was shown: another one isn't taken back in its place.
        """
        return self.writing(self._last_scope(actor, scope), lambda c, place: undo(c, place, actor, expected))

    def last_decision(self, actor: str) -> UndoStep:
        """An actor's last decision of all scopes, which `undo` takes back. Raises NotFound."""
        return self.reading(self._last_scope(actor), lambda c, place: decision(c, place, actor))

    def _last_scope(self, actor: str, scope: str = "") -> str:
        candidates = [
            (last.at, name) for name in ((scope,) if scope else self.scopes())
            if (last := self.reading(name, lambda c, place: last_step(c, place, actor)))
        ]  # fmt: skip
        if not candidates:
            raise NotFound(f"There is no decision to take back: the last {KEPT} of yours are kept.")
        return max(candidates)[1]

    def forget(
        self, id: str, actor: str, *, authority: bool = False, agent: str = "", expected: str = ""
    ) -> tuple[str, bool]:
        """Delete what a memory says, for good; its id and times stay as a tombstone.

        Returns its whole id, and whether the journal is clean already: another process may still read it.
        Raises NotFound, NotAPerson, and VersionConflict where it isn't as its stamp `expected` says.
        """
        memory = self.get(id)
        scope = memory.scope
        self._may_end(id, scope, "forget", agent, authority=authority)

        def work(connection: Connection, place: WriteContext) -> str:
            unchanged(find(connection, place, id), expected)
            return forget(connection, place, id, actor, by_person=authority)

        full_id = self.writing(scope, work)
        database, _ = self._place(scope)
        clean = purge(database)
        self.after_forgetting(scope, ((memory.id, memory.content),))
        return full_id, clean

    def outranked(self, id: str, scope: str = "", agent: str = "") -> Grade | None:
        """The grade of a memory that only a person may end; None where an agent may, too. Raises NotFound.

        What an agent quoted, the same client may end.
        """
        memory = self.get(id, scope=scope)
        grade = self.grades([memory.id]).get(memory.id, Grade.TOLD)
        own = grade is Grade.QUOTED and bool(agent) and memory.agent == agent
        return grade if grade in OUTRANKING and not own else None

    def _may_end(self, id: str, scope: str, action: str, agent: str, *, authority: bool) -> None:
        """Raises NotAPerson, with the line to type, where a memory outranks who would end it."""
        if not authority and (grade := self.outranked(id, scope, agent)):
            short = self.get(id, scope=scope).id[:12]
            raise NotAPerson(
                f"Memory {short} is {grade}: only a person may {action} it. Nothing was changed. "
                f"Type it in a terminal: {line_to_type(action, short)}"
            )

    def _one(self, id: str, scope: str, actor: str, action: str, work: Decide, expected: str = "") -> Memory:
        memory = self.get(id, scope=scope)
        (done,) = self.decide(memory.scope, [memory.id], actor, action, work, {memory.id: expected})
        if isinstance(done, ScrubjayError):
            raise done
        return done


def line_to_type(action: str, id: str) -> str:
    """What a person types to end a memory."""
    return f"scrubjay forget {id}" if action == "forget" else f"scrubjay update {id} WHY --how {action}"


def _tried(work: Decide, connection: Connection, place: WriteContext, id: str, expected: str) -> Memory | ScrubjayError:
    try:
        if expected:
            unchanged(find(connection, place, id), expected)
        return work(connection, place, id)
    except ScrubjayError as error:
        return error
