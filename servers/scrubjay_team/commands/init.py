"""`scrubjay team init`: begins a team with its first owner, and the server's database where there is none yet."""

from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from scrubjay.cli.acts import confirm
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json
from scrubjay.cli.progress import progress
from scrubjay.model.later import Later
from scrubjay_team.commands.office import office_of
from scrubjay_team.commands.shown import as_object
from scrubjay_team.people.names import checked_name, cleaned_name
from scrubjay_team.people.teams import Teams

if TYPE_CHECKING:
    from scrubjay_team.commands import opening
else:
    opening = Later("scrubjay_team.commands.opening")


def init(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="The team's name.")] = "team",
    owner: Annotated[
        str, typer.Option("--owner", metavar="NAME", help="Its first owner. Default: the name of your account.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Begin a team with its first owner; makes the server's database first, where there is none. Only a person may."""
    office = office_of(ctx)
    permit = office.permit("begin a team", f"scrubjay team init {quote(name)}")
    first = checked_name(owner, "a member") if owner else cleaned_name(office.invocation.settings.user.id, "owner")
    where = str(office.place.data) if office.place.embedded else "your own PostgreSQL"
    confirm(permit, [f"A team {name} with the owner {first} begins here: {where}."], "Begin it?")
    with progress("setting up", "steps") as step:
        step(0, 2)
        with opening.new_owner_database(office.place) as database:
            step(1, 2)
            with database.transaction() as connection:
                team, member = Teams(connection, office.clock).create(name, first)
    office.record(permit, "begin team", f"{team.name}: {member.name}")
    if as_json:
        say_json({"team": as_object(team), "owner": as_object(member)})
        return
    say(f"begun: {team.name}, with {member.name} as its owner")
    say("Next:")
    say("  scrubjay serve team                          runs the server")
    say("  scrubjay team repository add NAME ADDRESS    mirrors a repository")
    say("  scrubjay team member add NAME                adds somebody")
    say(f"  scrubjay team token {quote(member.name)} --scope search --scope remember")
    say(f"                                               lets {member.name}'s clients in")
