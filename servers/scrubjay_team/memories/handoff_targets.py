"""Whom work is left for: a member of the team, who can take it."""

from typing import TYPE_CHECKING
from uuid import UUID

from scrubjay.errors import UsageError
from scrubjay_team.database.queries import load

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Entered

Q = load(__package__)


def target_member(entered: "Entered", name: str) -> UUID:
    """The member of the caller's team with a name. Raises UsageError."""
    row = entered.connection.execute(Q.member_named, {"name": name}).fetchone()
    if row is None:
        raise UsageError(
            f"Nobody of team {entered.caller.team_name} is called {name[:60]!r}. Give a member's name, any, or "
            "any:CLIENT."
        )
    return UUID(str(row["id"]))


def require_able(entered: "Entered", name: str, member: UUID, project: UUID | None) -> None:
    """Check that a member can take work on a project. Raises UsageError."""
    row = entered.connection.execute(Q.handoff_obstacle, {"target": member, "project": project}).fetchone()
    if why := row["why"] if row else "is no member of the team":
        raise UsageError(
            f"{name[:60]} {why}. Nothing was left. Name another member, or any; an owner of the team changes "
            "roles and grants, on the pages Members and Repositories."
        )
