"""Handoffs of a team: left for a member or for whoever comes next, taken by exactly one, by the server's clock."""

from collections.abc import Collection, Mapping
from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

from scrubjay.errors import HandoffUnavailable, LimitExceeded, UnknownHandoff, UsageError
from scrubjay.memory.grounding.injection import forbid_instructions
from scrubjay.model.clock import Clock
from scrubjay.model.frozen import replace
from scrubjay.model.hints import LEAST_DIGITS
from scrubjay.privacy.secrets.masking import mask
from scrubjay_agents.api import DEFAULT_TTL, LEASE, MAX_TTL, HandoffContext, HandoffState, parse, rows
from scrubjay_team.database.queries import load
from scrubjay_team.memories.handoff import (
    DIGITS,
    LateResult,
    TeamHandoff,
    at_place,
    bounded,
    ended_line,
    handoff_of,
    machine_name,
    note_of,
    parse_target,
    why_not,
)
from scrubjay_team.memories.handoff_targets import require_able, target_member
from scrubjay_team.memories.rights import require
from scrubjay_team.memories.store import ID_DIGITS, MemoryStore

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Entered

Q = load(__package__)

MOST_PENDING = 100
MOST_HANDOFFS = 50_000
MOST_LISTED = 100
MOST_NOTES = 50
"""Handoffs that wait for one target; of a team; in one answer; notes of one handoff."""

DEFAULT_SECONDS = int(DEFAULT_TTL.total_seconds())
OPEN = (HandoffState.PENDING, HandoffState.ACCEPTED)


