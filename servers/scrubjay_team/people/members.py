"""The members of a team, and who is invited to become one.

Members are added and given a role; how they leave stands in leaving.py. One owner always stays. An invitation works
once, within 72 hours, and is kept as a digest: whoever opens it signs in. A link does the same for a member, for 15
minutes.
"""

from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

from scrubjay.errors import LimitExceeded, NotFound, UsageError
from scrubjay.model.clock import Clock, iso
from scrubjay.model.frozen import from_row, replace
from scrubjay.model.pattern import pattern
from scrubjay_team.database.queries import load
from scrubjay_team.people.names import checked_name, likeness
from scrubjay_team.people.rights import checked_role
from scrubjay_team.people.secret import new_invitation
from scrubjay_team.people.values import (
    INVITATION_HOURS,
    LINK_MINUTES,
    MOST_INVITATIONS,
    MOST_MEMBERS,
    Invitation,
    Member,
    Team,
)

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Connection

_EMAIL = pattern(r"[^@\s]{1,64}@[^@\s]{1,180}\.[^@\s]{2,60}")

Q = load(__package__)


class Members:
    """Those who are in one team, over a transaction of the owner's role. `clock` gives UTC."""

    def __init__(self, connection: "Connection", clock: Clock, team: Team) -> None:
        self._connection = connection
        self._clock = clock
        self._team = team

    def all(self) -> tuple[Member, ...]:
        """Every member, by name."""
        return tuple(from_row(Member, row) for row in self._connection.execute(Q.members, {"team": self._team.id}))

    def found(self, name: str) -> Member:
        """The member of a name, in capitals or not. Raises NotFound."""
        wanted = likeness(name.strip())
        for member in self.all():
            if likeness(member.name) == wanted:
                return member
        for invited in Invitations(self._connection, self._clock, self._team).all():
            if likeness(invited.name) == wanted:
                raise NotFound(
                    f"{invited.name!r} is invited, and no member yet: whoever has the invitation opens it until "
                    f"{iso(invited.expires_at)[:16].replace('T', ' ')} UTC. `scrubjay team invite revoke NAME` takes "
                    "it back, and `scrubjay team invite NAME` makes another."
                )
        raise NotFound(
            f"{self._team.name} has no member {name[:60]!r}. `scrubjay team member list` shows all; "
            "`scrubjay team member add NAME` adds one."
        )

    def refuse_taken(self, name: str) -> None:
        """Raise UsageError where a member has this name, be it in other capitals."""
        if any(likeness(member.name) == likeness(name) for member in self.all()):
            raise UsageError(f"{self._team.name} has a member {name!r} already. Take another name.")

    def add(self, name: str, role: str = "reader") -> Member:
        """Add a member. Raises UsageError for a name that is bad or taken and an unknown role, and LimitExceeded."""
        chosen, its = checked_name(name, "a member"), checked_role(role)
        self.hold()
        self.refuse_taken(chosen)
        if len(self.all()) >= MOST_MEMBERS:
            raise LimitExceeded(f"A team has {MOST_MEMBERS:,} members at most. Remove one before you add another.")
        member = Member(uuid4(), self._team.id, chosen, its, self._clock())
        self._connection.execute(
            Q.add_member,
            {"id": member.id, "team": member.team, "name": member.name, "role": its, "now": member.created_at},
        )
        return member

    def give_role(self, name: str, role: str) -> Member:
        """Give a member a role. Raises NotFound, and UsageError where the team would be left without an owner."""
        its = checked_role(role)
        self.hold()
        member = self.found(name)
        if its != "owner":
            self._keep_an_owner(member, "be given another role")
        self._connection.execute(Q.set_role, {"id": member.id, "role": its})
        return replace(member, role=its)

    def hold(self) -> None:
        """Let nobody else change the team's people until the transaction ends."""
        self._connection.execute(Q.hold_team, {"team": self._team.id})

    def _keep_an_owner(self, member: Member, what: str) -> None:
        owners = [one for one in self.all() if one.role == "owner"]
        if owners == [member]:
            raise UsageError(
                f"{member.name} is the last owner of {self._team.name}, so they can't {what}. "
                "Make another one first: `scrubjay team member role NAME owner`."
            )


class Invitations:
    """A team's open invitations, over a transaction of the owner's role. `clock` gives UTC."""

    def __init__(self, connection: "Connection", clock: Clock, team: Team) -> None:
        self._connection = connection
        self._clock = clock
        self._team = team

    def all(self) -> tuple[Invitation, ...]:
        """Every open invitation, the oldest first."""
        asked = {"team": self._team.id, "now": self._clock()}
        return tuple(from_row(Invitation, row) for row in self._connection.execute(Q.invitations, asked))

    def create(self, name: str, role: str = "reader", email: str = "") -> tuple[Invitation, str]:
        """Invite somebody; returns the text as well, which is kept nowhere.

        With an `email` it is for whom an identity provider says that they have that address. Raises UsageError for a
        name that is bad, a member's or invited already, an unknown role, and no address; LimitExceeded.
        """
        chosen, its, address = checked_name(name, "a member"), checked_role(role), _checked_email(email)
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
        self._keep(made, digest, email=address or None)
        return made, text

    def link(self, name: str) -> tuple[Invitation, str]:
        """A link by which a member comes in, once; an older one of theirs ends. Raises NotFound."""
        members = Members(self._connection, self._clock, self._team)
        members.hold()
        member, now = members.found(name), self._clock()
        self._connection.execute(Q.drop_links, {"member": member.id})
        text, digest = new_invitation()
        made = Invitation(
            id=uuid4(), team=self._team.id, name=member.name, role=member.role, created_at=now,
            expires_at=now + timedelta(minutes=LINK_MINUTES),
        )  # fmt: skip
        self._keep(made, digest, member=member.id)
        return made, text

    def _keep(self, made: Invitation, digest: bytes, email: str | None = None, member: UUID | None = None) -> None:
        self._connection.execute(
            Q.add_invitation,
            {"id": made.id, "team": made.team, "name": made.name, "role": made.role, "digest": digest,
             "now": made.created_at, "expires_at": made.expires_at, "email": email, "member": member},
        )  # fmt: skip

    def revoke(self, name: str) -> Invitation:
        """Take an open invitation back. Raises NotFound."""
        for one in self.all():
            if likeness(one.name) == likeness(name.strip()):
                self._connection.execute(Q.drop_invitation, {"id": one.id})
                return one
        raise NotFound(f"Nobody of the name {name[:60]!r} is invited. See `scrubjay team invite list`.")


def _checked_email(text: str) -> str:
    """An e-mail address in small letters; empty for none. Raises UsageError."""
    email = text.strip().lower()
    if email and not (_EMAIL.fullmatch(email) and email.isprintable()):
        raise UsageError("This is no e-mail address. Give one such as anna@example.org, or none.")
    return email
