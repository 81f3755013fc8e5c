"""`scrubjay team migrate`: the step between an upgrade and the start of the servers, which needs no terminal."""

from typing import TYPE_CHECKING

import typer

from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json
from scrubjay.model.later import Later
from scrubjay_team.commands.office import office_of

if TYPE_CHECKING:
    from scrubjay_team.commands import opening
else:
    opening = Later("scrubjay_team.commands.opening")


def migrate(ctx: typer.Context, as_json: AsJson = False) -> None:
    """Bring the server's database up to this release, before its servers start; it needs no person, and no terminal.

    It begins no team and lets nobody in. A server with the embedded PostgreSQL does the same by itself as it starts;
    one with a PostgreSQL of your own waits for this, which signs in as the owner of the tables.
    """
    office = office_of(ctx)
    schema = opening.migrated(office.place, office.clock())
    if as_json:
        say_json({"schema": schema})
        return
    say(f"up to date: schema {schema}")
