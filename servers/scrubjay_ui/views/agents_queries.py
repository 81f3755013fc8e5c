"""Queries of the agents' pages: agents, what they share and hand over, and who is quarantined."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from scrubjay.errors import NotFound, PermissionDenied
from scrubjay.identity.agents.registry import Agent, AgentSession
from scrubjay.identity.person.facts import Actor
from scrubjay.identity.person.permit import Permit
from scrubjay.model.agent import AgentType, Caller
from scrubjay.model.frozen import dataclass
from scrubjay.model.pool import PoolMember
from scrubjay.model.quarantine import Quarantine
from scrubjay.model.visible import session_name
from scrubjay_agents.api import Handoff, HandoffState, Moved, addressed
from scrubjay_agents.services import AgentServices
from scrubjay_ui.visit import Visit

if TYPE_CHECKING:
    from scrubjay_agents.api import CrossAgentRead, PoolAnswer, PoolEntry


def type_of(permit: Permit, *, trust_scripts: bool) -> AgentType:
    """The type of who started the page, by the rule of the command line."""
    if permit.actor is Actor.PERSON or (permit.actor is Actor.SCRIPT and trust_scripts):
        return AgentType.HUMAN
    return AgentType.CUSTOM_PIPELINE if permit.actor is Actor.SCRIPT else AgentType.OTHER_AGENT


def caller(visit: Visit, *, writes: bool = False) -> Caller:
    """The caller, in the session that this account's commands in the worktree have too."""
    return _caller_of_type(
        type_of(visit.surface.permit, trust_scripts=visit.home.settings.trust.scripts), visit, writes=writes
    )


def person_caller(visit: Visit) -> Caller:
    """The person who uses the page, as pools know them: the same as at a terminal in this worktree."""
    return _caller_of_type(AgentType.HUMAN, visit, writes=visit.writes)


def _caller_of_type(type: AgentType, visit: Visit, *, writes: bool) -> Caller:
    """The caller of a type, in its session of this worktree."""
    session = session_name(f"{type}@{visit.workspace.repository.worktree}")
    return visit.workspace.callers.of_type(type, session, inferred=True, writes=writes)


A_PAGE = 50
READS = 20
HANDOFFS, ALL_HANDOFFS = 10, 200


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentsOverview:
    """What the first page of the view shows. `cut` says why agents are missing; `names` are agents' labels by id."""

    handoffs: tuple[tuple[Handoff, str], ...]
    more_handoffs: bool
    agents: tuple[Agent, ...]
    total: int
    cut: str
    pools: "tuple[PoolEntry, ...]"
    reads: "tuple[CrossAgentRead, ...]"
    quarantined: tuple[Quarantine, ...]
    names: dict[str, str]
    pool_names: dict[str, str]
    person: bool


@dataclass(frozen=True, slots=True)
class ShownAgent:
    """An agent with its last sessions, which of them still run, and whether it wrote anything here."""

    agent: Agent
    sessions: tuple[AgentSession, ...]
    running: frozenset[str]
    wrote: bool


@contextmanager
def denials_as_not_found(denial: type[PermissionDenied] = PermissionDenied) -> Iterator[None]:
    """Answer what may not be seen like what isn't there, as not found, while the block runs."""
    try:
        yield
    except denial as error:
        raise NotFound(str(error)) from None


def overview(visit: Visit, page: int, *, all_handoffs: bool) -> AgentsOverview:
    """All that the view's first page shows, with one page of the agents."""
    most = ALL_HANDOFFS if all_handoffs else HANDOFFS
    workspace, asking = visit.workspace, caller(visit)
    person = asking.type is AgentType.HUMAN
    services = AgentServices.of(workspace)
    listed, pools = services.agent_directory.of_user(asking), services.pools.list(asking)
    handoffs = services.handoffs.listed(asking, most + 1) if services.has_handoffs() else ()
    newest = sorted(listed.agents, key=lambda agent: agent.seen_at, reverse=True)
    return AgentsOverview(
        handoffs=handoffs[:most],
        more_handoffs=len(handoffs) > most,
        agents=tuple(newest[(page - 1) * A_PAGE : page * A_PAGE]),
        total=len(newest),
        cut=listed.cut,
        pools=pools[:A_PAGE],
        reads=services.pool_queries.reads(READS) if person else (),
        quarantined=workspace.quarantine.listed(),
        names={agent.id: agent.label for agent in listed.agents},
        pool_names={entry.pool.id: entry.pool.name for entry in pools},
        person=person,
    )


def names(visit: Visit, asking: Caller) -> dict[str, str]:
    """The labels of agents, by id."""
    return {agent.id: agent.label for agent in AgentServices.of(visit.workspace).agent_directory.of_user(asking).agents}


def agent(visit: Visit, id: str) -> ShownAgent:
    """One agent of this project. Raises NotFound."""
    listed = AgentServices.of(visit.workspace).agent_directory.of_user(caller(visit)).agents
    found = next((one for one in listed if one.id == id), None)
    if found is None:
        raise NotFound(f"No agent of this project has the id {id[:12]}.")
    registry = visit.workspace.agent_registry
    running = frozenset(one.session for one in registry.sessions(id))
    try:
        wrote = bool(visit.workspace.quarantine.named(id))
    except NotFound:
        wrote = False
    return ShownAgent(found, registry.last_sessions(id), running, wrote)


def pool(visit: Visit, id: str) -> "tuple[PoolAnswer, tuple[PoolMember, ...]]":
    """A pool of this project with its newest shared memories, and its members. Raises NotFound."""
    asking, services = caller(visit), AgentServices.of(visit.workspace)
    with denials_as_not_found():
        members = services.pools.members(asking, id)
        return services.pool_queries.query(asking, id, limit=A_PAGE), members


def handoff(visit: Visit, id: str) -> tuple[Handoff, Moved]:
    """A handoff of this project, and what moved since it was written; marks it as shown. Raises NotFound."""
    asking, handoffs = caller(visit), AgentServices.of(visit.workspace).handoffs
    with denials_as_not_found():
        found = handoffs.find(asking, id)
    moved = handoffs.moved_since(found)
    if visit.writes:
        handoffs.mark_shown(asking, [found])
    return found, moved


def in_words(handoff: Handoff) -> str:
    """How a handoff stands: one that nobody holds waits for an agent, whoever took it before."""
    if handoff.state is HandoffState.PENDING:
        return "waits again for an agent" if handoff.lease else "waits for an agent"
    return "taken" if handoff.state is HandoffState.ACCEPTED else handoff.state.lower()


def named_target(target: str, labels: dict[str, str]) -> str:
    """Whom a handoff is for, in words."""
    return labels.get(target, "") or addressed(target).replace("any:", "any ")
