"""Handoffs as tools and commands use them: who may, with what is uncommitted, and what moved since."""

from collections.abc import Iterable, Mapping
from datetime import timedelta

from scrubjay.errors import (
    HandoffUnavailable,
    PermissionDenied,
    UnknownAgent,
    UnknownHandoff,
    UsageError,
)
from scrubjay.identity.agents.callers import Callers
from scrubjay.identity.agents.registry import AgentRegistry
from scrubjay.model.agent import AgentType, Caller, Capability
from scrubjay.model.frozen import replace
from scrubjay.model.hints import LEAST_DIGITS
from scrubjay.session.tasks.earlier import REPLACED
from scrubjay.wiring.workspace import Workspace
from scrubjay_agents.handoffs.acting import HandoffActing
from scrubjay_agents.handoffs.ground import HandoffGround
from scrubjay_agents.handoffs.handoff import DEFAULT_TTL, MAX_TTL, MOVES, Handoff, HandoffState
from scrubjay_agents.handoffs.moved import Finished, Moved, Prepared, Taken
from scrubjay_agents.handoffs.notices import SHOWN, concern, notices
from scrubjay_agents.handoffs.parse import parse_context, parse_reason, parse_result, texts_of
from scrubjay_agents.handoffs.passing import Changed, KeptAsNote, Refusal, Refused, Repeated
from scrubjay_agents.handoffs.store import HandoffStore
from scrubjay_agents.handoffs.text import away_note, not_again, parse_target, sections, targets_of, unseen, why_not

ID_DIGITS = 32

MOST_CONCERNING = 200
"""Handoffs among which somebody's own are looked for, the open ones first."""

DEFAULT_SECONDS = int(DEFAULT_TTL.total_seconds())


