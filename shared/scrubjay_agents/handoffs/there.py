"""Handoffs of the home's team, as tools and commands use them: left for, and taken from, other members' machines."""

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress

from scrubjay.errors import ScrubjayError, UsageError
from scrubjay.model.agent import Caller, Capability
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.hints import LEAST_DIGITS
from scrubjay.session.tasks.earlier import REPLACED
from scrubjay_agents.far import FarSession, Provides, far_team, required
from scrubjay_agents.handoffs.acting import HandoffActing
from scrubjay_agents.handoffs.far import FarAct, FarHandoffs, FarHandoffWork
from scrubjay_agents.handoffs.ground import HandoffGround
from scrubjay_agents.handoffs.handoff import Handoff, HandoffContext, HandoffState
from scrubjay_agents.handoffs.manager import DEFAULT_SECONDS, ttl_of
from scrubjay_agents.handoffs.moved import Moved
from scrubjay_agents.handoffs.parse import parse_context, parse_reason, parse_result, texts_of
from scrubjay_agents.handoffs.store import HandoffStore
from scrubjay_agents.handoffs.text import withdrawn_line

TEAM = "team"
"""The target that is whoever of the team comes next; `team:NAME` is a member, `team:any:codex` one client."""


def is_there(target: str) -> bool:
    """Whether a target is of the team; an agent's id has other letters, so that none is called so."""
    return target.strip().partition(":")[0] == TEAM


@dataclass(frozen=True, slots=True)
class TakenThere:
    """A handoff of the team that was taken, what moved since, and the branch whose task it is; empty: of none here."""

    act: FarAct
    moved: Moved | None
    branch: str


@dataclass(frozen=True, slots=True)
class LeavingThere:
    """A handoff that may be left for the team, before it is left."""

    who: FarSession
    target: str
    context: HandoffContext
    ttl_seconds: int


