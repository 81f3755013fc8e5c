"""Functions behind the tools for agents and pools: who an agent is and may act for, pool members, shared memories."""

from scrubjay.git.head import head
from scrubjay.identity.agents.calling import parse_type
from scrubjay.identity.agents.registry import Agent
from scrubjay.memory.listing.filters import memory_line
from scrubjay.model.pool import MemoryPool
from scrubjay.wiring.tool_calls import CallTarget, heading
from scrubjay_agents.pools import there
from scrubjay_agents.services import AgentServices

DIGITS = 12
"""Digits of an agent's id or of a memory's."""

MOST_READ = 20
"""Memories in the text of a resource."""


def register_agent(target: CallTarget, *, agent_type: str, name: str, owner_id: str) -> str:
    """Register an agent of the home's user; in a team that is also the member `team:NAME`."""
    directory, caller = AgentServices.of(target.workspace).agent_directory, target.caller(writes=True)
    owner = "" if _there(target).is_own(owner_id) else owner_id
    return target.answer(_agent_line(directory.register(caller, parse_type(agent_type), name, owner)))


def get_agent_info(target: CallTarget, *, agent_id: str) -> str:
    """Show an agent with its sessions."""
    agent, sessions = AgentServices.of(target.workspace).agent_directory.info(target.caller(), agent_id)
    marks = [f"{one.session[:12]}{' (inferred)' if one.inferred else ''} since {one.began_at[:16]}" for one in sessions]
    return target.answer(_agent_line(agent), *([f"Sessions: {'; '.join(marks)}"] if marks else []))


def get_agents_for_user(target: CallTarget, *, user_id: str) -> str:
    """List agents."""
    listed = AgentServices.of(target.workspace).agent_directory.of_user(target.caller(), user_id)
    return target.answer(*map(_agent_line, listed.agents), *([f"({listed.cut})"] if listed.cut else []))


def _agent_line(agent: Agent) -> str:
    """An agent in one line."""
    seen = f", last seen {agent.seen_at[:16]}" if agent.seen_at else ""
    return f"{agent.id} {agent.label}{seen}; may {', '.join(sorted(agent.capabilities)) or 'nothing'}"


def create_pool(target: CallTarget, *, name: str, scope: str, owner_id: str) -> str:
    """Make a pool; its id is what others join by."""
    if there.is_there(name):
        made = _there(target).create(target.caller(writes=True), name, owner_id)
        return target.answer(f"pool {there.PREFIX}{made.name} · {made.id}. Members join it by this name.")
    pool = AgentServices.of(target.workspace).pools.create(target.caller(writes=True), name, scope, owner_id)
    others = "Others join it with join_pool." if pool.scope else "Nobody else can join; its memories are the project's."
    return target.answer(f"pool {pool.name} · {pool.id} · {_scope_text(pool)}. {others}")


def join_pool(target: CallTarget, *, pool_id: str, permission: str, agent_id: str) -> str:
    """Let an agent into a pool; into the team's, a member."""
    if there.is_there(pool_id):
        joined = _there(target).join(target.caller(writes=True), pool_id, permission, agent_id)
        return target.answer(f"{joined.permission} in pool {there.PREFIX}{joined.name}")
    pools = AgentServices.of(target.workspace).pools
    pool, given = pools.join(target.caller(writes=True), pool_id, permission, agent_id)
    return target.answer(f"{given} in pool {pool.name} · {_scope_text(pool)}")


def leave_pool(target: CallTarget, *, pool_id: str, agent_id: str) -> str:
    """Let an agent out of a pool; out of the team's, a member."""
    if there.is_there(pool_id):
        left = _there(target).leave(target.caller(writes=True), pool_id, agent_id)
        return target.answer(f"left pool {there.PREFIX}{left.name}; what was shared stays there")
    pool = AgentServices.of(target.workspace).pools.leave(target.caller(writes=True), pool_id, agent_id)
    return target.answer(f"left pool {pool.name}; what was shared for others stays")


def share_memory_to_scope(target: CallTarget, *, pool_id: str, memory_id: str, scope: str, agent_id: str) -> str:
    """Share a memory in a pool; tells who shared it before, and how far."""
    if there.is_there(pool_id):
        caller = target.workspace.callers.acting(target.caller(writes=True), agent_id)
        pool, others = _there(target).share(caller, pool_id, memory_id, scope)
        before = f"; also shared by {', '.join(others)}" if others else ""
        return target.answer(f"memory {memory_id[:DIGITS]} is shared in {there.PREFIX}{pool.name}{before}")
    caller = target.workspace.callers.acting(target.caller(writes=True), agent_id)
    share = AgentServices.of(target.workspace).sharing.share(caller, pool_id, memory_id, scope)
    notes = [f"memory {share.memory[:DIGITS]} is shared in {share.pool.name} at scope {share.scope}"]
    if share.before is not None and share.before != share.scope:
        notes.append(f"before: {share.before}")
    if share.reach:
        notes.append(share.reach)
    if share.others:
        notes.append(f"also shared by {', '.join(agent[:DIGITS] for agent in share.others)}")
    return target.answer("; ".join(notes))


def query_shared(target: CallTarget, *, pool_id: str, query: str, max_scope: str, limit: int, agent_id: str) -> str:
    """The memories of a pool, a line each with its grade, its pool and who shared it."""
    workspace = target.workspace
    caller = workspace.callers.acting(target.caller(), agent_id)
    if there.is_there(pool_id):
        found = _there(target).ask(caller, pool_id, query, max_scope, limit)
        told = [*map(there.pooled_line, found.memories)] or ["nothing in this pool fits, as far as you may see it"]
        first = heading(workspace, head(workspace.git), f"pool {there.PREFIX}{found.pool.name}", found.cut)
        workspace.ledger.record_answer(target.session, said := "\n".join([first, *told]))
        return said
    answer = AgentServices.of(workspace).pool_queries.query(caller, pool_id, query, max_scope, limit)
    lines = [heading(workspace, answer.view, f"pool {answer.pool.name}", answer.cut)]
    for shared in answer.memories:
        by = "you" if shared.agent == caller.agent else f"agent {shared.agent[:DIGITS]}"
        lines.append(f"{memory_line(shared.listed)} · shared {shared.shared_at[:10]} by {by}, {shared.scope}")
    text = "\n".join(lines if answer.memories else [*lines, "nothing in this pool fits, as far as HEAD shows it"])
    workspace.ledger.record_answer(target.session, text)
    return text


def pool_resource(target: CallTarget, called: str) -> str:
    """The newest memories of a pool, as a resource."""
    return query_shared(target, pool_id=called, query="", max_scope="", limit=MOST_READ, agent_id="")


def _there(target: CallTarget) -> there.PoolsThere:
    """The pools of the team that the caller's home is in."""
    return AgentServices.of(target.workspace).pools_there


def _scope_text(pool: MemoryPool) -> str:
    """A pool's scope in words."""
    outer = " (in one home as user)" if pool.scope.is_outer else ""
    return f"scope {pool.scope}{outer}"
