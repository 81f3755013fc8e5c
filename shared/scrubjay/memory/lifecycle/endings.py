"""Approval and end of memories: decisions that can be taken back, and forgetting, which can't."""

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from typing import Final

from scrubjay.errors import NotAPerson, NotFound, ScrubjayError
from scrubjay.identity.audit import AuditEvent
from scrubjay.knowledge.index import store
from scrubjay.knowledge.index.store import purge
from scrubjay.memory.lifecycle import changes
from scrubjay.memory.lifecycle.undo import KEPT, UndoStep, decision, last_step, step, undo
from scrubjay.memory.store.claim import unchanged
from scrubjay.memory.store.limits import refuse
from scrubjay.memory.store.reader import MemoryReader
from scrubjay.memory.store.rows import Q, believe, forgotten_key
from scrubjay.memory.store.writing import WriteContext, find, number_of
from scrubjay.model.evidence import Act
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Memory, MemoryStatus
from scrubjay.storage.driver import Connection


def forget(connection: Connection, place: WriteContext, id: str, actor: str, *, by_person: bool = False) -> str:
    """Empty a memory inside a write transaction; returns its whole id. `purge` then cleans the files.

    Raises NotFound. What took its place stays: it is a memory of its own.
    """
    memory = find(connection, place, id)
    forget_row(connection, place, number_of(connection, memory.id), actor, by_person=by_person)
    return memory.id


def forget_row(connection: Connection, place: WriteContext, number: int, actor: str, *, by_person: bool) -> None:
    """Empty the memory with a number, whoever it is shown to."""
    memory = connection.execute(Q.memory_row, {"number": number}).fetchone()
    if by_person and memory["content"]:
        refuse(connection, memory["content"], "forgot", actor, place.now)
    for row in connection.execute(Q.content_of, {"id": memory["id"]}).fetchall():
        store.remove(connection, [row["id"]])
    for statement in (
        Q.drop_evidence, Q.drop_marks, Q.drop_anchors, Q.drop_likeness, Q.drop_confirmations, Q.drop_contradictions,
        Q.drop_readings,
    ):  # fmt: skip
        connection.execute(statement, {"number": number})
    replacement = _hashed_key(place.owner, memory["key"]) if memory["key"] else None
    connection.execute(Q.empty_memory, {"number": number, "key": replacement})
    believe(connection, number, place.now, actor, status=MemoryStatus.FORGOTTEN, valid_until=place.now)
    connection.execute(Q.empty_beliefs, {"number": number})
    place.audit.add(connection, place.now, AuditEvent.FORGET, actor, memory["id"], "forget", "forgotten")


def _hashed_key(owner: str, key: str) -> str:
    return key if key.startswith("forgotten:") else str(forgotten_key(owner, key.removeprefix(f"{owner}:")))


FORGOTTEN: Final = "[forgotten with its repository]"
"""Words that no discussion has, so that what leaned on the source stays fallen even where it is read again."""


def forget_quoted(connection: Connection, repository: str) -> int:
    """Take out all that came from a repository's discussions (HOST/OWNER/NAME); returns how many citations named it.

    A memory's quote goes with it, since it may be a discussion's words.
    """
    params = {"repository": repository}
    rows = connection.execute(Q.naming_repository, params).fetchall()
    cited: dict[int, set[str]] = {}
    for row in rows:
        cited.setdefault(row["id"], set()).add(row["text"])
    for row in rows:
        checks = {name: json.dumps(without_outcomes(json.loads(row[name]), cited[row["id"]])) for name in _CHECKS}
        connection.execute(Q.set_checks, {"id": row["id"], **checks})
        connection.execute(Q.forget_quote, {"memory": row["memory"]})
    return int(connection.execute(Q.forget_quoted, {**params, "instead": FORGOTTEN}).rowcount)


def without_outcomes(checks: Collection[str], cited: Collection[str]) -> list[str]:
    """The checks with "forgotten" as the outcome of those on some citations: "place #12: forgotten". Pure."""
    leads = tuple(f"place {text}: " for text in sorted(cited, key=len, reverse=True))

    def forgotten(check: str) -> str:
        return next((f"{lead}forgotten" for lead in leads if check.startswith(lead)), check)

    return list(map(forgotten, checks))


_CHECKS: Final = ("passed", "failed")


Decide = Callable[[Connection, WriteContext, str], Memory]

AfterForgetting = Callable[[str, tuple[tuple[str, str], ...]], None]
"""Cleans what other packages kept of forgotten memories: their scope, and each as (id, content)."""

Stamps = Mapping[str, str]
NO_STAMPS: Stamps = {}

OUTRANKING = (Grade.TOLD, Grade.QUOTED)
"""Grades that outrank an agent."""


