"""Which memories are there, and which can no branch show any more?"""

from typing import Annotated

import typer

from scrubjay.cli.context import here, workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json

app = application()


@app.command()
def memories(
    ctx: typer.Context,
    lost: Annotated[
        bool, typer.Option("--lost", help="Those whose commit git has lost, and whose lines HEAD doesn't hold.")
    ] = False,
    limit: Annotated[int, typer.Option("--limit", min=1, max=1_000, help="At most so many.")] = 100,
    as_json: AsJson = False,
) -> None:
    """List the memories that hold and that HEAD shows, the newest first; with --lost those that no branch shows.

    Exit code 1 when there is none, with --lost when there is one.
    """
    with workspace(here(ctx)) as (_, at):
        found = (at.memories.lost() if lost else at.memories.recent(limit))[:limit]
    if as_json:
        rows = [
            {
                "id": one.id, "scope": one.scope, "kind": one.kind, "content": one.content, "author": one.author,
                "branch": one.branch, "commit": one.commit, "at": one.recorded_at, "elsewhere": one.elsewhere,
            }
            for one in found
        ]  # fmt: skip
        say_json({"lost": lost, "count": len(rows), "memories": rows})
    elif lost and found:
        say("Kept, and shown nowhere: git has lost what they hang on. `scrubjay provenance ID` says what that was;")
        say("`scrubjay remember` keeps one anew where it still holds, `scrubjay forget ID` drops it.")
    elif not found:
        say("no memory is lost" if lost else "no memory yet: `scrubjay remember` keeps one")
    for one in found if not as_json else ():
        whose = "your own " if one.scope == "user" else ""
        place = f" (on {one.branch} @ {one.commit[:10]}, {one.recorded_at[:10]})" if one.commit else ""
        mark = f" · {one.elsewhere}" if one.elsewhere else ""
        say(f"- {one.id[:12]} {whose}{one.kind}: {' '.join(one.content.split())[:200]}{place}{mark}")
    if bool(found) is lost:
        raise typer.Exit(1)
