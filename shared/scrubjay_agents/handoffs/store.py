"""The handoffs of a project, in its session.db: each change is one transaction with its audit record."""

import json
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import TypeVar

from scrubjay.errors import LimitExceeded
from scrubjay.identity.agents.audit import AgentAudit
from scrubjay.identity.audit import AuditEvent
from scrubjay.model.agent import AgentType, Caller
from scrubjay.model.clock import Clock, iso
from scrubjay.model.frozen import dataclass
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection
from scrubjay_agents.handoffs.brief import holds_any
from scrubjay_agents.handoffs.handoff import GIVEN_BACK, Handoff, HandoffContext, HandoffResult, HandoffState
from scrubjay_agents.handoffs.notices import Item, News, read_news, tell
from scrubjay_agents.handoffs.passing import Changed, KeptAsNote, Now, Refusal, Refused, Repeated
from scrubjay_agents.handoffs.results import keep_result, lease_of, left_by, note, objection, taken_by
from scrubjay_agents.handoffs.rows import lease_row, row_of
from scrubjay_agents.handoffs.settling import (
    Grown,
    Q,
    grown_at,
    move,
    passing_time,
    patient_write,
    read_one,
    renew,
    settle,
    settled_handoff,
)

T = TypeVar("T")

MAX_HANDOFFS = 50_000
MAX_PENDING = 100
"""Handoffs that wait for one target."""

MAX_LISTED = 200
KEPT = timedelta(days=30)
"""How long a handoff that has ended is kept."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A try of a caller to do something with a handoff, within a transaction."""

    connection: Connection
    now: Now
    caller: Caller
    id: str
    action: str


