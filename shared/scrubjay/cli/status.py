"""What is known here, and what is behind?"""

from typing import TYPE_CHECKING, Annotated

import typer

from scrubjay.cli.context import here, workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.output import branch, say, say_json

if TYPE_CHECKING:
    from scrubjay.app import App, Workspace
    from scrubjay.doctor.check import Check

app = application()


@app.command()
def status(
    ctx: typer.Context,
    as_json: Annotated[bool, typer.Option("--json", help="Print {ok, checks} for scripts.")] = False,
) -> None:
    """Show what is known of this worktree: documents, vectors, masked secrets, skipped files, and what is behind."""
    from scrubjay.doctor.check import as_object

    with workspace(here(ctx)) as (home, at):
        view = at.documents.view()
        checks = _checks(home, at)
    if as_json:
        say_json(as_object(checks))
        return
    where = f"{at.repository.worktree} · {branch(view.branch)} @ {view.short}"
    say(f"{where} · project {at.project.name} ({at.project.id[:12]})")
    width = max(len(check.name) for check in checks)
    for check in checks:
        say(f"{check.name:<{width}}  {check.found}" + (f": {check.do}" if check.do else ""))


def _checks(home: "App", at: "Workspace") -> "list[Check]":
    from scrubjay.doctor import background, knowledge
    from scrubjay.doctor.check import Check

    view = at.documents.view()
    counts = at.documents.counts(view)
    masked = f"{counts.masked:,} lines with secrets"
    return [
        Check("documents", True, f"{counts.documents:,} in {counts.passages:,} passages", f"{len(view.files):,} files"),
        knowledge.text_lag(at, view),
        knowledge.vector_lag(at, view),
        Check("masked", True, masked, masked),
        Check("skipped", True, f"{counts.skipped:,} files", "", "`scrubjay log` says why" if counts.skipped else ""),
        background.queue(home.queue, at.settings.home),
        knowledge.refused(at),
    ]
