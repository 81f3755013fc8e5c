"""`scrubjay blast`: what followed from what somebody wrote and shared, and who was told it."""

from typing import Annotated

import typer

from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json
from scrubjay.model.counted import counted

app = application()

SHOWN = 20
"""Ids in one line; `--json` has all."""

TITLES = {
    "written": "wrote",
    "replaced": "took the place of",
    "would_replace": "would take the place of, once approved",
    "derived": "others made of it",
    "supported": "said as well",
    "contested": "says otherwise than",
    "shared": "shared of others",
}


@app.command()
def blast(
    ctx: typer.Context,
    who: Annotated[
        str,
        typer.Argument(
            metavar="WHO", help="An author, a session or an agent: its id, eight digits of it, or its client."
        ),
    ],
    as_json: AsJson = False,
) -> None:
    """List what followed from what somebody wrote, quarantined or not, and who was told it.

    Memories are named by their ids, without their words.
    """
    with open_workspace(invoked(ctx)) as (_, workspace):
        radius = workspace.quarantine.blast(who)
    found = {name: getattr(radius, name) for name in TITLES}
    if as_json:
        say_json({"who": radius.who, **found, "told": [{"to": to, "memories": ids} for to, ids in radius.told]})
        return
    say(radius.who)
    for name, ids in found.items():
        say(f"{TITLES[name]}: {_ids_line(ids)}")
    for to, ids in radius.told:
        say(f"told to {to}: {_ids_line(ids)}")
    if not radius.told:
        say("told to: nobody that is known")


def _ids_line(ids: tuple[str, ...]) -> str:
    more = f" and {len(ids) - SHOWN:,} more" if len(ids) > SHOWN else ""
    return f"{counted(len(ids), 'memory')}{': ' if ids else ''}{' '.join(id[:12] for id in ids[:SHOWN])}{more}"
