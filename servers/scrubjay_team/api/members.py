"""Routes of a team's members and of who is invited to become one."""

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from scrubjay.model.clock import iso
from scrubjay_team.api.route import ApiAnswer, ApiBody, ApiCall, Nothing
from scrubjay_team.people.office import by_id, office, own_people
from scrubjay_team.people.values import MemberRole

if TYPE_CHECKING:
    from scrubjay_team.people.values import Invitation, Member

Name = Annotated[str, Field(max_length=1_000)]


class MemberShown(ApiAnswer):
    """A member of the team: reader, writer, reviewer or owner, since a moment in ISO 8601."""

    id: str
    name: str
    role: MemberRole
    since: str


class MembersAnswer(ApiAnswer):
    """The present members, by name."""

    members: tuple[MemberShown, ...]


class MemberAct(ApiAnswer):
    """A member after an act."""

    member: MemberShown


class RoleBody(ApiBody):
    """The role that a member gets."""

    role: MemberRole


class InvitationShown(ApiAnswer):
    """Somebody who is invited: by which name, in what role, until when."""

    id: str
    name: str
    role: MemberRole
    made_at: str
    ends_at: str


class InvitationsAnswer(ApiAnswer):
    """The open invitations, the oldest first."""

    invitations: tuple[InvitationShown, ...]


class InviteBody(ApiBody):
    """Whom to invite, in what role."""

    name: Name
    role: MemberRole = "reader"


class InvitedAnswer(ApiAnswer):
    """An invitation; `text` is what its person signs in with, and is told in this answer alone."""

    invitation: InvitationShown
    text: str


class InvitationAct(ApiAnswer):
    """An invitation that was taken back."""

    invitation: InvitationShown


def members(call: ApiCall, body: Nothing) -> MembersAnswer:
    """Who is in the team."""
    return MembersAnswer(members=tuple(map(_member, own_people(call.entered, call.services.clock).members.all())))


def give_role(call: ApiCall, body: RoleBody) -> MemberAct:
    """Give a member a role; an owner always stays."""
    there = office(call.entered, call.services.clock).members
    return MemberAct(member=_member(there.give_role(by_id(there.all(), call.path["id"], "member").name, body.role)))


def remove_member(call: ApiCall, body: Nothing) -> MemberAct:
    """Take a member out of the team; what they may do ends at once, an owner always stays."""
    people = office(call.entered, call.services.clock)
    member = by_id(people.members.all(), call.path["id"], "member")
    people.leaving.remove(member.name)
    return MemberAct(member=_member(member))


def invitations(call: ApiCall, body: Nothing) -> InvitationsAnswer:
    """Who is invited."""
    there = office(call.entered, call.services.clock).invitations
    return InvitationsAnswer(invitations=tuple(map(_invitation, there.all())))


def invite(call: ApiCall, body: InviteBody) -> InvitedAnswer:
    """Invite somebody."""
    made, text = office(call.entered, call.services.clock).invitations.create(body.name, body.role)
    return InvitedAnswer(invitation=_invitation(made), text=text)


def revoke_invitation(call: ApiCall, body: Nothing) -> InvitationAct:
    """Take an open invitation back."""
    there = office(call.entered, call.services.clock).invitations
    name = by_id(there.all(), call.path["id"], "invitation").name
    return InvitationAct(invitation=_invitation(there.revoke(name)))


def _member(member: "Member") -> MemberShown:
    return MemberShown(id=member.id.hex, name=member.name, role=member.role, since=iso(member.created_at))


def _invitation(one: "Invitation") -> InvitationShown:
    made_at, ends_at = iso(one.created_at), iso(one.expires_at)
    return InvitationShown(id=one.id.hex, name=one.name, role=one.role, made_at=made_at, ends_at=ends_at)
