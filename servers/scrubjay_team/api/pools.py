"""The routes below /pools: make, list, join, leave, share and ask. A pool is named by its id or name in the body."""

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from scrubjay_agents.api import suspicion
from scrubjay_team.api.route import ApiAnswer, ApiBody, ApiCall, Nothing
from scrubjay_team.memories.memory import ground_line

if TYPE_CHECKING:
    from scrubjay_team.memories.memory import TeamMemory
    from scrubjay_team.memories.pools import TeamPool

Name = Annotated[str, Field(max_length=1_000)]


class PoolMade(ApiBody):
    """A pool to make."""

    name: Name


class PoolJoining(ApiBody):
    """A pool to join, or to let another `member` into, which needs admin."""

    pool: Name
    permission: Literal["read", "write", "admin"] = "read"
    member: Name = ""


class PoolLeaving(ApiBody):
    """A pool to leave, or to let another `member` out of, which needs admin."""

    pool: Name
    member: Name = ""


class PoolSharing(ApiBody):
    """A memory of the team to share in a pool, by its id or the beginning of it."""

    pool: Name
    memory: Name


class PoolQuestion(ApiBody):
    """What to ask a pool; an empty query asks for the newest."""

    pool: Name
    query: Annotated[str, Field(max_length=20_000)] = ""
    limit: int = Field(10, ge=1, le=suspicion.MOST)


class PoolShown(ApiAnswer):
    """A pool; `permission` is the caller's: read, write, admin, or empty where they aren't in it."""

    id: str
    name: str
    by: str
    made_at: str
    permission: str


class PoolsAnswer(ApiAnswer):
    """The pools of the team, by name."""

    pools: tuple[PoolShown, ...]


class PoolActed(ApiAnswer):
    """A pool after an act; `permission` is what was given."""

    pool: PoolShown
    permission: str = ""


class PooledMemory(ApiAnswer):
    """A memory in a pool, with its author's name, and its sources in words."""

    id: str
    kind: str
    content: str
    grade: str
    status: str
    author: str
    project: str
    recorded_at: str
    tags: tuple[str, ...]
    grounds: tuple[str, ...]


class PoolShareAnswer(ApiAnswer):
    """A memory that is shared now; `others` shared it before."""

    pool: PoolShown
    memory: PooledMemory
    others: tuple[str, ...]


class PoolFoundAnswer(ApiAnswer):
    """What a pool has; `cut` says why it is less than was asked for."""

    pool: PoolShown
    memories: tuple[PooledMemory, ...]
    cut: str


def listed(call: ApiCall, body: Nothing) -> PoolsAnswer:
    """The pools of the team."""
    return PoolsAnswer(pools=tuple(map(_pool, call.services.pools.listed(call.entered))))


def create(call: ApiCall, body: PoolMade) -> PoolActed:
    """Make a pool."""
    pool = call.services.pools.create(call.entered, body.name)
    return PoolActed(pool=_pool(pool), permission=str(pool.permission or ""))


def join(call: ApiCall, body: PoolJoining) -> PoolActed:
    """Let a member in."""
    pool, given = call.services.pools.join(call.entered, body.pool, body.permission, body.member)
    return PoolActed(pool=_pool(pool), permission=str(given))


def leave(call: ApiCall, body: PoolLeaving) -> PoolActed:
    """Let a member out."""
    return PoolActed(pool=_pool(call.services.pools.leave(call.entered, body.pool, body.member)))


def share(call: ApiCall, body: PoolSharing) -> PoolShareAnswer:
    """Share a memory."""
    shared = call.services.pools.share(call.entered, body.pool, body.memory)
    return PoolShareAnswer(pool=_pool(shared.pool), memory=_memory(shared.memory), others=shared.others)


def ask(call: ApiCall, body: PoolQuestion) -> PoolFoundAnswer:
    """Ask a pool."""
    found = call.services.pool_queries.query(call.entered, body.pool, body.query, body.limit)
    return PoolFoundAnswer(pool=_pool(found.pool), memories=tuple(map(_memory, found.memories)), cut=found.cut)


def _pool(pool: "TeamPool") -> PoolShown:
    return PoolShown(
        id=pool.id, name=pool.name, by=pool.creator_name, made_at=pool.made_at, permission=str(pool.permission or "")
    )


def _memory(memory: "TeamMemory") -> PooledMemory:
    return PooledMemory(
        id=memory.id, kind=memory.kind, content=memory.content, grade=str(memory.grade), status=str(memory.status),
        author=memory.author_name, project=memory.project_name, recorded_at=memory.recorded_at, tags=memory.tags,
        grounds=tuple(map(ground_line, memory.grounds)),
    )  # fmt: skip