class HandoffManager:
    """Hands work over in one worktree."""

    def __init__(
        self,
        handoff_store: HandoffStore,
        handoff_acting: HandoffActing,
        callers: Callers,
        agent_registry: AgentRegistry,
        handoff_ground: HandoffGround,
        services: "Workspace",
    ) -> None:
        self.store = handoff_store
        self._does = handoff_acting
        self._callers = callers
        self._registry = agent_registry
        self._ground = handoff_ground
        self._services = services

    def initiate(
        self, caller: Caller, target_id: str, context: Mapping[str, object], ttl_seconds: int = DEFAULT_SECONDS,
        source_id: str = "",
    ) -> Handoff:  # fmt: skip
        """Leave work for a target. Raises PermissionDenied, UsageError, LimitExceeded, NotFound."""
        return self.leave(self.prepare(caller, target_id, context, ttl_seconds, source_id))

    def prepare(
        self, caller: Caller, target_id: str, context: Mapping[str, object], ttl_seconds: int = DEFAULT_SECONDS,
        source_id: str = "",
    ) -> Prepared:  # fmt: skip
        """Check a handoff without leaving it. Raises PermissionDenied, UsageError, NotFound."""
        sender = self._does.acting(caller, source_id, Capability.HANDOFF_INITIATE, "initiate")
        target = self._target(sender, target_id)
        parsed = parse_context(context)
        self._does.checked(sender, texts_of(parsed), "initiate")
        ids = tuple(self._services.memories.get(id).id for id in parsed.relevant_memories)
        files = self._ground.named_here(parsed.relevant_files, target)
        complete = self._ground.written_here(replace(parsed, relevant_memories=ids, relevant_files=files))
        return Prepared(sender, target, complete, ttl_of(ttl_seconds))

    def leave(self, prepared: Prepared) -> Handoff:
        """Leave a prepared handoff. Raises LimitExceeded."""
        return self.store.add(prepared.sender, prepared.target, prepared.context, prepared.ttl)

    def renew(self, caller: Caller, id: str, target_id: str = "", ttl_seconds: int = DEFAULT_SECONDS) -> Handoff:
        """Leave the work of an older handoff again, as it was described; only its sender or a person may."""
        self._does.require(caller, Capability.HANDOFF_INITIATE, id, "renew")
        before = self.find(caller, id, "renew")
        if before.sender != caller.agent and caller.type is not AgentType.HUMAN:
            self._does.denied(caller, before.id, "renew")
            raise PermissionDenied(why_not(before, caller, (), "renew"))
        if why := self._why_not_again(caller, before):
            raise HandoffUnavailable(why)
        target = self._target(caller, target_id) if target_id else before.target
        return self.store.add(
            caller, target, self._ground.written_here(before.context), ttl_of(ttl_seconds), renews=before.id
        )

    def accept(self, caller: Caller, id: str, agent_id: str = "") -> Taken:
        """Take a handoff: its task becomes that of this branch. Raises PermissionDenied, HandoffUnavailable."""
        taker = self._does.acting(caller, agent_id, Capability.HANDOFF_RECEIVE, "accept")
        head = self._ground.head()
        outcome = self.store.accept(taker, self._whole(taker, id, "accept"), targets_of(taker, head.branch))
        handoff = self._allowed(outcome, taker, id, "accept")
        if isinstance(outcome, Changed):
            self._does.take_over(handoff, head, taker.session)
        return Taken(handoff, self._ground.moved_since(handoff.context), head.branch)

    def complete(
        self, caller: Caller, id: str, result: Mapping[str, object], lease: int = 0, agent_id: str = ""
    ) -> Finished:
        """Close a handoff. Raises PermissionDenied, HandoffUnavailable, UsageError."""
        taker = self._does.acting(caller, agent_id, Capability.HANDOFF_RECEIVE, "complete")
        parsed, learned = parse_result(result)
        self._does.checked(taker, [("notes", parsed.notes)], "complete")
        outcome = self.store.complete(taker, self._whole(taker, id, "complete"), parsed, lease)
        handoff = self._allowed(outcome, taker, id, "complete")
        if isinstance(outcome, Repeated):
            return Finished(handoff, noted=False, repeated=True)
        if (
            handoff.state is not HandoffState.ACCEPTED
            or handoff.lease is None
            or handoff.lease.session != taker.session
        ):
            self._does.finish(handoff, taker)
        return Finished(handoff, isinstance(outcome, KeptAsNote), repeated=False, learned=learned)

    def reject(self, caller: Caller, id: str, reason: str) -> Handoff:
        """Refuse a handoff that waits for this agent, or give back what its session holds.

        Raises PermissionDenied, HandoffUnavailable, UsageError.
        """
        self._does.require(caller, Capability.HANDOFF_RECEIVE, id, "reject")
        if not (plain := parse_reason(reason)):
            raise UsageError("reason is empty. Say in a sentence why, so that the sender can do better.")
        self._does.checked(caller, [("reason", plain)], "reject")
        targets = self._targets(caller)
        outcome = self.store.reject(caller, self._whole(caller, id, "reject"), targets, plain)
        handoff = self._allowed(outcome, caller, id, "reject")
        if handoff.state is HandoffState.PENDING:
            self._does.finish(handoff, caller, REPLACED)
        return handoff

    def cancel(self, caller: Caller, id: str, seen: str = "") -> Handoff:
        """Withdraw a handoff of version `seen`. Raises PermissionDenied, HandoffUnavailable, VersionConflict."""
        return self._allowed(self.store.cancel(caller, self._whole(caller, id, "cancel"), seen), caller, id, "cancel")

    def pending(self, caller: Caller, agent_id: str = "", limit: int = 10) -> tuple[Handoff, ...]:
        """The handoffs that wait for an agent on this branch, the newest first. Raises PermissionDenied."""
        agent = self._does.acting(caller, agent_id, None, "list")
        return self.store.pending(agent, self._targets(agent), limit)

    def listed(self, caller: Caller, limit: int = 20) -> tuple[tuple[Handoff, str], ...]:
        """Handoffs that an agent left, may take or took, each with how it concerns the agent."""
        targets = self._targets(caller)
        return tuple((one, concern(one, caller, targets)) for one in self.store.listed(caller, targets, limit))

    def notices(self, caller: Caller) -> tuple[str, ...]:
        """Notices that need the caller's attention; the end of a handoff is repeated until it was shown."""
        news = ((item.line, item.handoff) for item in self.store.news(caller))
        return tuple(notices(self.listed(caller, MOST_CONCERNING), news))

    def mark_shown(self, caller: Caller, shown: Iterable[Handoff]) -> None:
        """Note that the caller saw how these handoffs ended."""
        ids = {handoff.id for handoff in shown}
        self.store.tell([item for item in self.store.news(caller) if item.handoff in ids])

    def find(self, caller: Caller, id: str, what: str = "show") -> Handoff:
        """A handoff that an agent may see, by its id or at least the first eight digits. Raises UnknownHandoff."""
        found = self._seen(caller, id)
        if found is None:
            self._does.denied(caller, id, what)
            raise UnknownHandoff
        return found

    def news(self, caller: Caller) -> tuple[str, ...]:
        """News of the handoffs that a caller left or took, a line each; each is told once."""
        news = self.store.news(caller)
        self.store.tell(news)
        return tuple(item.line for item in news)

    def at_start(self, caller: Caller, told: str = "") -> str:
        """The handoff section of a session's greeting: pending handoffs that it wasn't told yet, and its own news.

        `told` is what the session was told before.
        """
        waiting = self.store.pending(caller, self._targets(caller), MOST_CONCERNING)
        untold = [handoff for handoff in waiting[:SHOWN] if handoff.id not in told]
        return sections(untold, self.news(caller), max(0, len(waiting) - SHOWN))

    def moved_since(self, handoff: Handoff) -> Moved:
        """What has changed since a handoff was written."""
        return self._ground.moved_since(handoff.context)

    def waits_for(self, handoff: Handoff) -> str:
        """Why nobody sees a handoff yet, in words; empty where it can be seen."""
        kind, _, branch = handoff.target.partition(":")
        return unseen(branch) if kind == "branch" and not self._ground.has_branch(branch) else ""

    def _why_not_again(self, caller: Caller, before: Handoff) -> str:
        """Why a handoff isn't left again: it is done, or it or its copy is still open; else empty."""
        copies = (one for one, _ in self.listed(caller, MOST_CONCERNING) if before.id in (one.id, one.renews))
        return not_again(before, next((one for one in copies if one.state in MOVES), None))

    def _targets(self, caller: Caller) -> tuple[str, ...]:
        """The names under which this caller is a target of handoffs on this branch."""
        return targets_of(caller, self._ground.head().branch)

    def _seen(self, caller: Caller, id: str) -> Handoff | None:
        """The handoff that the caller may see and whose id begins with `id`; None unless exactly one does."""
        begin = id.strip().lower()
        if len(begin) < LEAST_DIGITS or not begin.isalnum():
            return None
        found = self.store.listed(caller, self._targets(caller), 2, begin)
        return found[0] if len(found) == 1 else None

    def _whole(self, caller: Caller, id: str, what: str) -> str:
        """The whole id for the beginning of one, if the agent may see that handoff; a whole id isn't checked."""
        whole = id.strip().lower()
        return whole if len(whole) == ID_DIGITS else self.find(caller, whole, what).id

    def _allowed(
        self, outcome: Changed | KeptAsNote | Repeated | Refused, caller: Caller, id: str, action: str
    ) -> Handoff:
        """The handoff after an action. Raises PermissionDenied or HandoffUnavailable if that was refused."""
        if not isinstance(outcome, Refused):
            return outcome.handoff
        handoff = outcome.handoff or self._seen(caller, id)
        if handoff is None:
            raise UnknownHandoff
        if outcome.why is Refusal.ELSEWHERE:
            raise HandoffUnavailable(away_note(handoff))
        raise HandoffUnavailable(why_not(handoff, caller, self._targets(caller), action))

    def _target(self, sender: Caller, target_id: str) -> str:
        """A target as it is stored, an agent's id made whole. Raises UnknownAgent, UsageError."""
        target = parse_target(target_id, self._ground.head().branch)
        if target.startswith("branch:"):
            self._ground.require_branch_name(target.partition(":")[2])
        if ":" not in target:
            target = self._callers.whole_id(sender, target)
            agent = self._registry.get(target)
            if agent is None or (agent.owner, agent.project) != (sender.owner, sender.project):
                self._does.denied(sender, target, "initiate")
                raise UnknownAgent
            if agent.id == sender.agent:
                raise UsageError(
                    f"That agent is you: any:{sender.type} leaves it to another session of yours, session_save to the "
                    "next one here."
                )
        return target


def ttl_of(seconds: int) -> timedelta:
    """How long a handoff waits. Raises UsageError for less than a minute or more than 30 days."""
    if not 60 <= seconds <= MAX_TTL.total_seconds():
        raise UsageError(f"ttl_seconds must lie between 60 and {int(MAX_TTL.total_seconds())}, which is 30 days.")
    return timedelta(seconds=seconds)