class HandoffStore:
    """Writes and reads handoffs. Whether a caller may is decided in the transaction that changes them."""

    def __init__(
        self, session_database: Database, clock: Clock, agent_audit: AgentAudit, grown: Grown = grown_at
    ) -> None:
        self._database = session_database
        self._clock = clock
        self._audit = agent_audit
        self._grown = grown

    def add(self, caller: Caller, target: str, context: HandoffContext, ttl: timedelta, renews: str = "") -> Handoff:
        """Leave work for a target. Raises LimitExceeded."""

        def put(connection: Connection, now: Now) -> Handoff:
            self._check_room(connection, target, now)
            made = left_by(caller, target, context, now, ttl, renews)
            connection.execute(Q.add, row_of(made))
            self._record(Attempt(connection, now, caller, made.id, "initiate"), "PENDING", {"target": target})
            return made

        try:
            return self._write(put)
        except LimitExceeded:
            self.settle()  # what has expired frees a place
            return self._write(put)

    def accept(self, caller: Caller, id: str, targets: Sequence[str]) -> Changed | Repeated | Refused:
        """Take a handoff that waits for one of some targets."""

        def take(connection: Connection, now: Now) -> Changed | Repeated | Refused:
            handoff = self._own(connection, now, caller, id, targets)
            if handoff is not None and _is_taken_by(handoff, caller):
                return Repeated(handoff)
            if handoff is None or handoff.target not in targets:
                return self._refused(Attempt(connection, now, caller, id, "accept"), None)
            if handoff.state is not HandoffState.PENDING or not move(
                connection, handoff, HandoffState.ACCEPTED, now.wall, taken=1
            ):
                return self._refused(Attempt(connection, now, caller, id, "accept"), handoff)
            taken, lease = taken_by(handoff, caller, now)
            connection.execute(Q.add_lease, lease_row(id, lease))
            self._record(Attempt(connection, now, caller, id, "accept"), "ACCEPTED", {"lease": taken.number})
            return Changed(taken)

        return self._write(take)

    def complete(
        self, caller: Caller, id: str, result: HandoffResult, lease: int = 0
    ) -> Changed | KeptAsNote | Repeated | Refused:
        """Close a handoff with what came of it; a result that comes too late is kept in any case."""

        def finish(connection: Connection, now: Now) -> Changed | KeptAsNote | Repeated | Refused:
            attempt = Attempt(connection, now, caller, id, "complete")
            handoff = self._own(connection, now, caller, id)
            held = None if handoff is None else lease_of(connection, handoff, caller, lease)
            if handoff is None or held is None:
                return self._refused(attempt, None)
            if (why := objection(handoff, held, caller, lease)) is not None:
                return self._refused(attempt, handoff, why)
            kept = keep_result(connection, now, handoff, held, result)
            if not isinstance(kept, Repeated):
                outcome = "COMPLETED" if isinstance(kept, Changed) else f"kept as a note, {handoff.state}"
                self._record(attempt, outcome, {"lease": held.number})
            return kept

        return self._write(finish)

    def reject(self, caller: Caller, id: str, targets: Sequence[str], reason: str) -> Changed | Refused:
        """Refuse a handoff that waits for one of some targets; one that the caller's session holds waits again."""

        def refuse(connection: Connection, now: Now) -> Changed | Refused:
            attempt = Attempt(connection, now, caller, id, "reject")
            handoff = self._own(connection, now, caller, id, targets)
            if handoff is not None and handoff.lease is not None and _is_taken_by(handoff, caller):
                move(connection, handoff, HandoffState.PENDING, now.wall)
                note(connection, now, handoff, handoff.lease, HandoffResult(status=GIVEN_BACK, notes=reason))
                self._record(attempt, "given back", {"lease": handoff.number})
                return Changed(_existing_handoff(connection, id))
            if handoff is None or handoff.target not in targets:
                return self._refused(attempt, None)
            if handoff.state is not HandoffState.PENDING:
                return self._refused(attempt, handoff)
            move(connection, handoff, HandoffState.REJECTED, now.wall, reason=reason)
            self._record(attempt, "REJECTED", {})
            return Changed(_existing_handoff(connection, id))

        return self._write(refuse)

    def cancel(self, caller: Caller, id: str, seen: str = "") -> Changed | Refused:
        """Withdraw a handoff, as its sender or a person. Raises VersionConflict if its version isn't `seen`."""

        def withdraw(connection: Connection, now: Now) -> Changed | Refused:
            handoff = self._own(connection, now, caller, id)
            if handoff is None or (handoff.sender != caller.agent and caller.type is not AgentType.HUMAN):
                return self._refused(Attempt(connection, now, caller, id, "cancel"), None)
            handoff.unchanged(seen)
            if handoff.state not in (HandoffState.PENDING, HandoffState.ACCEPTED):
                return self._refused(Attempt(connection, now, caller, id, "cancel"), handoff)
            move(connection, handoff, HandoffState.CANCELLED, now.wall)
            self._record(Attempt(connection, now, caller, id, "cancel"), "CANCELLED", {})
            return Changed(_existing_handoff(connection, id))

        return self._write(withdraw)

    def renew(self, session: str) -> None:
        """Renew the leases of a session that called; nothing is written where it holds none."""
        if holds_any(self._database, session):
            self._write(lambda c, now: renew(c, session, now.steady))

    def settle(self) -> None:
        """Write down what time has decided; reads only, where that is nothing."""
        settle(self._database, self._clock, self._grown)

    def get(self, id: str) -> Handoff | None:
        """A handoff as it stands now."""
        self.settle()
        return self._database.read(lambda c: read_one(c, id))

    def pending(self, caller: Caller, targets: Sequence[str], limit: int) -> tuple[Handoff, ...]:
        """The handoffs that wait for some targets, the newest first."""
        params = {"targets": json.dumps(list(targets)), "agent": caller.agent, "session": caller.session}
        return self._all(Q.pending, params | {"limit": min(limit, MAX_LISTED)})

    def has(self, begins: str) -> bool:
        """Whether a handoff of this home, whosoever, has an id that begins so."""
        return bool(self._database.read(lambda c: c.execute(Q.begins, {"id": begins}).fetchone())["found"])

    def listed(self, caller: Caller, targets: Sequence[str], limit: int, prefix: str = "") -> tuple[Handoff, ...]:
        """What an agent left, may take or took, the open ones first; a person sees all. `prefix`: how ids begin."""
        params = {
            "all": caller.type is AgentType.HUMAN, "agent": caller.agent, "targets": json.dumps(list(targets)),
            "prefix": prefix, "limit": min(limit, MAX_LISTED),
        }  # fmt: skip
        return self._all(Q.listed, params)

    def news(self, caller: Caller) -> News:
        """The news of handoffs that a caller left or took and that it wasn't told yet."""
        self.settle()
        return self._database.read(lambda c: read_news(c, caller.agent, caller.session))

    def tell(self, news: Sequence[Item]) -> None:
        """Note that some news were told."""
        if news:
            self._write(lambda c, now: tell(c, news))

    def open_counts(self) -> tuple[int, int]:
        """How many handoffs wait, and how many are taken."""
        self.settle()
        row = self._database.read(lambda c: c.execute(Q.open_count).fetchone())
        return row["pending"], row["accepted"]

    def clean_up(self) -> int:
        """Forget every handoff that has ended; returns how many."""
        after = "9999"
        return self._write(lambda c, now: int(c.execute(Q.drop_old, {"before": after}).rowcount))

    def _all(self, sql: str, params: dict[str, object]) -> tuple[Handoff, ...]:
        """The handoffs that a query finds, in their present state."""
        self.settle()

        def read(connection: Connection) -> tuple[Handoff, ...]:
            return tuple(_existing_handoff(connection, row["id"]) for row in connection.execute(sql, params).fetchall())

        return self._database.read(read)

    def _write(self, work: Callable[[Connection, Now], T]) -> T:
        """Run a write transaction with the present time."""

        def run(connection: Connection) -> T:
            return work(connection, passing_time(connection, self._clock))

        return patient_write(self._database, run)

    def _own(
        self, connection: Connection, now: Now, caller: Caller, id: str, targets: Sequence[str] = ()
    ) -> Handoff | None:
        """A handoff as it stands now, if it is one that the caller left, may take or took.

        One of somebody else is as little work as one that isn't there: else the time would tell that it is.
        """
        person, named = caller.type is AgentType.HUMAN, json.dumps(list(targets))
        mine = {"id": id, "all": person, "agent": caller.agent, "targets": named}
        concerned = connection.execute(Q.concerns, mine).fetchone()
        return settled_handoff(connection, id, now, self._grown) if concerned else None

    def _check_room(self, connection: Connection, target: str, now: Now) -> None:
        """Raises LimitExceeded where a target or the project has as many handoffs as it may."""
        connection.execute(Q.drop_old, {"before": iso(datetime.fromisoformat(min(now.steady, now.wall)) - KEPT)})
        counts = connection.execute(Q.counts, {"target": target}).fetchone()
        if counts["waiting"] >= MAX_PENDING:
            raise LimitExceeded(
                f"{MAX_PENDING} handoffs wait for {target}, which is the limit. Cancel some: `scrubjay handoff list`."
            )
        if counts["everything"] >= MAX_HANDOFFS:
            raise LimitExceeded(
                f"This project has {MAX_HANDOFFS:,} handoffs, which is the limit. `scrubjay agents cleanup` frees some."
            )

    def _record(self, attempt: Attempt, outcome: str, metadata: dict[str, object]) -> None:
        """Add a record of an attempt and its outcome to the audit."""
        connection, now, caller = attempt.connection, attempt.now.wall, attempt.caller
        self._audit.add(connection, now, AuditEvent.HANDOFF, caller, attempt.id, attempt.action, outcome, metadata)

    def _refused(self, attempt: Attempt, handoff: Handoff | None, why: Refusal = Refusal.STATE) -> Refused:
        """Record a refusal. Without a handoff the answer is the same for another's handoff and for a missing one."""
        why = Refusal.DENIED if handoff is None else why
        event = AuditEvent.PERMISSION_DENIED if handoff is None else AuditEvent.HANDOFF
        self._audit.add(
            attempt.connection, attempt.now.wall, event, attempt.caller, attempt.id, attempt.action, f"refused: {why}"
        )
        return Refused(why, handoff)


def _existing_handoff(connection: Connection, id: str) -> Handoff:
    """The handoff with this id, which the transaction has already found."""
    handoff = read_one(connection, id)
    assert handoff is not None  # noqa: S101 - read in the transaction that found it
    return handoff


def _is_taken_by(handoff: Handoff, caller: Caller) -> bool:
    """Whether this caller's session has taken a handoff and still holds it."""
    lease = handoff.lease
    return (
        handoff.state is HandoffState.ACCEPTED
        and lease is not None
        and (lease.agent, lease.session) == (caller.agent, caller.session)
    )
