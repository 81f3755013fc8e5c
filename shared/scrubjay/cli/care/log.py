"""`scrubjay log`: what was indexed, skipped or masked, and why."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.files import upgrade_copies_of
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import branch, say, say_json, table

if TYPE_CHECKING:
    from scrubjay.knowledge.documents.values import IngestionRun


app = application()


@app.command()
def log(
    ctx: typer.Context,
    limit: Annotated[int, typer.Option("--limit", min=1, max=1000, help="Number of runs and files to show.")] = 20,
    masked: Annotated[
        bool, typer.Option("--masked", help="Show which lines are masked at HEAD, and by which rule.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show the newest ingestion runs, and the files at HEAD that were skipped or indexed in part."""
    if masked:
        _print_masked(ctx, limit, as_json)
        return
    with open_workspace(invoked(ctx)) as (_, workspace):
        runs = workspace.documents.log(limit)
        view = workspace.documents.view()
        skipped = [
            *((file.path, file.reason) for file in workspace.documents.left_out(view).files),
            *workspace.index_sources.unreadable(),
        ]
        cut = workspace.documents.limited_paths(view)
        copies = upgrade_copies_of(workspace)
    if as_json:
        report = {
            "runs": [asdict(run) for run in runs],
            "skipped": _reason_objects(skipped),
            "cut": _reason_objects(cut),
        }
        say_json({**report, "copies": [str(copy) for copy in copies]})
        return
    if not runs:
        say("Nothing was indexed yet. Run `scrubjay ingest`.")
    else:
        columns = ("time", "cause", "branch", "commit", "documents", "passages", "skipped", "masked lines", "seconds")
        table(columns, [_run_row(run) for run in runs])
    for copy in copies:
        say(f"Copy from before an upgrade: {copy}")
    _show_files("Skipped at HEAD:", skipped, limit)
    _show_files("Indexed in part at HEAD:", cut, limit)


def _show_files(title: str, files: Sequence[tuple[str, str]], limit: int) -> None:
    if files:
        say()
        say(title)
        table(("path", "reason"), files[:limit])
    if len(files) > limit:
        say(f"… and {len(files) - limit:,} more; `scrubjay log --limit {len(files)}` shows them")


def _print_masked(ctx: typer.Context, limit: int, as_json: bool) -> None:
    with open_workspace(invoked(ctx)) as (_, workspace):
        lines = workspace.documents.masked(workspace.documents.view())
        file = workspace.settings.home / "config.yaml"
    if as_json:
        say_json({"masked": [asdict(line) for line in lines]})
        return
    if not lines:
        say("Nothing is masked at HEAD.")
        return
    rows = [(f"{line.path}:{line.line} @ {line.blob[:10]}", line.rule, line.allow) for line in lines]
    table(("where", "rule", "mark"), rows[:limit])
    if len(rows) > limit:
        say(f"… and {len(rows) - limit:,} more; `scrubjay log --masked --limit {len(rows)}` shows them")
    say(f"To keep a value that is no secret, add its mark to privacy.allow in {file}.")


def _reason_objects(files: Sequence[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"path": path, "reason": reason} for path, reason in files]


def _run_row(run: "IngestionRun") -> tuple[str, ...]:
    labels = (run.at, run.cause, branch(run.branch), run.commit[:10] or "none")
    counts = (run.added, run.passages, run.skipped, run.masked)
    return (*labels, *map(str, counts), f"{run.seconds:.2f}")
