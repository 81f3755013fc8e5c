"""Where does a memory come from?"""

from dataclasses import asdict
from typing import Annotated

import typer

from scrubjay.cli.context import here, workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json

app = application()


@app.command()
def provenance(
    ctx: typer.Context,
    id: Annotated[str, typer.Argument(help="A memory, eight digits of its id at least.")],
    as_json: AsJson = False,
) -> None:
    """Show a memory's whole chain: who, when, from what, checks, reviews, replacements."""
    from scrubjay.recall.provenance import provenance_text

    with workspace(here(ctx)) as (_, at):
        known = at.memories.provenance(id)
    if as_json:
        say_json(asdict(known))
    else:
        say(provenance_text(known))
