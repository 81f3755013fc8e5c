"""Handoffs as tools and commands use them: who may, with what is uncommitted, and what moved since."""

from collections.abc import Callable, Mapping
from datetime import timedelta

from scrubjay.agents.audit import AgentAudit
from scrubjay.agents.callers import Callers
from scrubjay.agents.registry import AgentRegistry
from scrubjay.errors import HandoffUnavailable, PermissionDenied, UnknownAgent, UnknownHandoff, UsageError
from scrubjay.handoffs.ground import HandoffGround
from scrubjay.handoffs.handoff import Handoff, HandoffContext
from scrubjay.handoffs.moved import Moved
from scrubjay.handoffs.outcomes import Changed, KeptAsNote, Refusal, Refused, Repeated
from scrubjay.handoffs.parse import parse_context, parse_reason, parse_result
from scrubjay.handoffs.states import DEFAULT_TTL, MAX_TTL, HandoffState
from scrubjay.handoffs.store import HandoffStore
from scrubjay.handoffs.targets import parse_target, targets_of
from scrubjay.handoffs.text import sections
from scrubjay.model.agent import AgentType, Caller, Capability
from scrubjay.model.frozen import dataclass, replace
from scrubjay.sessions.task import SessionSave, TaskChange
from scrubjay.sessions.tasks import Tasks

MIN_DIGITS = 8

AT_START = 5
"""Handoffs that a session is told of at its start, the newest."""

DEFAULT_SECONDS = int(DEFAULT_TTL.total_seconds())


@dataclass(frozen=True, slots=True)
class Prepared:
    """A handoff that its sender may leave, before it is left."""

    sender: Caller
    target: str
    context: HandoffContext
    ttl: timedelta


@dataclass(frozen=True, slots=True)
class Taken:
    """A handoff that was taken, what moved since it was written, and the branch whose task it now is."""

    handoff: Handoff
    moved: Moved
    branch: str


@dataclass(frozen=True, slots=True)
class Finished:
    """A handoff after a result: it is done, or the result is kept as a note (`noted`). `learned` is to be judged.

    `repeated`: it was there already, and nothing was changed.
    """

    handoff: Handoff
    noted: bool
    repeated: bool
    learned: tuple[str, ...] = ()


