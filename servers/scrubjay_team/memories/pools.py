"""Pools of a team: made, joined and left by members, with memories shared by reference."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

from scrubjay.errors import LimitExceeded, PermissionDenied, UsageError
from scrubjay.memory.grounding.injection import forbid_instructions
from scrubjay.model.clock import Clock, iso
from scrubjay.model.frozen import dataclass
from scrubjay.model.hints import LEAST_DIGITS
from scrubjay.model.memory import MemoryStatus
from scrubjay.model.pool import PoolPermission
from scrubjay_agents.api import naming
from scrubjay_team.database.queries import load
from scrubjay_team.errors import NotGranted
from scrubjay_team.memories.claims import lock_number
from scrubjay_team.memories.memory import Row, TeamMemory
from scrubjay_team.memories.rights import require
from scrubjay_team.memories.store import ID_DIGITS, MemoryStore

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Entered

Q = load(__package__)

MOST_POOLS = 10_000
MOST_MEMBERS = 1_000
MOST_SHARED = 100_000
"""Pools of a team; members and memories of a pool."""

_LAST_ADMIN = (
    "That is the pool's only member with admin. Give it to another one first: join_pool with permission and member."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamPool:
    """A pool as one member sees it; `permission` is None until they join."""

    id: str
    name: str
    creator_name: str
    made_at: str
    permission: PoolPermission | None


@dataclass(frozen=True, slots=True)
class TeamShare:
    """A memory that is shared in a pool now; `others` are members who shared it before."""

    pool: TeamPool
    memory: TeamMemory
    others: tuple[str, ...]


class TeamPools:
    """The pools of the caller's team. Each call runs in a member's transaction."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def listed(self, entered: "Entered") -> tuple[TeamPool, ...]:
        """The pools of the team, by name."""
        return tuple(map(pool_of, entered.connection.execute(Q.pools).fetchall()))

    def members(self, entered: "Entered", called: str) -> tuple[tuple[str, PoolPermission], ...]:
        """Who is in a pool that the caller is in, and what each may do. Raises PermissionDenied, UsageError."""
        pool = self.enter(entered, called, PoolPermission.READ)
        rows = _members(entered, pool)
        return tuple((row["name"] or "former member", PoolPermission(row["permission"])) for row in rows)

    def create(self, entered: "Entered", name: str) -> TeamPool:
        """Make a pool, once, with the caller as its admin. Raises NotGranted, UsageError, LimitExceeded."""
        require(entered.caller, "remember")
        called = naming.checked_name(name)
        forbid_instructions([("name", called)])
        row = entered.connection.execute(Q.count_pools).fetchone()
        if row is not None and row["pools"] >= MOST_POOLS:
            raise LimitExceeded(
                f"Team {entered.caller.team_name} has {MOST_POOLS:,} pools. Leave one: a pool without members goes."
            )
        id, at = uuid4(), self._clock()
        params = {"id": id, "pool": id, "team": entered.caller.team, "member": entered.caller.member, "at": at}
        if entered.connection.execute(Q.add_pool, params | {"name": called}).rowcount != 1:
            named = {"called": called, "first": None, "last": None}
            there = entered.connection.execute(Q.find_pool, named).fetchone()
            if there and (there["creator"], there["permission"]) == (entered.caller.member, int(PoolPermission.ADMIN)):
                return pool_of(there)
            raise UsageError(f"A pool is called {called!r} already. Join it, or give another name.")
        entered.connection.execute(Q.add_pool_member, params | {"permission": int(PoolPermission.ADMIN)})
        return self.find(entered, id.hex)

    def join(
        self, entered: "Entered", called: str, permission: str = "read", member: str = ""
    ) -> tuple[TeamPool, PoolPermission]:
        """Let a member into a pool, the caller unless another one is named, which needs admin.

        A member takes at most write; admins give more, and less. Raises NotGranted, PermissionDenied, UsageError.
        """
        require(entered.caller, "remember")
        wanted, who = PoolPermission.of(permission), self._member(entered, member)
        own = who == entered.caller.member
        pool = self.find(entered, called) if own else self.enter(entered, called, PoolPermission.ADMIN)
        if own and not naming.may_take(wanted, pool.permission):
            raise PermissionDenied(
                f"You give yourself at most {PoolPermission.WRITE} in a pool; one with {PoolPermission.ADMIN} gives "
                "more: join_pool with permission and member."
            )
        self._lock(entered, pool)
        roster = _members(entered, pool)  # empty for who is outside
        was = next((PoolPermission(row["permission"]) for row in roster if row["member"] == who), None)
        given = max(wanted, was or wanted) if own else wanted
        if was is PoolPermission.ADMIN and given < was and _admins(roster) == 1:
            raise UsageError(_LAST_ADMIN)
        params = {
            "pool": UUID(pool.id), "team": entered.caller.team, "member": who, "permission": int(given),
            "at": self._clock(),
        }  # fmt: skip
        entered.connection.execute(Q.add_pool_member if was is None else Q.set_permission, params)
        if len(_members(entered, pool)) > MOST_MEMBERS:
            raise LimitExceeded(f"The pool {pool.name!r} has {MOST_MEMBERS:,} members. leave_pool frees a place.")
        return self.find(entered, pool.id), given

    def leave(self, entered: "Entered", called: str, member: str = "") -> TeamPool:
        """Let a member out of a pool, the caller unless another one is named, which needs admin.

        What they shared stays; a pool without members goes; who is out of it stays out. Raises NotGranted,
        PermissionDenied, UsageError.
        """
        require(entered.caller, "remember")
        who = self._member(entered, member)
        own = who == entered.caller.member
        pool = self.find(entered, called) if own else self.enter(entered, called, PoolPermission.ADMIN)
        if own and pool.permission is None:
            return pool
        self._lock(entered, pool)
        roster = _members(entered, pool)
        held = next((PoolPermission(row["permission"]) for row in roster if row["member"] == who), None)
        if held is None:
            raise PermissionDenied(naming.no_pool(called))
        if held is PoolPermission.ADMIN and _admins(roster) == 1 and len(roster) > 1:
            raise UsageError(_LAST_ADMIN)
        if len(roster) == 1 and held is PoolPermission.ADMIN:
            entered.connection.execute(Q.drop_pool, {"pool": UUID(pool.id)})
        else:
            entered.connection.execute(Q.drop_pool_member, {"pool": UUID(pool.id), "member": who})
        return pool

    def share(self, entered: "Entered", called: str, memory_id: str) -> TeamShare:
        """Share a memory that holds: members of the pool see it there who may see it at all.

        Raises NotGranted, NotFound, PermissionDenied, UsageError, LimitExceeded.
        """
        require(entered.caller, "remember")
        pool = self.enter(entered, called, PoolPermission.WRITE)
        memory = MemoryStore(entered, self._clock()).find(memory_id)
        if memory.scope != "team" or memory.status is not MemoryStatus.ACTIVE:
            why = "every team sees it already" if memory.scope != "team" else f"it is {memory.status}"
            raise UsageError(f"Memory {memory.id[:12]} can't be shared: {why}.")
        place = {"pool": UUID(pool.id), "memory": UUID(memory.id)}
        count = entered.connection.execute(Q.count_shared, place).fetchone()
        if count is not None and count["shared"] >= MOST_SHARED:
            raise LimitExceeded(f"The pool {pool.name!r} has {MOST_SHARED:,} memories, which is the limit.")
        before = entered.connection.execute(Q.shared_by, place).fetchall()
        me = {"team": entered.caller.team, "member": entered.caller.member, "at": self._clock()}
        entered.connection.execute(Q.share, place | me)
        others = [row["name"] or "former member" for row in before if row["member"] != entered.caller.member]
        return TeamShare(pool, memory, tuple(others))

    def find(self, entered: "Entered", called: str) -> TeamPool:
        """The pool of the team that is called so, by name or id. Raises PermissionDenied, UsageError."""
        begins = called.strip().lower().replace("-", "")
        is_id = LEAST_DIGITS <= len(begins) <= ID_DIGITS and set(begins) <= set("0123456789abcdef")
        params = {
            "called": called.strip(), "first": begins.ljust(ID_DIGITS, "0") if is_id else None,
            "last": begins.ljust(ID_DIGITS, "f") if is_id else None,
        }  # fmt: skip
        rows = entered.connection.execute(Q.find_pool, params).fetchall()
        if not rows:
            raise PermissionDenied(naming.no_pool(called))
        if len(rows) > 1:
            ids = ", ".join(row["id"].hex[:12] for row in rows[:5])
            raise UsageError(f"More than one pool is called {called[:40]!r}. Give one of these ids: {ids}.")
        return pool_of(rows[0])

    def enter(self, entered: "Entered", called: str, needed: PoolPermission) -> TeamPool:
        """The pool that is called so, where the caller has a permission. Raises PermissionDenied, UsageError."""
        pool = self.find(entered, called)
        if pool.permission is None:
            raise PermissionDenied(naming.no_pool(called))
        if pool.permission < needed:
            raise NotGranted(
                f"You have {pool.permission} in the pool {pool.name!r}, and this needs {needed}. A member with "
                f"{PoolPermission.ADMIN} gives it: join_pool with permission and member."
            )
        return pool

    def _member(self, entered: "Entered", name: str) -> UUID:
        """The member of the team who is called so; the caller for an empty name. Raises UsageError."""
        if not name:
            return entered.caller.member
        row = entered.connection.execute(Q.member_named, {"name": name}).fetchone()
        if row is None:
            raise UsageError(f"Nobody of team {entered.caller.team_name} is called {name[:60]!r}.")
        return UUID(str(row["id"]))

    def _lock(self, entered: "Entered", pool: TeamPool) -> None:
        """Wait for whoever changes the members of a pool, until this transaction ends."""
        entered.connection.execute(Q.lock, {"number": lock_number("pool", pool.id)})


def pool_of(row: Row) -> TeamPool:
    """The pool that a row holds."""
    given = PoolPermission(row["permission"]) if row["permission"] else None
    made: datetime = row["made_at"]
    return TeamPool(
        id=row["id"].hex, name=row["name"], creator_name=row["creator_name"] or "", made_at=iso(made), permission=given
    )


def _members(entered: "Entered", pool: TeamPool) -> Sequence[Row]:
    return entered.connection.execute(Q.pool_members, {"pool": UUID(pool.id)}).fetchall()


def _admins(roster: Sequence[Row]) -> int:
    return sum(row["permission"] == PoolPermission.ADMIN for row in roster)
