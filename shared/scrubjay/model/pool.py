"""Pools: their scopes and permissions in order, a pool, a member, and what of a pool one agent may be shown."""

from enum import IntEnum

from scrubjay.errors import UsageError
from scrubjay.model.frozen import dataclass


class PoolScope(IntEnum):
    """How far a pool, or a memory in it, reaches; the narrowest first. In one home the outer two reach as user does."""

    AGENT_PRIVATE = 0
    USER = 1
    PROJECT = 2
    TEAM = 3
    GLOBAL = 4

    def __str__(self) -> str:
        return self.name.lower().replace("_", "-")

    @property
    def is_outer(self) -> bool:
        """Whether it would reach beyond this home, and doesn't yet."""
        return self > PoolScope.PROJECT

    @classmethod
    def of(cls, text: str) -> "PoolScope":
        """The scope that is called so. Raises UsageError."""
        for scope in cls:
            if text.strip().lower().replace("_", "-") == str(scope):
                return scope
        raise UsageError(f"scope {text[:40]!r} is unknown. Scopes: {', '.join(map(str, cls))}.")


class PoolPermission(IntEnum):
    """What a member may do in a pool; each includes the ones before it."""

    READ = 1
    WRITE = 2
    ADMIN = 3

    def __str__(self) -> str:
        return self.name.lower()

    @classmethod
    def of(cls, text: str) -> "PoolPermission":
        """The permission that is called so. Raises UsageError."""
        for permission in cls:
            if text.strip().lower() == str(permission):
                return permission
        raise UsageError(f"permission {text[:40]!r} is unknown. Permissions: {', '.join(map(str, cls))}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryPool:
    """A pool. `id` is 32 hexadecimal digits, `owner` a user of the home, `creator` an agent's id."""

    number: int
    id: str
    project: str
    name: str
    scope: PoolScope
    owner: str
    creator: str
    made_at: str


@dataclass(frozen=True, slots=True)
class PoolMember:
    """An agent in a pool, by its id, and what it may do there."""

    agent: str
    permission: PoolPermission
    joined_at: str


@dataclass(frozen=True, slots=True)
class PoolView:
    """What of a pool an agent may be shown: what is shared in it at `most` or narrower; agent-private only its own."""

    pool: int
    most: int
    agent: str
