"""`scrubjay team token`: the tokens by which members' programs sign in."""

from shlex import quote
from typing import Annotated

import typer

from scrubjay.cli.acts import confirm
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json, table
from scrubjay_team.commands.office import TeamName, UsuallyCreate, office_of
from scrubjay_team.commands.shown import HandedOut, as_object, minute
from scrubjay_team.people.rights import SCOPE_MEANS, SCOPES, held
from scrubjay_team.people.tokens import TokenRequest
from scrubjay_team.people.values import MOST_TOKEN_DAYS, TOKEN_DAYS

app = application(
    cls=UsuallyCreate,
    no_args_is_help=True,
    help="Make a token for a member: `scrubjay team token NAME`. Whoever has it acts as them, within its scopes.",
)

Whose = Annotated[str, typer.Argument(metavar="NAME", help="The member.")]


@app.command()
def create(
    ctx: typer.Context,
    member: Whose,
    name: Annotated[str, typer.Option("--name", metavar="TEXT", help="What the token is for, such as laptop.")] = "",
    scope: Annotated[
        list[str] | None,
        typer.Option(
            "--scope",
            metavar="SCOPE",
            help=f"{'; '.join(f'{one}: {SCOPE_MEANS[one]}' for one in SCOPES)}. Default: search.",
        ),
    ] = None,
    days: Annotated[int, typer.Option("--days", help="Valid for so long.", min=1, max=MOST_TOKEN_DAYS)] = TOKEN_DAYS,
    repository: Annotated[
        list[str] | None,
        typer.Option("--repository", metavar="NAME", help="Only this one of what the member is granted."),
    ] = None,
    team: TeamName = "",
    as_json: AsJson = False,
) -> None:
    """Make a token: printed once at a terminal, else written into a file of yours. Only a person may.

    It never may more than its member's role at that moment; it can't review, invite, grant or make tokens.
    """
    office = office_of(ctx)
    permit = office.permit("make a token", f"scrubjay team token {quote(member)}")
    scopes = tuple(scope or ("search",))
    request = TokenRequest(name, scopes, days, tuple(repository or ()))
    with office.trial(team) as people:
        people.tokens.create(member, request)
    confirm(permit, [f"Whoever has the token acts as {member}: {', '.join(scopes)}."], "Make it?")
    with office.people(team) as people:
        made, text = people.tokens.create(member, request)
        handed = HandedOut.of(text, office.place.data, made.id)
    office.record(permit, "make token", f"{people.team.name}: {made.member_name}, {made.name}")
    if as_json:
        say_json(as_object(made) | {"team": people.team.name} | handed.as_object)
        return
    where = f" in {', '.join(made.projects)}" if made.projects else ""
    say(f"{made.member_name}'s {made.name}: {', '.join(made.scopes)}{where}, until {minute(made.expires_at)} UTC")
    handed.say()
    say("  A client sends it as `Authorization: Bearer …`; `scrubjay team token revoke` ends it.")


@app.command("list")
def list_(
    ctx: typer.Context,
    member: Annotated[str, typer.Argument(metavar="[NAME]", help="The member. Default: all.")] = "",
    team: TeamName = "",
    as_json: AsJson = False,
) -> None:
    """List tokens: whose, what they may, until when, when they were used last. Their texts are kept nowhere."""
    with office_of(ctx).people(team) as people:
        tokens, now = people.tokens.all(member), people.clock()
    if as_json:
        rows = [as_object(one) | {"state": one.state(now), "may": list(held(one.role, one.scopes))} for one in tokens]
        say_json({"team": people.team.name, "tokens": rows})
        return
    table(
        ("member", "token", "may", "repositories", "until (UTC)", "last use", "state"),
        [
            (one.member_name, one.name, ", ".join(held(one.role, one.scopes)),
             "all" if one.projects is None else ", ".join(one.projects) or "none that is left",
             minute(one.expires_at), minute(one.last_used_at), one.state(now))
            for one in tokens
        ],
    )  # fmt: skip


@app.command()
def revoke(
    ctx: typer.Context,
    member: Whose,
    name: Annotated[str, typer.Argument(metavar="TOKEN", help="The token's name, as the list shows it.")],
    team: TeamName = "",
    as_json: AsJson = False,
) -> None:
    """End a token: it opens nothing from the next call on. Only a person may."""
    office = office_of(ctx)
    permit = office.permit("revoke a token", f"scrubjay team token revoke {quote(member)} {quote(name)}")
    with office.people(team) as people:
        gone = people.tokens.revoke(member, name)
    HandedOut.drop(office.place.data, gone.id)
    office.record(permit, "revoke token", f"{people.team.name}: {gone.member_name}, {gone.name}")
    if as_json:
        say_json(as_object(gone))
        return
    say(f"revoked: {gone.member_name}'s {gone.name}")
