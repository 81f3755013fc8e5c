"""`scrubjay export`: all memories with their history, as JSON lines."""

from pathlib import Path
from typing import Annotated

import typer

from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.destination import Force, chosen
from scrubjay.cli.lazy import application
from scrubjay.cli.options import Scope, checked_scope
from scrubjay.cli.output import say, say_json, warn
from scrubjay.model.counted import counted

STDOUT = Path("-")

app = application()


@app.command(name="export")
def export(
    ctx: typer.Context,
    file: Annotated[Path | None, typer.Argument(help="File to write. Default: stdout, as `-`.")] = None,
    scope: Scope = "project",
    force: Force = False,
    as_json: Annotated[bool, typer.Option("--json", help="With a file: print a summary as one JSON object.")] = False,
) -> None:
    """Export memories as JSON lines: content, beliefs, evidence, anchors, replacements. `import` reads them again."""
    from scrubjay.storage.destination import write_output

    place = None if file in (None, STDOUT) else chosen(file, force=force)
    with open_workspace(invoked(ctx)) as (_, workspace):
        lines = workspace.memories.archive.export(checked_scope(scope), workspace.settings.user_id)
    if '"seal": ""' in lines[-1]:
        warn("the home can't be written, so this export has no seal (`import` treats it as claims) and no audit record")
    text = "\n".join(lines)
    if place is None:
        say(text)
        return
    write_output(place, f"{text}\n".encode())
    if as_json:
        say_json({"scope": scope, "memories": len(lines) - 2, "file": str(file)})
    else:
        warn(f"{counted(len(lines) - 2, 'memory')} written to {file}")