class HandoffManager:
    """Hands work over in one worktree."""

    def __init__(
        self,
        store: HandoffStore,
        callers: Callers,
        registry: AgentRegistry,
        audit: AgentAudit,
        ground: HandoffGround,
        tasks: Tasks,
        memory_id: Callable[[str], str],
    ) -> None:
        self.store = store
        self._callers = callers
        self._registry = registry
        self._audit = audit
        self._ground = ground
        self._tasks = tasks
        self._memory_id = memory_id

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
        """A handoff that is checked and not left yet. Raises PermissionDenied, UsageError, NotFound."""
        sender = self._acting(caller, source_id, Capability.HANDOFF_INITIATE, "initiate")
        target = self._target(sender, target_id)
        parsed = parse_context(context)
        ids = tuple(self._memory_id(id) for id in parsed.relevant_memories)
        complete = self._ground.written_here(replace(parsed, relevant_memories=ids))
        return Prepared(sender, target, complete, _ttl(ttl_seconds))

    def leave(self, prepared: Prepared) -> Handoff:
        """Leave what is prepared. Raises LimitExceeded."""
        return self.store.add(prepared.sender, prepared.target, prepared.context, prepared.ttl)

    def renew(self, caller: Caller, id: str, target_id: str = "", ttl_seconds: int = DEFAULT_SECONDS) -> Handoff:
        """Leave the work of an older handoff again, as it was described: of this sender, or any one by a person."""
        self._require(caller, Capability.HANDOFF_INITIATE, id, "renew")
        before = self.find(caller, id)
        if before.sender != caller.agent and caller.type is not AgentType.HUMAN:
            self._deny(caller, id, "renew")
            raise PermissionDenied(
                "Only its sender leaves a handoff again, or a person. initiate_handoff leaves your own."
            )
        target = self._target(caller, target_id) if target_id else before.target
        return self.store.add(caller, target, before.context, _ttl(ttl_seconds), renews=before.id)

    def accept(self, caller: Caller, id: str, agent_id: str = "") -> Taken:
        """Take a handoff: its task becomes that of this branch. Raises PermissionDenied, HandoffUnavailable."""
        taker = self._acting(caller, agent_id, Capability.HANDOFF_RECEIVE, "accept")
        head = self._ground.head()
        outcome = self.store.accept(taker, id, targets_of(taker, head.branch))
        handoff = _allowed(outcome)
        if isinstance(outcome, Changed):
            self._take_over(handoff, head.branch, head.commit, taker.session)
        return Taken(handoff, self._ground.moved_since(handoff.context), head.branch)

    def complete(
        self, caller: Caller, id: str, result: Mapping[str, object], lease: int = 0, agent_id: str = ""
    ) -> Finished:
        """Close a handoff. Raises PermissionDenied, HandoffUnavailable, UsageError."""
        taker = self._acting(caller, agent_id, Capability.HANDOFF_RECEIVE, "complete")
        parsed, learned = parse_result(result)
        outcome = self.store.complete(taker, id, parsed, lease)
        handoff, repeated = _allowed(outcome), isinstance(outcome, Repeated)
        return Finished(handoff, isinstance(outcome, KeptAsNote), repeated, () if repeated else learned)

    def reject(self, caller: Caller, id: str, reason: str) -> Handoff:
        """Refuse a handoff that waits for this agent, or give back what its session holds.

        Raises PermissionDenied, HandoffUnavailable, UsageError.
        """
        self._require(caller, Capability.HANDOFF_RECEIVE, id, "reject")
        if not (plain := parse_reason(reason)):
            raise UsageError("reason is empty. Say in a sentence why, so that the sender can do better.")
        return _allowed(self.store.reject(caller, id, targets_of(caller, self._ground.head().branch), plain))

    def cancel(self, caller: Caller, id: str) -> Handoff:
        """Withdraw a handoff of this sender. Raises PermissionDenied, HandoffUnavailable."""
        return _allowed(self.store.cancel(caller, id))

    def pending(self, caller: Caller, agent_id: str = "", limit: int = 10) -> tuple[Handoff, ...]:
        """What waits for an agent on this branch, the newest first. Raises PermissionDenied."""
        agent = self._acting(caller, agent_id, None, "list")
        return self.store.pending(agent, targets_of(agent, self._ground.head().branch), limit)

    def listed(self, caller: Caller, limit: int = 20) -> tuple[Handoff, ...]:
        """What an agent left, may take or took; a person sees everything."""
        return self.store.listed(caller, targets_of(caller, self._ground.head().branch), limit)

    def find(self, caller: Caller, id: str) -> Handoff:
        """A handoff that an agent may see, by its id or at least the first eight digits. Raises PermissionDenied."""
        if len(id) >= MIN_DIGITS and id.isalnum():
            found = self.store.listed(caller, targets_of(caller, self._ground.head().branch), 2, id.lower())
            if len(found) == 1:
                return found[0]
        self._deny(caller, id, "show")
        raise UnknownHandoff

    def news(self, caller: Caller) -> tuple[str, ...]:
        """What is new of the handoffs that a caller left or took, a line each, told once."""
        return self.store.news(caller)

    def at_start(self, caller: Caller, told: str = "") -> str:
        """What a session is told at its start: what waits for it, and what is new of its own. Mostly empty.

        `told` is what the session was told before.
        """
        waiting = self.store.pending(caller, targets_of(caller, self._ground.head().branch), AT_START)
        return sections([handoff for handoff in waiting if handoff.id not in told], self.news(caller))

    def moved_since(self, handoff: Handoff) -> Moved:
        """What has changed since a handoff was written."""
        return self._ground.moved_since(handoff.context)

    def _take_over(self, handoff: Handoff, branch: str, commit: str, session: str) -> None:
        """Make the handoff's task, files and memories those of the branch that it was taken on."""
        context, state = handoff.context, handoff.context.current_state
        details: dict[str, object] = {
            "handoff": handoff.id,
            "files": [*dict.fromkeys((*context.relevant_files, *(one.path for one in context.uncommitted)))][:50],
            "memories": list(context.relevant_memories),
        }
        change = TaskChange(context.task_description, details, session=session)
        self._tasks.set(branch, commit, change, writer=handoff.sender_session)
        save = SessionSave(
            summary=f"Took over handoff {handoff.id[:8]} from {handoff.sender_label}.",
            completed=state.completed,
            in_progress="; ".join(state.in_progress),
            blockers=state.blocked_on,
            next_steps=state.next_steps,
            session=session,
        )
        self._tasks.save(branch, commit, save, writer=handoff.sender_session)

    def _target(self, sender: Caller, target_id: str) -> str:
        target = parse_target(target_id, self._ground.head().branch)
        if ":" not in target:
            agent = self._registry.get(target)
            if agent is None or (agent.owner, agent.project) != (sender.owner, sender.project):
                self._deny(sender, target, "initiate")
                raise UnknownAgent
        return target

    def _acting(self, caller: Caller, agent_id: str, needs: Capability | None, what: str) -> Caller:
        agent = self._callers.acting(caller, agent_id, what=what)
        if needs is not None:
            self._require(agent, needs, agent_id, what)
        return agent

    def _require(self, caller: Caller, capability: Capability, resource: str, what: str) -> None:
        try:
            caller.require(capability)
        except PermissionDenied:
            self._deny(caller, resource, what)
            raise

    def _deny(self, caller: Caller, resource: str, what: str) -> None:
        self._audit.denied(caller, resource, what)


def _allowed(outcome: Changed | KeptAsNote | Repeated | Refused) -> Handoff:
    """The handoff, unless it was refused. Raises PermissionDenied, HandoffUnavailable."""
    if not isinstance(outcome, Refused):
        return outcome.handoff
    if outcome.handoff is None:
        raise UnknownHandoff
    if outcome.why is Refusal.ELSEWHERE:
        raise HandoffUnavailable(
            f"You took handoff {outcome.handoff.id} from another worktree. Pass lease={outcome.handoff.number} "
            f"(`--lease {outcome.handoff.number}`)."
        )
    raise HandoffUnavailable(_unavailable(outcome.handoff))


def _unavailable(handoff: Handoff) -> str:
    """Why nothing can be done with a handoff now, and what can be done instead."""
    if handoff.state is HandoffState.ACCEPTED and handoff.lease is not None:
        return (
            f"Handoff {handoff.id} is held by {handoff.lease.label} (session {handoff.lease.session[:8]}) since "
            f"{handoff.lease.taken_at}. That session alone completes it, or gives it back with reject_handoff; it "
            "comes back by itself 30 minutes after that session falls silent."
        )
    why = f": {handoff.reason}" if handoff.reason else ""
    return (
        f"Handoff {handoff.id} is {handoff.state} since {handoff.changed_at}{why}. "
        f"`scrubjay handoff create --from {handoff.id[:8]}` leaves it again."
    )


def _ttl(seconds: int) -> timedelta:
    if not 60 <= seconds <= MAX_TTL.total_seconds():
        raise UsageError(f"ttl_seconds must lie between 60 and {int(MAX_TTL.total_seconds())}, which is 30 days.")
    return timedelta(seconds=seconds)