class HandoffsThere:
    """Hands work of one worktree over to the team, and takes the team's. Thread-safe.

    What is asked there fails where the server is away, and says so; nothing is kept here to be sent later.
    """

    def __init__(
        self, far: FarHandoffWork | None, store: HandoffStore, acting: HandoffActing, ground: HandoffGround
    ) -> None:
        self._far = far
        self._store = store
        self._does = acting
        self._ground = ground
        self._held: dict[str, dict[str, Caller]] = {}
        self._over: dict[str, dict[str, Handoff]] = {}

    def called(self) -> str:
        """What the team is called; empty where this home is in none."""
        return self._far.called() if self._far is not None else ""

    def has(self, id: str) -> bool:
        """Whether an id is to be looked for there: this home has none that begins so, and is in a team."""
        begins = id.strip().lower().replace("-", "")
        plain = len(begins) >= LEAST_DIGITS and begins.isascii() and begins.isalnum()
        return plain and not self._store.has(begins) and bool(self.called())

    def prepare(
        self, caller: Caller, target: str, context: Mapping[str, object], ttl_seconds: int = DEFAULT_SECONDS,
        source_id: str = "",
    ) -> LeavingThere:  # fmt: skip
        """Check a handoff without leaving it; its memories are the team's. Raises PermissionDenied, UsageError."""
        required(self._far)
        sender = self._does.acting(caller, source_id, Capability.HANDOFF_INITIATE, "initiate")
        parsed = parse_context(context)
        self._does.checked(sender, texts_of(parsed), "initiate")
        files = self._ground.named_here(parsed.relevant_files, "")
        written = self._ground.written_here(replace(parsed, relevant_files=files))
        ttl_of(ttl_seconds)
        named = target.strip().partition(":")[2].strip() or "any"
        kind, colon, client = named.partition(":")
        if kind == "any" and colon:
            named = f"any:{client.replace('_', '-')}"
        return LeavingThere(FarSession.of(sender), named, replace(written, folder="", worktree=""), ttl_seconds)

    def leave(self, leaving: LeavingThere) -> FarAct:
        """Leave a prepared handoff. Raises what the far side raises."""
        far = required(self._far)
        return far.leave(leaving.who, leaving.target, leaving.context, leaving.ttl_seconds)

    def accept(self, caller: Caller, id: str, agent_id: str = "") -> TakenThere:
        """Take a handoff; its task becomes that of this branch where it is of this repository, or of none."""
        taker = self._does.acting(caller, agent_id, Capability.HANDOFF_RECEIVE, "accept")
        who = FarSession.of(taker)
        act = required(self._far).accept(who, id)
        head, handoff = self._ground.head(), act.far.handoff
        self._held.setdefault(taker.session, {})[handoff.id] = taker
        if not act.far.here:
            return TakenThere(act, self.moved_since(act), "")
        self._does.take_over(replace(handoff, context=_here(handoff.context)), head, taker.session)
        return TakenThere(act, self.moved_since(act), head.branch)

    def complete(
        self, caller: Caller, id: str, result: Mapping[str, object], lease: int = 0, agent_id: str = ""
    ) -> tuple[FarAct, tuple[str, ...]]:
        """Bring a result, or have it kept as a note; also what was learned, which is judged at home."""
        taker = self._does.acting(caller, agent_id, Capability.HANDOFF_RECEIVE, "complete")
        parsed, learned = parse_result(result)
        self._does.checked(taker, [("notes", parsed.notes)], "complete")
        parsed = replace(parsed, files_modified=tuple(map(self._ground.from_top, parsed.files_modified)))
        act = required(self._far).complete(FarSession.of(taker), id, parsed, lease)
        self._let_go(act.far.handoff.id)
        self._does.finish(act.far.handoff, taker)
        return act, learned

    def reject(self, caller: Caller, id: str, reason: str) -> FarAct:
        """Refuse a handoff that waits, or give back what the session holds. Raises UsageError for no reason."""
        self._does.require(caller, Capability.HANDOFF_RECEIVE, id, "reject")
        if not (plain := parse_reason(reason)):
            raise UsageError("reason is empty. Say in a sentence why, so that the sender can do better.")
        self._does.checked(caller, [("reason", plain)], "reject")
        act = required(self._far).reject(FarSession.of(caller), id, plain)
        self._let_go(act.far.handoff.id)
        if act.far.handoff.state is HandoffState.PENDING:
            self._does.finish(act.far.handoff, caller, REPLACED)
        return act

    def cancel(self, caller: Caller, id: str) -> FarAct:
        """Withdraw a handoff that the member left."""
        return required(self._far).cancel(FarSession.of(caller), id)

    def find(self, caller: Caller, id: str) -> FarAct:
        """A handoff that the member may see."""
        return required(self._far).find(FarSession.of(caller), id)

    def waiting(
        self, caller: Caller, agent_id: str = "", limit: int = 10, *, soon: bool = False
    ) -> tuple[FarHandoffs, str]:  # fmt: skip
        """What waits there, and what is degraded, in words; nothing of both where this home is in no team.

        `soon`: a session that starts waits no longer than a search does.
        """
        agent = self._does.acting(caller, agent_id, None, "list")
        return self._read(lambda far: far.waiting(FarSession.of(agent), limit, soon=soon))

    def listed(self, caller: Caller, limit: int = 20) -> tuple[FarHandoffs, str]:
        """What the member may see there, and what is degraded, in words."""
        return self._read(lambda far: far.listed(FarSession.of(caller), limit))

    def tell(self, ended: Iterable[str]) -> None:
        """Say that the sender was told how some ended; where that fails, they are told again."""
        if self._far is not None and (ids := [*ended]):
            with suppress(ScrubjayError):
                self._far.told(ids)

    def moved_since(self, act: FarAct) -> Moved | None:
        """What has changed in this clone since a handoff was written; None for one of another repository."""
        context = act.far.handoff.context
        return self._ground.moved_since(_here(context)) if act.far.here and context.commit else None

    def seen(self, session: str) -> None:
        """Let the leases of a session go on that took something in this process, and look whether that was cancelled.

        Nobody waits for it.
        """
        if self._far is None or not (held := dict(self._held.get(session, {}))):
            return
        far = self._far

        def renew() -> None:
            with suppress(ScrubjayError):
                for who in {FarSession.of(taker) for taker in held.values()}:
                    far.renew(who)
                for id, taker in held.items():
                    handoff = far.find(FarSession.of(taker), id).far.handoff
                    if handoff.state is HandoffState.CANCELLED:
                        self._over.setdefault(session, {})[id] = handoff

        threading.Thread(target=renew, name="team lease", daemon=True).start()

    def withdrawn(self, session: str) -> Iterator[str]:
        """What a session took in this process and its sender cancelled, a line each, once; its task ends with it."""
        for id, handoff in self._over.pop(session, {}).items():
            if (taker := self._held.get(session, {}).pop(id, None)) is not None:
                self._does.finish(handoff, taker, REPLACED)
                yield withdrawn_line(handoff)

    def _let_go(self, id: str) -> None:
        for held in [*self._held.values()]:
            held.pop(id, None)

    def _read(self, ask: Callable[[FarHandoffWork], FarHandoffs]) -> tuple[FarHandoffs, str]:
        """What is read there; where that fails, nothing, and the words for it."""
        name = TEAM
        try:
            name = self.called() or name
            if self._far is None or name == TEAM:
                return FarHandoffs(()), ""
            return ask(self._far), ""
        except ScrubjayError as error:
            return FarHandoffs(()), f"degraded: {name}: {error} Its handoffs aren't listed."


def _here(context: HandoffContext) -> HandoffContext:
    """A context as this home compares it: memories are the team's, and nobody's folder is looked into."""
    return replace(context, relevant_memories=(), folder="")


def handoffs_there(
    handoff_store: HandoffStore, handoff_acting: HandoffActing, handoff_ground: HandoffGround, services: Provides
) -> HandoffsThere:
    """The handoffs of a worktree's team."""
    return HandoffsThere(far_team(services), handoff_store, handoff_acting, handoff_ground)
