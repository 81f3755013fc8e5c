"""Functions behind the pool tools of a team's server: make, join, leave, share and ask."""

from typing import Literal

from scrubjay_team.memories.memory import memory_lines
from scrubjay_team.serving.calls import TeamCall


def create_pool(call: TeamCall, *, name: str) -> str:
    """Make a pool, which the caller administers."""
    pool = call.services.pools.create(call.entered, name)
    return call.answer(f"Made pool {pool.name} ({pool.id[:12]}); you have {pool.permission}.")


def join_pool(call: TeamCall, *, pool_id: str, permission: Literal["read", "write", "admin"], member: str) -> str:
    """Join a pool, or let another member in."""
    pool, given = call.services.pools.join(call.entered, pool_id, permission, member)
    who = f"{member} has" if member else "You have"
    return call.answer(f"{who} {given} in pool {pool.name} ({pool.id[:12]}).")


def leave_pool(call: TeamCall, *, pool_id: str, member: str) -> str:
    """Leave a pool, or let another member out."""
    pool = call.services.pools.leave(call.entered, pool_id, member)
    return call.answer(f"{member or 'You'} left pool {pool.name}; what was shared stays there.")


def share_memory_to_scope(call: TeamCall, *, pool_id: str, memory_id: str) -> str:
    """Share a memory in a pool."""
    share = call.services.pools.share(call.entered, pool_id, memory_id)
    others = f" It was shared before by {', '.join(share.others)}." if share.others else ""
    return call.answer(f"Shared in pool {share.pool.name}.{others}", *memory_lines(share.memory))


def query_shared(call: TeamCall, *, pool_id: str, query: str, limit: int) -> str:
    """Ask a pool; the newest of it without a query."""
    found = call.services.pool_queries.query(call.entered, pool_id, query, limit)
    lines = [line for one in found.memories for line in memory_lines(one)]
    heading = " · ".join(filter(None, (f"pool {found.pool.name}", found.cut)))
    return call.answer(heading, *(lines or ["nothing of that is shared there"]))
