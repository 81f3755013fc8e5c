"""Who may do what with a pool? Decided from the pool, its membership and the caller; nothing is read."""

from scrubjay.model.agent import AgentType, Caller
from scrubjay.model.pool import MemoryPool, PoolPermission, PoolScope


def reaches(pool: MemoryPool, caller: Caller) -> bool:
    """Whether a pool's scope reaches an agent at all; a person reaches every pool of their own home."""
    if pool.owner != caller.owner or pool.project != caller.project:
        return False
    return pool.scope > PoolScope.AGENT_PRIVATE or pool.creator == caller.agent or caller.type is AgentType.HUMAN


def permission_of(pool: MemoryPool, caller: Caller, member: PoolPermission | None) -> PoolPermission | None:
    """What an agent may do in a pool; None: nothing. `member` is what it was given when it joined."""
    if not reaches(pool, caller):
        return None
    return PoolPermission.ADMIN if caller.type is AgentType.HUMAN else member


def may_take(wanted: PoolPermission, held: PoolPermission | None) -> bool:
    """Whether an agent that a pool reaches may give itself a permission: up to WRITE, or less than it has."""
    return wanted <= max(PoolPermission.WRITE, held or PoolPermission.READ)


def shown_up_to(pool: MemoryPool, asked: PoolScope | None) -> PoolScope:
    """The widest scope of an answer: the pool's, or the narrower one that was asked for."""
    return pool.scope if asked is None else min(pool.scope, asked)
