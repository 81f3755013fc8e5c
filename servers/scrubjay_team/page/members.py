"""`/members`: who is in the team; an owner invites, gives roles, hands work over, lets somebody leave."""

from scrubjay.errors import UsageError
from scrubjay.model.counted import counted
from scrubjay_team.page.mirrored import Q
from scrubjay_team.page.route import PageCall, Redirect, ShownPage
from scrubjay_team.people.leaving import TO_TEAM, Leaving
from scrubjay_team.people.office import by_id, office
from scrubjay_team.people.rights import ROLE_MEANS, ROLES
from scrubjay_team.people.values import INVITATION_HOURS


def listed(call: PageCall) -> ShownPage:
    """The members; for an owner the open invitations and the form of a new one as well."""
    return ShownPage(template="members/page.html", values=_values(call))


def invite(call: PageCall) -> ShownPage:
    """Invite somebody: the address that lets them in is shown once, and kept nowhere."""
    people = office(call.member, call.services.clock)
    made, text = people.invitations.create(call.form["name"], call.form["role"] or "reader")
    values = {**_values(call), "made": made, "address": f"{call.url}/invitation#{text}"}
    return ShownPage(template="members/page.html", values=values)


def uninvite(call: PageCall) -> Redirect:
    """Take an invitation back."""
    gone = office(call.member, call.services.clock).invitations.revoke(call.form["name"])
    return Redirect(to="/members", said=f"The invitation of {gone.name} is taken back.")


def one(call: PageCall) -> ShownPage:
    """Somebody who is in the team or was, with what an owner can do."""
    leaving = Leaving.by(call.member, call.services.clock)
    everybody = leaving.everybody()
    member = by_id(everybody, call.path["id"], "member")
    others = [one for one in everybody if one.removed_at is None and one.id != member.id and one.role != "reader"]
    values = {
        "title": member.called, "member": member, "others": others, "roles": ROLES, "means": ROLE_MEANS,
        "team": TO_TEAM, "work": None if member.erased_at else leaving.open_work(member.called),
    }  # fmt: skip
    return ShownPage(template="members/one.html", values=values)


def act(call: PageCall) -> Redirect:
    """Do what an owner chose. Raises UsageError for what isn't one of the choices, or isn't confirmed."""
    leaving, form = Leaving.by(call.member, call.services.clock), call.form
    member = by_id(leaving.everybody(), call.path["id"], "member")
    match form["act"]:
        case "role":
            changed = office(call.member, call.services.clock).members.give_role(member.name, form["role"])
            said = f"{member.name} is {changed.role} now. It counts from their next call on."
        case "hand_over":
            given = leaving.hand_over(member.called, form["to"])
            moved = f"{counted(given.handoffs, 'handoff')} and {counted(given.memories, 'memory')}"
            said = f"{moved} of {member.called} went to {'the team' if given.receiver == TO_TEAM else given.receiver}."
        case "remove":
            _confirm(form["confirm"], member.name)
            leaving.remove(member.called)
            said = f"{member.name} is out of the team. Tokens, programs and browsers are let in no more."
        case "erase":
            _confirm(form["confirm"], member.name)
            erased = leaving.erase(member.called)
            said = f"{erased.old} is called {erased.new} everywhere now."
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
    everybody = Leaving.by(call.member, call.services.clock).everybody() if its_owner else ()
    former = [one for one in everybody if one.removed_at is not None]
    return {
        "title": "Members", "owner": its_owner, "roles": ROLES, "means": ROLE_MEANS, "hours": INVITATION_HOURS,
        "members": call.member.connection.execute(Q.members).fetchall(), "made": None,
        "invitations": people.invitations.all() if people else (), "former": former,
    }  # fmt: skip
