"""`/members`: who is in the team; an owner invites, gives roles, hands work over, lets somebody leave."""

from typing import Final

from scrubjay.errors import UsageError
from scrubjay_team.page.mirrored import Q
from scrubjay_team.page.route import PageAnswer, PageCall, Redirect, ShownPage
from scrubjay_team.people.leaving import Leaving
from scrubjay_team.people.office import by_id, office
from scrubjay_team.people.rights import ROLES
from scrubjay_team.people.values import INVITATION_HOURS

MEANS: Final = {
    "reader": "searches",
    "writer": "searches, stores memories, hands work over",
    "reviewer": "decides on memories as well, and reads what became of them",
    "owner": "looks after members, repositories and tokens as well",
}
"""What a role may do, in words."""


def listed(call: PageCall) -> ShownPage:
    """The members; for an owner the open invitations and the form of a new one as well."""
    return ShownPage(template="members/page.html", values=_values(call))


def invite(call: PageCall) -> ShownPage:
    """Invite somebody: the address that lets them in is shown once, and kept nowhere."""
    people = office(call.member, call.services.clock)
    made, text = people.invitations.create(call.form["name"], call.form["role"] or "reader")
    values = {**_values(call), "made": made, "address": f"{call.url}/invitation", "text": text}
    return ShownPage(template="members/page.html", values=values)


def uninvite(call: PageCall) -> Redirect:
    """Take an invitation back."""
    gone = office(call.member, call.services.clock).invitations.revoke(call.form["name"])
    return Redirect(to="/members", said=f"The invitation of {gone.name} is taken back.")


def one(call: PageCall) -> ShownPage:
    """A member, with what an owner can do."""
    people = office(call.member, call.services.clock)
    member = by_id(people.members.all(), call.path["id"], "member")
    others = [one for one in people.members.all() if one.id != member.id]
    values = {"title": member.name, "member": member, "others": others, "roles": ROLES, "means": MEANS}
    return ShownPage(template="members/one.html", values=values)


def act(call: PageCall) -> PageAnswer:
    """Do what an owner chose. Raises UsageError for what isn't one of the choices, or isn't confirmed."""
    people = office(call.member, call.services.clock)
    member, form = by_id(people.members.all(), call.path["id"], "member"), call.form
    leaving = Leaving(call.member.connection, call.services.clock, people.team)
    match form["act"]:
        case "role":
            changed = people.members.give_role(member.name, form["role"])
            said = f"{member.name} is {changed.role} now. It counts from their next call on."
        case "hand_over":
            leaving.hand_over(member.name, form["to"])
            said = f"What {member.name} left open belongs to {form['to'] or 'the team'} now."
        case "remove":
            _confirm(form["confirm"], member.name)
            leaving.remove(member.name)
            said = f"{member.name} is out of the team. Tokens, programs and sessions have ended."
        case "erase":
            _confirm(form["confirm"], member.name)
            leaving.erase(member.name)
            said = "The name is replaced everywhere."
        case _:
            raise UsageError("That is none of the choices of this page. Nothing was done.")
    return Redirect(to="/members", said=said)


def _confirm(typed: str, name: str) -> None:
    """Raise UsageError where the member's name wasn't typed."""
    if typed.strip() != name:
        raise UsageError(f"Nothing was done: type the name, {name}, into the field beside the button.")


def _values(call: PageCall) -> dict[str, object]:
    its_owner = call.member.caller.role == "owner"
    people = office(call.member, call.services.clock) if its_owner else None
    return {
        "title": "Members", "owner": its_owner, "roles": ROLES, "means": MEANS, "hours": INVITATION_HOURS,
        "members": call.member.connection.execute(Q.members).fetchall(), "made": None,
        "invitations": people.invitations.all() if people else (),
    }  # fmt: skip
