"""Frozen values of a team's people: teams, members, invitations, tokens and repositories, with their limits."""

from datetime import datetime, timedelta
from typing import Final, Literal
from uuid import UUID

from scrubjay.model.frozen import dataclass

MemberRole = Literal["reader", "writer", "reviewer", "owner"]
TokenScope = Literal["search", "remember", "handoff", "export"]

MOST_TEAMS: Final = 100
MOST_MEMBERS: Final = 1_000
MOST_TOKENS: Final = 20
"""Tokens that a member may have at once: those that are neither revoked nor expired."""
MOST_INVITATIONS: Final = 100
"""Invitations that a team may have open."""
MOST_PROJECTS: Final = 500

INVITATION_HOURS: Final = 72
LINK_MINUTES: Final = 15
"""Minutes in which a member opens the link by which they come in."""
TOKEN_DAYS: Final = 90
"""Days for which a token is valid, where its maker says nothing."""
MOST_TOKEN_DAYS: Final = 366

SOON: Final = timedelta(days=14)
"""Before its end a token is told to end soon."""


@dataclass(frozen=True, slots=True)
class Team:
    """A team of this server."""

    id: UUID
    name: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody in a team, and in what role."""

    id: UUID
    team: UUID
    name: str
    role: MemberRole
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Invitation:
    """An open invitation: for whom, in what role, until when. What was printed for it is kept as a digest alone."""

    id: UUID
    team: UUID
    name: str
    role: MemberRole
    created_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessToken:
    """A personal access token, without its text: whose, what it may, until when, and when it was used last.

    `projects` are the names of the repositories that it is narrowed to; None: all that its member is granted.
    """

    id: UUID
    member: UUID
    member_name: str
    role: MemberRole
    name: str
    scopes: tuple[TokenScope, ...]
    projects: tuple[str, ...] | None
    created_at: datetime
    expires_at: datetime
    last_used_at: datetime | None
    revoked_at: datetime | None

    def state(self, now: datetime) -> str:
        """How it stands at a moment: revoked, expired, ends soon, or valid."""
        if self.revoked_at is not None:
            return "revoked"
        if self.expires_at <= now:
            return "expired"
        return "ends soon" if self.expires_at <= now + SOON else "valid"


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamProject:
    """A repository of a team: open to all of it, or to the members that are named."""

    id: UUID
    number: int
    team: UUID
    name: str
    address: str
    open: bool
    created_at: datetime
    members: tuple[str, ...]
