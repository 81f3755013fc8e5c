"""`scrubjay team memory`: what somebody proposed for every team of the server, which its owner accepts or refuses."""

from typing import Annotated

import typer

from scrubjay.cli.acts import confirm
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json, table
from scrubjay_team.commands.office import office_of
from scrubjay_team.commands.shown import as_object
from scrubjay_team.memories.api import GlobalClaims

app = application(
    no_args_is_help=True,
    help="Memories of scope global, which every team of this server reads: list those that wait, accept, refuse.",
)

Which = Annotated[str, typer.Argument(metavar="ID", help="Its id, as far as it is unique.")]


@app.command("list")
def list_(ctx: typer.Context, as_json: AsJson = False) -> None:
    """List what waits for the owner of this server, then what every team reads."""
    office = office_of(ctx)
    with office.transaction() as connection:
        claims = GlobalClaims(connection, office.clock)
        found = (*claims.waiting(), *claims.accepted())
    if as_json:
        say_json({"memories": [as_object(one) for one in found]})
        return
    table(
        ("id", "state", "team", "by", "at (UTC)", "text"),
        [
            (one.id[:12], "accepted" if one.accepted else "waits", one.team_name, one.member_name,
             one.at[:16].replace("T", " "), one.text)
            for one in found
        ],
    )  # fmt: skip


@app.command()
def accept(ctx: typer.Context, which: Which, as_json: AsJson = False) -> None:
    """Accept a memory: every member of every team reads it from then on. Only a person may."""
    _decide(ctx, which, accepted=True, as_json=as_json)


@app.command()
def refuse(ctx: typer.Context, which: Which, as_json: AsJson = False) -> None:
    """Refuse a memory, or take back what was accepted; its author still sees it. Only a person may."""
    _decide(ctx, which, accepted=False, as_json=as_json)


def _decide(ctx: typer.Context, id: str, *, accepted: bool, as_json: bool) -> None:
    word = "accept" if accepted else "refuse"
    office = office_of(ctx)
    permit = office.permit(f"{word} a memory of scope global", f"scrubjay team memory {word} {id[:64]}")
    if accepted:
        with office.tried() as connection:
            claims = GlobalClaims(connection, office.clock)
            waiting = claims.waiting()
            claims.accept(id)
        shown = [f"{one.team_name}, {one.member_name}: {one.text}" for one in waiting if one.id.startswith(id.lower())]
        confirm(permit, shown, "Tell it to every team?")
    with office.transaction() as connection:
        claims = GlobalClaims(connection, office.clock)
        claim = claims.accept(id) if accepted else claims.refuse(id)
    office.record(permit, f"{word} global memory", claim.id)
    if as_json:
        say_json(as_object(claim))
    else:
        say(f"{'accepted' if accepted else 'refused'}: {claim.id[:12]}")