class TeamHandoffs:
    """The handoffs of the caller's team. Each call runs in a member's transaction."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def initiate(
        self,
        entered: "Entered",
        target: str,
        context: Mapping[str, object],
        *,
        ttl_seconds: int = DEFAULT_SECONDS,
        repo: str = "",
        session: str = "",
        client: str = "",
        place: HandoffContext | None = None,
    ) -> TeamHandoff:
        """Leave work for a target; `place` is where its sender stands: branch, commit, uncommitted files.

        What the same session left already in the same words, and what hasn't ended, isn't left twice: the answer of the
        first call may have been lost. Raises NotGranted, UsageError, LimitExceeded, NotFound, SpeaksToReader.
        """
        self._begin(entered, session)
        store = MemoryStore(entered, self._clock())
        wanted, parsed = parse_target(target), at_place(bounded(store, context), place)
        member = target_member(entered, wanted.member) if wanted.member else None
        least, most = 1, int(MAX_TTL.total_seconds())
        if not least <= ttl_seconds <= most:
            raise UsageError(f"ttl_seconds {ttl_seconds} is out of bounds: {least} to {most:,}, which is 30 days.")
        project = store.project(repo) if repo else None
        if member == entered.caller.member:
            raise UsageError("target is you. Nothing was left. Name another member, any, or any:CLIENT.")
        if member is not None:
            require_able(entered, wanted.member, member, project)
        kept = {
            "project": project, "sender_session": session[:256], "target": member, "client": wanted.client,
            "context": rows.to_json(parsed),
        }  # fmt: skip
        if session and (same := entered.connection.execute(Q.same_handoff, kept).fetchone()) is not None:
            return self.find(entered, same["id"].hex)
        there = entered.connection.execute(Q.handoffs_there, {"target": member, "client": wanted.client}).fetchone()
        if there is not None and there["waiting"] >= MOST_PENDING:
            raise LimitExceeded(f"{MOST_PENDING} handoffs wait for {target}, which is the limit. Cancel some first.")
        if there is not None and there["everything"] >= MOST_HANDOFFS:
            raise LimitExceeded(f"Team {entered.caller.team_name} has {MOST_HANDOFFS:,} handoffs, which is the limit.")
        id, at = uuid4(), self._clock()
        entered.connection.execute(
            Q.add_handoff,
            kept | {
                "id": id, "team": entered.caller.team, "member": entered.caller.member, "at": at,
                "sender_client": machine_name("client", client)[:256], "expires": at + timedelta(seconds=ttl_seconds),
            },
        )  # fmt: skip
        return self.find(entered, id.hex)

    def has_taker(self, entered: "Entered", repo: str) -> bool:
        """Whether anybody but the caller can take work on a repository; on none for an empty name."""
        project = MemoryStore(entered, self._clock()).project(repo) if repo else None
        params = {"project": project, "member": entered.caller.member}
        return entered.connection.execute(Q.handoff_taker, params).fetchone() is not None

    def accept(self, entered: "Entered", id: str, session: str = "", client: str = "") -> TeamHandoff:
        """Take a handoff that waits for the caller. Of several at once exactly one gets it.

        Raises NotGranted, UnknownHandoff, HandoffUnavailable.
        """
        self._begin(entered, session)
        handoff, me, at = self._alone(entered, id), entered.caller.member, self._clock()
        if handoff.state is HandoffState.ACCEPTED and (handoff.taker, handoff.taker_session) == (me, session[:256]):
            return handoff
        params = {"id": UUID(handoff.id), "team": entered.caller.team, "member": me, "at": at, "until": at + LEASE}
        named = {"session": session[:256], "client": machine_name("client", client)[:256]}
        row = entered.connection.execute(Q.accept_handoff, params | named).fetchone()
        if row is None:
            raise HandoffUnavailable(why_not(self.find(entered, handoff.id), me, client))
        entered.connection.execute(Q.add_lease, params | named | {"lease": row["lease"]})
        return self.find(entered, handoff.id)

    def complete(
        self, entered: "Entered", id: str, result: Mapping[str, object], lease: int = 0, session: str = ""
    ) -> tuple[TeamHandoff, bool]:
        """Finish what the caller's session has taken; also after its lease ran out, where nobody took it since.

        `lease` 0 is the session's own last one. Returns the handoff, and whether the result came too late and is kept
        as a note. Raises NotGranted, UnknownHandoff, HandoffUnavailable, UsageError, LimitExceeded.
        """
        self._begin(entered, session)
        parsed, learned = parse.parse_result(result)
        forbid_instructions([("notes", parsed.notes), *(("learned", text) for text in learned)])
        handoff, me = self._alone(entered, id), entered.caller.member
        brought = replace(parsed, files_modified=tuple(mask(file).text for file in parsed.files_modified))
        params = {"id": UUID(handoff.id), "member": me, "team": entered.caller.team, "at": self._clock()}
        number = lease or self._last_lease(entered, handoff, session)
        params |= {"lease": number, "result": rows.to_json(brought)}
        if handoff.state is HandoffState.COMPLETED and (handoff.taker, handoff.lease) == (me, number):
            if handoff.result == brought:
                return handoff, False
        elif number and entered.connection.execute(Q.finish_handoff, params).rowcount == 1:
            return self.find(entered, handoff.id), False
        if not number or entered.connection.execute(Q.lease_holder, params).fetchone() is None:
            raise HandoffUnavailable(why_not(self.find(entered, handoff.id), me, ""))
        if any((note.lease, note.result) == (number, brought) for note in handoff.notes):
            return handoff, True
        if len(handoff.notes) >= MOST_NOTES:
            raise LimitExceeded(
                f"Handoff {handoff.id[:DIGITS]} has {MOST_NOTES} notes, which is the limit. remember keeps what is new."
            )
        entered.connection.execute(Q.add_note, params)
        return self.find(entered, handoff.id), True

    def reject(self, entered: "Entered", id: str, reason: str, session: str = "") -> TeamHandoff:
        """Refuse a handoff that was left for the caller, or give back what the caller's session holds.

        What a session gave back in the same words is answered again, whoever took it since: the answer may be lost.
        Raises as accept does, and UsageError.
        """
        self._begin(entered, session)
        if not (plain := parse.parse_reason(reason)):
            raise UsageError("reason is empty. Say in a sentence why, so that the sender can do better.")
        forbid_instructions([("reason", plain)])
        handoff, me = self._alone(entered, id), entered.caller.member
        took, mine = (handoff.taker, handoff.taker_session) == (me, session[:256]), handoff.target == me
        if handoff.state is HandoffState.ACCEPTED and took:
            return self._moved(entered, handoff, HandoffState.PENDING, plain)
        if mine and handoff.state is HandoffState.REJECTED:
            return handoff
        if handoff.reason == plain and self._last_lease(entered, handoff, session):
            return handoff
        if handoff.state is HandoffState.PENDING and (mine or took):  # what time gave back to all keeps the reason
            state = HandoffState.REJECTED if mine else HandoffState.PENDING
            return self._moved(entered, handoff, state, plain)
        raise HandoffUnavailable(why_not(handoff, me, ""))

    def cancel(self, entered: "Entered", id: str, session: str = "") -> TeamHandoff:
        """Withdraw what the caller left, once. Raises NotGranted, UnknownHandoff, HandoffUnavailable."""
        self._begin(entered, session)
        handoff = self._alone(entered, id)
        own = handoff.sender == entered.caller.member
        if own and handoff.state is HandoffState.CANCELLED:
            return handoff
        if not own or handoff.state not in OPEN:
            why = f"it is {handoff.state}" if own else "you didn't leave it"
            raise HandoffUnavailable(f"Handoff {handoff.id[:DIGITS]} can't be withdrawn: {why}. Nothing was changed.")
        return self._moved(entered, handoff, HandoffState.CANCELLED, handoff.reason)

    def pending(
        self, entered: "Entered", client: str = "", limit: int = 10, session: str = ""
    ) -> tuple[TeamHandoff, ...]:
        """The handoffs that wait for the caller, the newest first. Raises NotGranted."""
        self._begin(entered, session)
        return self._read(
            entered, mine=True, client=client, states=[HandoffState.PENDING], limit=limit, session=session
        )

    def listed(self, entered: "Entered", limit: int = 20, session: str = "") -> tuple[TeamHandoff, ...]:
        """The handoffs that the caller may see, the newest first. Raises NotGranted."""
        self._begin(entered, session)
        return self._read(entered, limit=limit)

    def ended(self, entered: "Entered", begins: str = "") -> tuple[TeamHandoff, ...]:
        """What the caller left in sessions that begin so (empty: in none), and what ended since they were told."""
        params = {"begins": begins[:256], "limit": MOST_LISTED}
        rows = entered.connection.execute(Q.handoff_news, params).fetchall()
        return tuple(self.find(entered, row["id"].hex) for row in rows)

    def tell(self, entered: "Entered", ids: Collection[UUID]) -> None:
        """Note that the caller was told how some of theirs ended. Raises NotGranted."""
        require(entered.caller, "handoff")
        entered.connection.execute(Q.tell_handoffs, {"ids": list(ids)})

    def news(self, entered: "Entered") -> tuple[str, ...]:
        """How the handoffs ended that the caller left through the server itself, a line each; each is told once."""
        self._begin(entered, "")
        ended = self.ended(entered)
        self.tell(entered, [UUID(one.id) for one in ended])
        return tuple(map(ended_line, ended))

    def renew(self, entered: "Entered", session: str) -> None:
        """Let the leases of a session go on, because it still works."""
        at = self._clock()
        entered.connection.execute(Q.renew_leases, {"session": session[:256], "at": at, "until": at + LEASE})

    def seen(self, entered: "Entered", id: str, session: str = "") -> TeamHandoff:
        """What `find` finds, after time did what is due. Raises NotGranted, UnknownHandoff."""
        self._begin(entered, session)
        return self.find(entered, id)

    def find(self, entered: "Entered", id: str) -> TeamHandoff:
        """A handoff that the caller may see, by its id or at least eight digits of it. Raises UnknownHandoff."""
        begins = id.strip().lower().replace("-", "")
        if LEAST_DIGITS <= len(begins) <= ID_DIGITS and set(begins) <= set("0123456789abcdef"):
            found = self._read(entered, begins=begins, limit=2)
            if len(found) == 1:
                return found[0]
        raise UnknownHandoff

    def _begin(self, entered: "Entered", session: str) -> None:
        """Check the right, and let time do what is due; a session that calls keeps what it holds."""
        require(entered.caller, "handoff")
        entered.connection.execute(Q.settle, {"at": self._clock()})
        if session:
            self.renew(entered, session)

    def _alone(self, entered: "Entered", id: str) -> TeamHandoff:
        """A handoff that nobody else moves until this transaction ends, as whoever moved it just now left it."""
        handoff = self.find(entered, id)
        entered.connection.execute(Q.hold_handoff, {"id": UUID(handoff.id)})
        return self.find(entered, handoff.id)

    def _last_lease(self, entered: "Entered", handoff: TeamHandoff, session: str) -> int:
        """The last lease under which the caller's session took a handoff; 0 for none."""
        params = {"id": UUID(handoff.id), "session": session[:256]}
        row = entered.connection.execute(Q.last_lease, params).fetchone()
        return int(row["lease"]) if row else 0

    def _moved(self, entered: "Entered", handoff: TeamHandoff, state: HandoffState, reason: str) -> TeamHandoff:
        params = {
            "id": UUID(handoff.id), "state": state, "was": handoff.state, "lease": handoff.lease, "reason": reason,
            "at": self._clock(),
        }  # fmt: skip
        if entered.connection.execute(Q.move_handoff, params).rowcount != 1:
            raise HandoffUnavailable(why_not(self.find(entered, handoff.id), entered.caller.member, ""))
        return self.find(entered, handoff.id)

    def _read(
        self,
        entered: "Entered",
        *,
        begins: str = "",
        mine: bool = False,
        client: str = "",
        states: list[HandoffState] | None = None,
        limit: int = 10,
        session: str = "",
    ) -> tuple[TeamHandoff, ...]:
        params = {
            "states": states, "mine": mine, "client": client[:256], "limit": max(1, min(limit, MOST_LISTED)),
            "session": session[:256],
            "first": begins.ljust(ID_DIGITS, "0") if begins else None,
            "last": begins.ljust(ID_DIGITS, "f") if begins else None,
        }  # fmt: skip
        found = entered.connection.execute(Q.handoffs, params).fetchall()
        notes: dict[UUID, tuple[LateResult, ...]] = {}
        for row in entered.connection.execute(Q.handoff_notes, {"ids": [one["id"] for one in found]}).fetchall():
            notes[row["handoff"]] = (*notes.get(row["handoff"], ()), note_of(row))
        return tuple(handoff_of(row, notes.get(row["id"], ())) for row in found)
