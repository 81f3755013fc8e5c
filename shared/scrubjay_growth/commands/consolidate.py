"""`scrubjay consolidate`: lets go what had its time, groups what says the same, shows what disagrees."""

from typing import Annotated

import typer

from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json
from scrubjay.cli.progress import progress
from scrubjay.model.counted import counted
from scrubjay_growth.services import GrowthServices

app = application()

TEXTS = {
    "lifetimes": ("memory", "faded, archived or brought back"),
    "rank": ("weight", "changed with time"),
    "group": ("link", "between memories that state the same"),
    "contradictions": ("contradiction", "between memories: `scrubjay review settle`"),
    "cluster": ("group", "changed: `scrubjay memories`"),
    "promote": ("fact", "decided on anew: `scrubjay promotion log`, proposals: `scrubjay review`"),
    "graph": ("view", "with a new graph"),
}
"""What a step counts, one of it, and what became of it."""


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
        report = (
            GrowthServices.of(workspace).consolidation.rehearse()
            if dry_run
            else GrowthServices.of(workspace).consolidation.run(progress=step)
        )
    if as_json:
        say_json({"dry_run": dry_run, "changed": report.changed, "total": report.total})
        return
    would = "would be: " if dry_run else ""
    for name, count in report.changed.items():
        if count:
            noun, done = TEXTS.get(name, ("row", "changed"))
            say(f"{name}: {would}{counted(count, noun)} {done}")
    if not report.total:
        say("nothing to consolidate")
