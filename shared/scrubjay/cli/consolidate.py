"""`scrubjay consolidate`: lets go what had its time, groups what says the same, shows what disagrees."""

from typing import Annotated

import typer

from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json
from scrubjay.cli.progress import progress

app = application()

TEXTS = {
    "lifetimes": "memories faded, archived or brought back",
    "rank": "weights changed with time",
    "group": "pairs of memories say the same",
    "contradictions": "pairs of memories contradict each other: `scrubjay review settle`",
    "cluster": "groups changed: `scrubjay memories`",
    "promote": "facts decided on anew: `scrubjay promotion log`, proposals: `scrubjay review`",
    "graph": "views whose graph is new",
}


@app.command()
def consolidate(
    ctx: typer.Context,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would change.")] = False,
    as_json: AsJson = False,
) -> None:
    """Consolidate the memories of this project and your own: lifetimes, groups, contradictions.

    The worker does this once a day. No memory is changed in its words or deleted; run twice, the second time changes
    nothing. An interrupted run continues where it stopped.
    """
    with open_workspace(invoked(ctx)) as (_, workspace), progress("consolidating", "steps") as step:
        report = workspace.consolidation.rehearse() if dry_run else workspace.consolidation.run(progress=step)
    if as_json:
        say_json({"dry_run": dry_run, "changed": report.changed, "total": report.total})
        return
    would = "would be: " if dry_run else ""
    for name, count in report.changed.items():
        if count:
            say(f"{name}: {would}{count:,} {TEXTS.get(name, 'changed')}")
    if not report.total:
        say("nothing to consolidate")
