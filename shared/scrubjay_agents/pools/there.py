"""Pools of the home's team, called team/NAME: no pool of a home has a slash in its name."""

from scrubjay.errors import AnotherOwner, ScrubjayError, UsageError
from scrubjay.memory.grounding.injection import forbid_instructions
from scrubjay.model.agent import AgentType, Caller, Capability
from scrubjay.settings.schema import Settings
from scrubjay_agents.far import Provides, far_team, required
from scrubjay_agents.pools.far import FarFindings, FarPool, FarPooled, FarPools
from scrubjay_agents.pools.naming import checked_name

PREFIX = "team/"
MEMBER = "team:"
"""What stands before a member's name where an owner is asked for, as in the target of a handoff."""

SHOWN = 300
DIGITS = 12


def is_there(called: str) -> bool:
    """Whether a pool is the team's, by what it is called."""
    return called.strip().startswith(PREFIX)


class PoolsThere:
    """The pools of a home's team. Whoever acts is the member whose home it is, within what the agent may do."""

    def __init__(self, far: FarPools | None, owner: str) -> None:
        self._far = far
        self._owner = owner

    def is_own(self, owner: str) -> bool:
        """Whether an owner's id is the home's user: their id here, or `team:NAME` of the member they are there."""
        if owner in ("", self._owner):
            return True
        named = owner.removeprefix(MEMBER)
        return named != owner and self._far is not None and named == self._far.member()

    def create(self, caller: Caller, called: str, owner: str = "") -> FarPool:
        """Make a pool there. Raises PermissionDenied, UsageError, AnotherOwner, and what the far side raises."""
        caller.require(Capability.POOL_MANAGE)
        if not self.is_own(owner):
            raise AnotherOwner
        name = checked_name(_name(called))
        forbid_instructions([("name", name)], by_person=caller.type is AgentType.HUMAN)
        return required(self._far).create_pool(name)

    def join(self, caller: Caller, called: str, permission: str, member: str = "") -> FarPool:
        """Join a pool there, or with admin let another member in."""
        caller.require(Capability.POOL_MANAGE)
        return required(self._far).join_pool(_name(called), permission, member)

    def leave(self, caller: Caller, called: str, member: str = "") -> FarPool:
        """Leave a pool there, or with admin let another member out."""
        caller.require(Capability.POOL_MANAGE)
        return required(self._far).leave_pool(_name(called), member)

    def share(self, caller: Caller, called: str, memory: str, scope: str = "") -> tuple[FarPool, tuple[str, ...]]:
        """Share a memory of the team in a pool there; with it come those who shared it before."""
        caller.require(Capability.MEMORY_WRITE)
        _no_scope(scope)
        return required(self._far).share(_name(called), memory.strip())

    def ask(self, caller: Caller, called: str, query: str, scope: str = "", limit: int = 10) -> FarFindings:
        """What a pool there has; without a query its newest."""
        caller.require(Capability.MEMORY_READ)
        _no_scope(scope)
        return required(self._far).ask_pool(_name(called), query, limit)

    def listed(self) -> tuple[tuple[FarPool, ...], str]:
        """The team's pools, and what is degraded, in words; nothing of both where this home is in no team."""
        name = "team"
        try:
            if self._far is None or not (name := self._far.called()):
                return (), ""
            return self._far.pools(), ""
        except ScrubjayError as error:
            return (), f"degraded: {name}: {error} Its pools aren't listed."


def _name(called: str) -> str:
    return called.strip().removeprefix(PREFIX)


def _no_scope(scope: str) -> None:
    if scope.strip():
        raise UsageError("A pool of the team has one scope: leave scope out.")


def pooled_line(memory: FarPooled) -> str:
    """A memory of a pool there, in a line as those of a home's."""
    text = " ".join(memory.content.split())
    cut = text if len(text) <= SHOWN else f"{text[:SHOWN]} …"
    by = f"by {memory.author}" if memory.author else ""
    marks = (memory.grade, by, memory.at[:10], memory.repository, " ".join(f"#{tag}" for tag in memory.tags))
    return f"- {memory.id[:DIGITS]} {memory.kind}: {cut} · {' · '.join(filter(None, marks))}"


def pools_there(user_settings: Settings, services: Provides) -> PoolsThere:
    """The pools of a worktree's team."""
    return PoolsThere(far_team(services), user_settings.user_id)
