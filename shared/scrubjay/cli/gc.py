"""What may go, because git no longer has it?"""

import typer

from scrubjay.cli.context import here, workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.output import say
from scrubjay.model.counted import counted

app = application()


@app.command()
def gc(ctx: typer.Context) -> None:
    """Drop indexed contents whose blob no clone of this project has, and what older rules left. Git is not touched."""
    with workspace(here(ctx)) as (app_, at):
        report = at.documents.collect_garbage(tuple(app_.registry.clones(at.project)))
    say(f"dropped {counted(report.gone, 'content')} that git no longer has, {report.outdated:,} of older rules and "
        f"{report.past:,} of questions about the past; kept {report.kept:,}")  # fmt: skip
