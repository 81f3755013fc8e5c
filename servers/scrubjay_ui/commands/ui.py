"""`scrubjay ui`: replaces this process by the operator's page."""

from typing import Annotated

import typer

from scrubjay.cli.lazy import application
from scrubjay.cli.offered import require_extra
from scrubjay.cli.programs import become

app = application()


@app.command()
def ui(
    ctx: typer.Context,
    port: Annotated[int, typer.Option(help="Port of this machine. 0: any that is free.", min=0, max=65535)] = 0,
    no_open: Annotated[bool, typer.Option("--no-open", help="Only print the address; open no browser.")] = False,
    read_only: Annotated[bool, typer.Option("--read-only", help="Show everything and change nothing.")] = False,
) -> None:
    """Open a page in the browser: memories, decisions, sessions, review, search. It replaces this process.

    The page is served on this machine alone, by an address that works once, within a minute, and is printed to a
    terminal only. A person chooses by a key whether it may change memory; whatever an agent starts only reads. A second
    start gets another address of the page that runs. It ends with Ctrl-C, or after 30 minutes in which nobody used it.
    """
    require_extra("ui", "The page")
    flags = [*(["--no-open"] if no_open else []), *(["--read-only"] if read_only else [])]
    become(ctx, "scrubjay_ui", ["--port", str(port), *flags])
