"""What do all memories say, with their history?"""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from scrubjay.cli.context import here, workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.output import warn

app = application()


@app.command(name="export")
def export(
    ctx: typer.Context,
    file: Annotated[Path | None, typer.Argument(help="Where to; stdout when not given.")] = None,
    scope: Annotated[str, typer.Option("--scope", help="project, or user for all of yours.")] = "project",
) -> None:
    """Write memories as JSON lines: content, beliefs, evidence, anchors, replacements. `import` reads them back."""
    from scrubjay.cli.scopes import checked_scope

    with workspace(here(ctx)) as (_, at):
        lines = at.archive.export(checked_scope(scope), at.settings.user_id)
    text = "".join(f"{line}\n" for line in lines)
    if file is None:
        sys.stdout.write(text)
        return
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
        stream.write(text)
    warn(f"{len(lines) - 2:,} memories written to {file}")
