"""Which memory shall be gone for good?"""

from typing import Annotated

import typer

from scrubjay.cli.context import here, workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.output import can_ask, say
from scrubjay.errors import UsageError

app = application()


@app.command()
def forget(
    ctx: typer.Context,
    ids: Annotated[list[str], typer.Argument(help="Ids of memories, eight digits at least.")],
    yes: Annotated[bool, typer.Option("--yes", help="Don't ask.")] = False,
) -> None:
    """Delete what memories say: rows, index and journal. Their ids and times stay as tombstones; no undo."""
    with workspace(here(ctx)) as (_, at):
        found = [at.memories.get(id) for id in ids]
        if not yes:
            if not can_ask():
                raise UsageError("Forgetting can't be undone. Pass --yes to mean it.")
            for memory in found:
                say(f"{memory.id[:12]} {memory.kind}: {memory.content[:200]}")
            typer.confirm("Forget for good?", abort=True)
        for memory in found:
            _, clean = at.memories.forget(memory.id, at.settings.user_id)
            later = "" if clean else "; its bytes leave the journal when the other sessions end"
            say(f"forgotten: {memory.id}{later}")
            for id, how in at.memories.provenance(memory.id).newer:
                say(f"note: {id} took its place ({how}) and stays; it may repeat the words")
