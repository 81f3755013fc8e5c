"""`scrubjay gc`: deletes index entries whose content git no longer has."""

import typer

from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.output import say
from scrubjay.model.counted import counted

app = application()


@app.command()
def gc(ctx: typer.Context) -> None:
    """Delete index entries whose blob no clone of this project has, and those of older rules. Git is not changed."""
    with open_workspace(invoked(ctx)) as (app_, workspace):
        report = workspace.knowledge.documents.collect_garbage(tuple(app_.registry.clones(workspace.project)))
    say(f"deleted {counted(report.gone, 'content')} that git no longer has, {report.outdated:,} of older rules and "
        f"{report.past:,} of past revisions; kept {report.kept:,}")  # fmt: skip
