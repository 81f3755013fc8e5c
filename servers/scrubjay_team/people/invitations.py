"""Invitations to a team: each works once, within 72 hours, and is kept as a digest.

They are redeemed by signing in, which this server can't do yet; until then a member gets a token from an owner.
"""

from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

from scrubjay.errors import LimitExceeded, NotFound, UsageError
from scrubjay.model.clock import Clock
from scrubjay.model.frozen import from_row
from scrubjay_team.database.queries import load
from scrubjay_team.people.members import Members
from scrubjay_team.people.names import checked_name, likeness
from scrubjay_team.people.rights import checked_role
from scrubjay_team.people.secret import new_invitation
from scrubjay_team.people.values import INVITATION_HOURS, MOST_INVITATIONS, Invitation, Team

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow

Q = load(__package__)


class Invitations:
    """A team's open invitations, over a transaction of the owner's role. `clock` gives UTC."""

    def __init__(self, connection: "Connection[DictRow]", clock: Clock, team: Team) -> None:
        self._connection = connection
        self._clock = clock
        self._team = team

    def all(self) -> tuple[Invitation, ...]:
        """Every open invitation, the oldest first."""
        asked = {"team": self._team.id, "now": self._clock()}
        return tuple(from_row(Invitation, row) for row in self._connection.execute(Q.invitations, asked))

    def create(self, name: str, role: str = "reader") -> tuple[Invitation, str]:
        """Invite somebody; returns the text as well, which is kept nowhere.

        Raises UsageError for a name that is bad, a member's or invited already, and an unknown role; LimitExceeded.
        """
        chosen, its = checked_name(name, "a member"), checked_role(role)
        members = Members(self._connection, self._clock, self._team)
        members.hold()
        members.refuse_taken(chosen)
        now = self._clock()
        self._connection.execute(Q.drop_old_invitations, {"team": self._team.id, "now": now})
        waiting = self.all()
        if any(likeness(one.name) == likeness(chosen) for one in waiting):
            raise UsageError(f"{chosen!r} is invited already. `scrubjay team invite revoke NAME` takes that back.")
        if len(waiting) >= MOST_INVITATIONS:
            raise LimitExceeded(f"A team has {MOST_INVITATIONS} open invitations at most. Each ends after 72 hours.")
        text, digest = new_invitation()
        made = Invitation(
            id=uuid4(), team=self._team.id, name=chosen, role=its, created_at=now,
            expires_at=now + timedelta(hours=INVITATION_HOURS),
        )  # fmt: skip
        self._connection.execute(
            Q.add_invitation,
            {"id": made.id, "team": made.team, "name": chosen, "role": its, "digest": digest, "now": now,
             "expires_at": made.expires_at},
        )  # fmt: skip
        return made, text

    def revoke(self, name: str) -> Invitation:
        """Take an open invitation back. Raises NotFound."""
        for one in self.all():
            if likeness(one.name) == likeness(name.strip()):
                self._connection.execute(Q.drop_invitation, {"id": one.id})
                return one
        raise NotFound(f"Nobody of the name {name[:60]!r} is invited. See `scrubjay team invite list`.")
