"""`scrubjay team member`: who is in a team, and in what role."""

from shlex import quote
from typing import Annotated

import typer

from scrubjay.cli.acts import ask, confirm, permitted
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json, table
from scrubjay.model.counted import counted
from scrubjay_team.commands import leaving
from scrubjay_team.commands.office import TeamName, address_for_browsers, office_of
from scrubjay_team.commands.shown import HandedOut, as_object, minute
from scrubjay_team.people.rights import ROLE_MEANS, ROLES, held

app = application(no_args_is_help=True, help="Members of a team: add, list, role, sign-in, remove, erase.")

MemberName = Annotated[str, typer.Argument(metavar="NAME", help="The member's name in the team.")]
MEMBER_ROLES = f"{'; '.join(f'{one}: {ROLE_MEANS[one]}' for one in ROLES)}."


@app.command()
def add(
    ctx: typer.Context,
    name: MemberName,
    role: Annotated[str, typer.Option("--role", metavar="ROLE", help=MEMBER_ROLES)] = "reader",
    team: TeamName = "",
    as_json: AsJson = False,
) -> None:
    """Add a member without an invitation: `scrubjay team member sign-in NAME` then lets them in. Only a person may.

    `scrubjay team invite NAME` makes a member of whoever opens it, in one step.
    """
    office = office_of(ctx)
    permit = office.permit("add a member", f"scrubjay team member add {quote(name)} --role {quote(role)}")
    with office.trial(team) as people:
        people.members.add(name, role)
    confirm(permit, [f"{name} will see every repository that the whole team has, as {role}."], "Add them?")
    with office.people(team) as people:
        member = people.members.add(name, role)
    office.record(permit, "add member", f"{people.team.name}: {member.name}, {member.role}")
    if as_json:
        say_json(as_object(member))
        return
    say(f"added: {member.name}, {member.role} of {people.team.name}")
    say(
        f"  Next: `scrubjay team member sign-in {quote(member.name)}` prints a link that opens the page for them, once."
    )
    say("  Programs sign in there; for one that can't, they make a token on the page, or you do:")
    say(f"  `scrubjay team token {quote(member.name)}`.")


@app.command("list")
def list_(ctx: typer.Context, team: TeamName = "", as_json: AsJson = False) -> None:
    """List the members of a team: role, since when, tokens, last use."""
    with office_of(ctx).people(team) as people:
        now = people.clock()
        tokens = [one for one in people.tokens.all() if one.revoked_at is None and one.expires_at > now]
        rows = [(one, [token for token in tokens if token.member == one.id]) for one in people.members.all()]
    found = [
        (one, len(theirs), max((used for token in theirs if (used := token.last_used_at)), default=None))
        for one, theirs in rows
    ]
    if as_json:
        members = [as_object(one) | {"tokens": n, "last_used_at": minute(used, "")} for one, n, used in found]
        say_json({"team": people.team.name, "members": members})
        return
    table(
        ("name", "role", "since (UTC)", "tokens", "last use"),
        [(one.name, one.role, minute(one.created_at), str(n), minute(used)) for one, n, used in found],
    )


@app.command()
def role(
    ctx: typer.Context,
    name: MemberName,
    role: Annotated[str, typer.Argument(metavar="ROLE", help=MEMBER_ROLES)],
    team: TeamName = "",
    as_json: AsJson = False,
) -> None:
    """Give a member another role, which counts from their next call on. One owner stays. Only a person may."""
    office = office_of(ctx)
    permit = office.permit("change a role", f"scrubjay team member role {quote(name)} {quote(role)}")
    with office.trial(team) as people:
        people.members.give_role(name, role)
    confirm(permit, [f"{name} will be {role}."], "Change it?")
    with office.people(team) as people:
        member = people.members.give_role(name, role)
        tokens = people.tokens.all(member.name)
    office.record(permit, "change role", f"{people.team.name}: {member.name}, {member.role}")
    if as_json:
        say_json(as_object(member))
        return
    say(f"{member.name} is {member.role} of {people.team.name} now")
    if above := sum(len(held(member.role, one.scopes)) < len(one.scopes) for one in tokens if one.revoked_at is None):
        say(f"  {counted(above, 'token')} may do no more than a {member.role} may.")


@app.command("sign-in")
def sign_in(ctx: typer.Context, name: MemberName, team: TeamName = "") -> None:
    """Print a link that signs a member in, once, within 15 minutes, in a browser. Only a person at a terminal may.

    With an identity provider it also binds the member to who opens it, in the place of who they were there before.
    """
    office = office_of(ctx)
    permit = permitted(
        office.invocation, "sign a member in", f"scrubjay team member sign-in {quote(name)}", scripts=False
    )
    with office.trial(team) as people:
        people.invitations.link(name)
    ask([f"Whoever opens the link is {name} in their browser, and may do all that {name} may."], "Make it?")
    with office.people(team) as people:
        made, text = people.invitations.link(name)
        handed = HandedOut.of(f"{address_for_browsers(office)}/invitation#{text}", office.place.data, made.id)
    office.record(permit, "sign in", f"{people.team.name}: {made.name}")
    say(f"a link for {made.name}, {made.role} of {people.team.name}, until {minute(made.expires_at)} UTC")
    handed.say()


app.command()(leaving.remove)
app.command()(leaving.erase)
