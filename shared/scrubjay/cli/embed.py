"""`scrubjay embed`: computes missing vectors, shows progress, or recomputes all."""

from typing import Annotated

import typer

from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json, table
from scrubjay.cli.vectors import embed as make_vectors
from scrubjay.cli.vectors import stand
from scrubjay.model.counted import counted

app = application()

MB = 1_000_000


@app.command()
def embed(
    ctx: typer.Context,
    status: Annotated[bool, typer.Option("--status", help="Show how many vectors there are.")] = False,
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Delete this embedder's vectors and compute them again.")
    ] = False,
    wait: Annotated[bool, typer.Option("--wait/--no-wait", help="Wait until every passage has a vector.")] = True,
    as_json: AsJson = False,
) -> None:
    """Compute missing vectors, with progress. An interrupted run continues where it stopped.

    Vectors of two embedders are never mixed; old ones are deleted when the current embedder has computed all.
    """
    from scrubjay.errors import UsageError
    from scrubjay.index.embedders import drop_embedder, known_embedders, together

    if status and rebuild:
        raise UsageError("Give either --status or --rebuild.")
    with open_workspace(invoked(ctx)) as (_, workspace):
        key = workspace.embedder.fingerprint.key if workspace.embedder else ""
        progress_line = ""
        if not status:
            if rebuild and key:
                for database in (workspace.knowledge.database, workspace.sessions.database):
                    database.write(lambda c: drop_embedder(c, key))
            progress_line = make_vectors(workspace, wait=wait)
        have, total = stand(workspace)
        embedders = together(
            *(
                database.read(known_embedders)
                for database in (workspace.knowledge.database, workspace.sessions.database)
            )
        )
    if as_json:
        listed = [
            {
                "key": k.key,
                "model": k.model,
                "dim": k.dim,
                "vectors": k.vectors,
                "bytes": k.bytes,
                "current": k.key == key,
            }
            for k in embedders
        ]
        say_json(
            {
                "provider": workspace.settings.embedding.provider,
                "embedded": have,
                "passages": total,
                "embedders": listed,
            }
        )
    elif status:
        say(
            f"{have:,} of {counted(total, 'passage')} have a vector of {workspace.settings.embedding.provider}"
            if key
            else "vectors: off"
        )
        rows = [
            (
                k.key,
                k.model,
                f"{k.dim}",
                f"{k.vectors:,}",
                f"{k.bytes / MB:.1f} MB",
                "in use" if k.key == key else "old",
            )
            for k in embedders
        ]
        if rows:
            table(("embedder", "model", "dim", "vectors", "size", ""), rows)
    else:
        say(progress_line)
    if wait and not status and have < total:
        raise typer.Exit(1)
