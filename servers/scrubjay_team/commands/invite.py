"""`scrubjay team invite`: invitations to a team, each for 72 hours and one use."""

from shlex import quote
from typing import Annotated

import typer

from scrubjay.cli.acts import confirm
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json, table
from scrubjay.errors import UsageError
from scrubjay_team.commands.member import MEMBER_ROLES, MemberName
from scrubjay_team.commands.office import TeamName, UsuallyCreate, address_for_browsers, office_of
from scrubjay_team.commands.shown import HandedOut, as_object, minute

app = application(
    cls=UsuallyCreate,
    no_args_is_help=True,
    help="Invite somebody to a team: `scrubjay team invite NAME`. It is an address that they open in a browser.",
)


@app.command()
def create(
    ctx: typer.Context,
    name: MemberName,
    role: Annotated[str, typer.Option("--role", metavar="ROLE", help=MEMBER_ROLES)] = "reader",
    email: Annotated[
        str, typer.Option("--email", metavar="ADDRESS", help="Only for whom the identity provider says so: team.oidc.")
    ] = "",
    team: TeamName = "",
    as_json: AsJson = False,
) -> None:
    """Invite somebody: printed once at a terminal, else written into a file of yours. Only a person may.

    It works once, within 72 hours, in a browser: it makes them a member who is signed in.
    """
    office = office_of(ctx)
    if email and not office.place.section.oidc.issuer:
        raise UsageError(
            "Nobody says whose an e-mail address is, since no identity provider is set up: `team.oidc` in config.yaml. "
            f"Leave the address out: `scrubjay team invite {quote(name)}`."
        )
    permit = office.permit("invite somebody", f"scrubjay team invite {quote(name)} --role {quote(role)}")
    with office.trial(team) as people:
        people.invitations.create(name, role, email)
    confirm(permit, [f"Whoever has the invitation may become {name}, {role} of the team."], "Make it?")
    with office.people(team) as people:
        made, text = people.invitations.create(name, role, email)
        handed = HandedOut.of(f"{address_for_browsers(office)}/invitation#{text}", office.place.data, made.id)
    office.record(permit, "invite", f"{people.team.name}: {made.name}, {made.role}")
    if as_json:
        say_json(as_object(made) | handed.as_object)
        return
    say(f"invited: {made.name}, {made.role} of {people.team.name}, until {minute(made.expires_at)} UTC")
    handed.say()
    say(f"  {made.name} opens it in a browser. Whoever else has it may do so, too.")


@app.command("list")
def list_(ctx: typer.Context, team: TeamName = "", as_json: AsJson = False) -> None:
    """List who is invited, and until when."""
    with office_of(ctx).people(team) as people:
        waiting = people.invitations.all()
    if as_json:
        say_json({"team": people.team.name, "invitations": [as_object(one) for one in waiting]})
        return
    rows = [(one.name, one.role, minute(one.created_at), minute(one.expires_at)) for one in waiting]
    table(("name", "role", "made (UTC)", "until"), rows)


@app.command()
def revoke(ctx: typer.Context, name: MemberName, team: TeamName = "", as_json: AsJson = False) -> None:
    """Take an invitation back. Only a person may."""
    office = office_of(ctx)
    permit = office.permit("take an invitation back", f"scrubjay team invite revoke {quote(name)}")
    with office.people(team) as people:
        gone = people.invitations.revoke(name)
    HandedOut.drop(office.place.data, gone.id)
    office.record(permit, "revoke invitation", f"{people.team.name}: {gone.name}")
    if as_json:
        say_json(as_object(gone))
        return
    say(f"taken back: the invitation of {gone.name}")