class Endings(MemoryReader):
    """Confirms, ends and forgets memories of one project and one user.

    `grades` tells at HEAD how well some are grounded; `after_forgetting` cleans what other packages kept of words.
    """

    grades: Callable[[Collection[str]], Mapping[str, Grade]]
    after_forgetting: AfterForgetting

    def approve(self, id: str, actor: str, reason: str = "", *, scope: str = "", act: Act = Act.APPROVED) -> Memory:
        """Note that a person stands behind a memory. Raises NotFound; VersionConflict when somebody was faster."""
        return self._decide_one(
            id, scope, actor, "approve", partial(changes.approve, actor=actor, reason=reason, act=act)
        )

    def reject(self, id: str, actor: str, reason: str, *, scope: str = "") -> Memory:
        """Refuse a claim that is held. Raises NotFound, VersionConflict."""
        return self._decide_one(id, scope, actor, "reject", partial(changes.reject, actor=actor, reason=reason))

    def retract(
        self, id: str, actor: str, reason: str, *, scope: str = "", authority: bool = False, agent: str = "",
        expected: str = "",
    ) -> Memory:  # fmt: skip
        """Withdraw a memory that was wrong. Raises NotFound, VersionConflict, NotAPerson.

        `agent` is the client that asks, which may end what it quoted itself. `expected` is the memory's stamp as
        whoever decides saw it; it must still have that.
        """
        self._check_may_end(id, scope, "retract", agent, authority=authority)
        work = partial(changes.retract, actor=actor, reason=reason, by_person=authority)
        return self._decide_one(id, scope, actor, "retract", work, expected)

    def invalidate(
        self, id: str, actor: str, reason: str, *, scope: str = "", authority: bool = False, agent: str = "",
        expected: str = "",
    ) -> Memory:  # fmt: skip
        """End a memory that held until now. Raises NotFound, VersionConflict, NotAPerson."""
        self._check_may_end(id, scope, "invalidate", agent, authority=authority)
        work = partial(changes.invalidate, actor=actor, reason=reason)
        return self._decide_one(id, scope, actor, "invalidate", work, expected)

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
        """Decide on several memories of one scope in one step; one that fails doesn't stop the others.

        `expected` are the stamps by which they were shown, by id: what changed since isn't decided on.
        """

        def all_of_them(connection: Connection, place: WriteContext) -> list[Memory | ScrubjayError]:
            with step(connection, place, actor, action):
                return [_result_or_error(work, connection, place, id, expected.get(id, "")) for id in ids]

        return self.writing(scope, all_of_them)

    def undo(self, actor: str, scope: str = "", *, expected: str = "") -> UndoStep:
        """Take back an actor's last decision, of one scope or of all. Raises NotFound, VersionConflict.

        `expected` is the `mark` of the decision that was shown: another one isn't taken back in its place.
        """
        return self.writing(
            self._scope_of_last_decision(actor, scope), lambda c, place: undo(c, place, actor, expected)
        )

    def last_decision(self, actor: str) -> UndoStep:
        """An actor's last decision of all scopes, which `undo` takes back. Raises NotFound."""
        return self.reading(self._scope_of_last_decision(actor), lambda c, place: decision(c, place, actor))

    def _scope_of_last_decision(self, actor: str, scope: str = "") -> str:
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
        self._check_may_end(id, scope, "forget", agent, authority=authority)

        def work(connection: Connection, place: WriteContext) -> str:
            unchanged(find(connection, place, id), expected)
            return forget(connection, place, id, actor, by_person=authority)

        full_id = self.writing(scope, work)
        database, _ = self._database_and_owner(scope)
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

    def _check_may_end(self, id: str, scope: str, action: str, agent: str, *, authority: bool) -> None:
        """Check that the caller may end a memory. Raises NotAPerson with the line to type where it may not."""
        if not authority and (grade := self.outranked(id, scope, agent)):
            short = self.get(id, scope=scope).id[:12]
            raise NotAPerson(
                f"Memory {short} is {grade}: only a person may {action} it. Nothing was changed. "
                f"Type it in a terminal: {line_to_type(action, short)}"
            )

    def _decide_one(self, id: str, scope: str, actor: str, action: str, work: Decide, expected: str = "") -> Memory:
        memory = self.get(id, scope=scope)
        (done,) = self.decide(memory.scope, [memory.id], actor, action, work, {memory.id: expected})
        if isinstance(done, ScrubjayError):
            raise done
        return done


def line_to_type(action: str, id: str) -> str:
    """What a person types to end a memory."""
    return f"scrubjay forget {id}" if action == "forget" else f"scrubjay update {id} WHY --how {action}"


def _result_or_error(
    work: Decide, connection: Connection, place: WriteContext, id: str, expected: str
) -> Memory | ScrubjayError:
    try:
        if expected:
            unchanged(find(connection, place, id), expected)
        return work(connection, place, id)
    except ScrubjayError as error:
        return error
