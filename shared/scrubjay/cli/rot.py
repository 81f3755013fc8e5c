"""Which memories rest on something that moved?"""

from typing import Annotated

import typer

from scrubjay.cli.context import here, workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.output import say, say_json

app = application()


@app.command()
def rot(ctx: typer.Context, as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False) -> None:
    """List memories whose source changed, is gone, or was superseded, with the commit. Nothing is changed."""
    with workspace(here(ctx)) as (_, at):
        view, _ = at.recall.current()
        found = at.freshness.moved(view)
    if as_json:
        memories = [
            {
                "id": one.memory.id, "kind": one.memory.kind, "content": one.memory.content,
                "grounds": [
                    {"citation": g.text, "path": g.path, "status": str(g.status), "since": g.since, "detail": g.detail}
                    for g in one.standing.grounds
                ],
            }
            for one in found
        ]  # fmt: skip
        say_json({"commit": view.commit, "count": len(memories), "memories": memories})
        return
    if not found:
        say("every memory rests on what it cites")
        return
    say(f"{len(found)} memories rest on something that moved; `scrubjay remember --supersedes ID` or `forget ID`:")
    for one in found:
        say(f"- {one.memory.id[:12]} {one.memory.kind}: {' '.join(one.memory.content.split())[:200]}")
        for ground in one.standing.moved:
            say(f"  {ground.said()}")
