"""`scrubjay ingest`: indexes a revision now."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import branch, say, say_json
from scrubjay.cli.progress import progress
from scrubjay.cli.vectors import embed
from scrubjay.knowledge.chunking.languages import installed_languages, missing_languages, missing_message
from scrubjay.model.counted import counted
from scrubjay.operations.jobs.indexing import prepare_hook_answers

if TYPE_CHECKING:
    from scrubjay.knowledge.documents.ingest import IngestReport
    from scrubjay.knowledge.documents.values import ViewCounts


app = application()


@app.command()
def ingest(
    ctx: typer.Context,
    rev: Annotated[str, typer.Argument(help="Commit, tag, branch or date. Default: HEAD.")] = "",
    full: Annotated[
        bool, typer.Option("--full", help="Delete the index of documents and read everything again.")
    ] = False,
    wait: Annotated[bool, typer.Option("--wait", help="Wait until every passage has a vector.")] = False,
    as_json: AsJson = False,
) -> None:
    """Index the documents of a revision. Vectors are computed in the background; with --wait before it returns."""
    with open_workspace(invoked(ctx)) as (home, workspace):
        view = workspace.documents.view(rev)
        if full:
            workspace.documents.drop_index()
        with progress("reading", "documents") as step:
            report = workspace.documents.ingest(view, cause="ingest", progress=step)
        further = dict(workspace.index_sources.ingest(view))
        embedded = embed(workspace, wait=wait)
        prepare_hook_answers(home.settings.home, workspace)
        counts = workspace.documents.counts(view)
        lacking = missing_languages({file.format for file in view.files}, installed_languages())
    if as_json:
        say_json({"commit": view.commit, **_as_object(report, further, counts)})
    else:
        say(f"{branch(view.branch)} @ {view.short}: "
            f"{counted(report.added, 'document')} added in {counted(report.passages, 'passage')}, "
            f"{report.skipped:,} skipped, {counted(report.masked, 'line')} masked; {counts.documents:,} in total; "
            f"{', '.join(counted(new, kind) for kind, new in further.items())} added")  # fmt: skip
        if lacking:
            say(missing_message(lacking))
        if embedded:
            say(embedded)
    if counts.behind:
        raise typer.Exit(1)


def _as_object(report: "IngestReport", further: "dict[str, int]", counts: "ViewCounts") -> dict[str, Any]:
    return {
        "added": report.added,
        "passages": report.passages,
        "skipped": report.skipped,
        "masked": report.masked,
        **{f"{kind}s": new for kind, new in further.items()},
        "behind": counts.behind,
        "embedded": counts.embedded,
        "seconds": report.seconds,
    }
