"""What do all memories say, with their history?"""

import os
from pathlib import Path
from typing import Annotated

import typer

from scrubjay.cli.context import here, workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import Scope, checked_scope
from scrubjay.cli.output import say, say_json, warn
from scrubjay.model.counted import counted

app = application()


@app.command(name="export")
def export(
    ctx: typer.Context,
    file: Annotated[Path | None, typer.Argument(help="Where to; stdout when not given.")] = None,
    scope: Scope = "project",
    as_json: Annotated[
        bool, typer.Option("--json", help="With a file: say in one JSON object what was written.")
    ] = False,
) -> None:
    """Write memories as JSON lines: content, beliefs, evidence, anchors, replacements. `import` reads them back."""
    from scrubjay.errors import UsageError

    if file is not None and (file.is_dir() or not file.parent.is_dir()):
        raise UsageError(f"{file} can't be written: name a file in a folder that exists.")
    with workspace(here(ctx)) as (_, at):
        lines = at.archive.export(checked_scope(scope), at.settings.user_id)
    if '"seal": ""' in lines[-1]:
        warn("the home can't be written: this export has no seal, so `import` takes it for claims, and no audit record")
    text = "\n".join(lines)
    if file is None:
        say(text)
        return
    fresh = file.with_name(f"{file.name}.{os.getpid()}.new")  # an older export stays whole until this one is
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
            stream.write(f"{text}\n")
        fresh.replace(file)
    finally:
        fresh.unlink(missing_ok=True)
    if as_json:
        say_json({"scope": scope, "memories": len(lines) - 2, "file": str(file)})
    else:
        warn(f"{counted(len(lines) - 2, 'memory')} written to {file}")
