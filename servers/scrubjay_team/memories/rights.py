"""What a member may do with memories, pools and handoffs, by role and by the scopes of the token. Pure."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Protocol
from uuid import UUID

from scrubjay.errors import UsageError
from scrubjay.model.grade import Grade
from scrubjay.model.memory import MemoryStatus
from scrubjay_team.errors import NotGranted

if TYPE_CHECKING:
    from scrubjay_team.memories.memory import TeamMemory

WRITERS = ("writer", "reviewer", "owner")
"""Roles that write; a reader searches alone."""

REVIEWERS = ("reviewer", "owner")
"""Roles that change what others of their team wrote."""

SHOWN = 5
"""Names that an error lists."""


class Acting(Protocol):
    """A member in a transaction: who, of which team, with which role and scopes, and the projects granted."""

    @property
    def member(self) -> UUID: ...
    @property
    def member_name(self) -> str: ...
    @property
    def team(self) -> UUID: ...
    @property
    def team_name(self) -> str: ...
    @property
    def role(self) -> str: ...
    @property
    def scopes(self) -> Collection[str]: ...
    @property
    def projects(self) -> Collection[UUID]: ...
    @property
    def person(self) -> bool: ...


def require(acting: Acting, scope: str) -> None:
    """Check that a member may write by role, and by a token's scope. Raises NotGranted."""
    if acting.role not in WRITERS:
        raise NotGranted(
            f"You are a {acting.role} of team {acting.team_name}, and this needs the role writer. Nothing was changed. "
            "An owner of the team gives it, on the page Members."
        )
    if scope not in acting.scopes:
        raise NotGranted(
            f"This token lacks the scope {scope}. Nothing was changed. Make one that has it, on the page Tokens of the "
            "team's server, or let this program sign in anew."
        )


def require_own(acting: Acting, author: UUID, *, accepted: bool, scope: str, kept: bool = False) -> None:
    """Check that a member may change a memory by `author`, in whose place they are where it is `kept`.

    Raises NotGranted.
    """
    require(acting, "remember")
    if accepted:
        raise NotGranted(
            "Every team sees that memory, so none of them changes it. Nothing was changed. The server's owner takes it "
            "back: `scrubjay team memory refuse`."
        )
    if author != acting.member and not kept and (scope != "team" or acting.role not in REVIEWERS):
        raise NotGranted(
            f"Somebody else wrote that, and you are a {acting.role} of team {acting.team_name}: its author, a reviewer "
            "or an owner changes it. Nothing was changed."
        )


def require_change(acting: Acting, memory: "TeamMemory", *, replaces: bool = False) -> None:
    """Check that a member may end a memory, or put another in its place (`replaces`). Raises NotGranted.

    What would replace words that outrank an agent's is judged all the same, and held for a person.
    """
    require(acting, "remember")
    outranks = memory.grade is Grade.TOLD or (memory.grade is Grade.QUOTED and not memory.mine)
    if outranks and replaces and not acting.person and not memory.accepted and memory.status is MemoryStatus.ACTIVE:
        return
    if not acting.person or memory.teller != acting.member:
        require_own(acting, memory.author, accepted=memory.accepted, scope=memory.scope, kept=memory.kept)
    where = f"on the server's page, /memories/{memory.id}"
    if outranks and not acting.person:
        raise NotGranted(
            f"That is {memory.graded}, so no program ends it: a person does, {where}. Nothing was changed. "
            "update_memory with how=supersede proposes other words."
        )
    if memory.teller not in (None, acting.member) and acting.role not in REVIEWERS:
        raise NotGranted(
            f"That is {memory.graded}: who told it, a reviewer or an owner changes it, {where}. Nothing was changed."
        )
    if memory.status is MemoryStatus.HELD and not memory.mine and not acting.person:
        raise NotGranted(
            f"That is held, and no program reviews: a reviewer does, on the server's page, /review/{memory.id}. "
            "Nothing was changed."
        )


def no_project(called: str, granted: Collection[str]) -> UsageError:
    """The error for a project that isn't there or isn't granted, which is one answer."""
    names = ", ".join(sorted(granted)[:SHOWN]) or "none"
    return UsageError(f"No repository {called[:100]!r} is granted to you. You have: {names}.")
