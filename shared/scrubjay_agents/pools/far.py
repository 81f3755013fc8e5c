"""Pools that are kept on a server which the home has joined: what is asked there, and what comes back."""

from typing import Protocol

from scrubjay.model.frozen import dataclass
from scrubjay_agents.far import FarTeam


@dataclass(frozen=True, slots=True, kw_only=True)
class FarPool:
    """A pool of the team; `permission` is empty where the member isn't in it."""

    id: str
    name: str
    by: str
    permission: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FarPooled:
    """A memory in a pool of the team, with its author's name; its grade and grounds are the server's words."""

    id: str
    kind: str
    content: str
    grade: str
    author: str
    repository: str
    at: str
    tags: tuple[str, ...]
    grounds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FarFindings:
    """What a pool has; `cut` says why it is less than was asked for."""

    pool: FarPool
    memories: tuple[FarPooled, ...]
    cut: str = ""


class FarPools(FarTeam, Protocol):
    """Pools on a server that the home has joined. Thread-safe; each raises ScrubjayError, as FarHandoffWork does."""

    def pools(self) -> tuple[FarPool, ...]:
        """The pools, by name."""
        ...

    def create_pool(self, name: str) -> FarPool:
        """Make a pool."""
        ...

    def join_pool(self, pool: str, permission: str, member: str) -> FarPool:
        """Let a member in, the caller's own for an empty name; `permission` of the answer is what was given."""
        ...

    def leave_pool(self, pool: str, member: str) -> FarPool:
        """Let a member out."""
        ...

    def share(self, pool: str, memory: str) -> tuple[FarPool, tuple[str, ...]]:
        """Share a memory of the team; with it come the names of those who shared it before."""
        ...

    def ask_pool(self, pool: str, query: str, limit: int) -> FarFindings:
        """Ask a pool."""
        ...
