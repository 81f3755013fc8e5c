"""`scrubjay bench`: measures the search quality of each recipe."""

from pathlib import Path
from typing import Annotated

import typer

from scrubjay.cli.context import Invocation, invoked, open_workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.offered import missing_extra
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json, warn
from scrubjay.cli.progress import progress
from scrubjay.errors import UsageError
from scrubjay.model.counted import counted
from scrubjay_bench.bench import SetReport
from scrubjay_bench.local import LocalReport
from scrubjay_bench.report import picture, show_parts
from scrubjay_bench.runner import Arm, arms

app = application()

ONLY_WORDS = "embedding is off, so only keyword search was measured and there is no recipe to choose"

PICTURED = 20
"""Questions below which a picture would show chance."""


Data = Annotated[
    Path | None,
    typer.Option("--data", metavar="PATH", help="Folder of labelled sets to measure instead of this repository."),
]
Only = Annotated[
    list[str] | None, typer.Option("--only", metavar="SET", help="Only this set, such as beam/100K. Repeatable.")
]
Recipes = Annotated[
    list[str] | None, typer.Option("--recipe", help="Only this recipe. Repeatable. Default: all, and each arm alone.")
]
Limit = Annotated[int, typer.Option("--limit", min=0, help="Maximum number of questions for each set; 0 means all.")]
Keep = Annotated[
    Path | None,
    typer.Option("--keep", metavar="DIR", help="Folder for indexes and results; use one for each embedder."),
]


@app.command()
def bench(
    ctx: typer.Context,
    data: Data = None,
    only: Only = None,
    recipe: Recipes = None,
    limit: Limit = 0,
    keep: Keep = None,
    as_json: AsJson = False,
) -> None:
    """Measure the search quality of each recipe with the code that every search uses, and recommend one.

    The questions come from this repository: a commit's subject asks for the documents that it changed, a link's text
    for its page. The recipe is chosen on one half of them and tested on the other. The repository isn't changed.

    With --data the questions are those of labelled sets, asked of a plain bm25 as well. Their indexes are built once
    and kept; an interrupted run continues. Indexes and results (a line of JSON for each answer) are in `bench` in the
    home, or in the folder of --keep. A set whose corpus is empty, or lacks more than a fifth of the right answers, is
    refused with exit code 2, and the others are measured. Exit code 1 when there are no questions.
    """
    invocation = invoked(ctx)
    if only and data is None:
        raise UsageError("--only selects sets of --data PATH. Without --data this repository is measured.")
    measured = arms(tuple(recipe or ()))  # a wrong name is said before hours of work
    folder = (keep or invocation.settings.home / "bench").expanduser().absolute()
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"--keep {keep} is not a folder. Name a folder; a missing one is created.")
    if data is None:
        _measure_repository(invocation, folder, measured, limit, as_json=as_json)
    else:
        _measure_sets(
            invocation=invocation,
            data=data,
            keep=folder,
            only=tuple(only or ()),
            arms=measured,
            limit=limit,
            as_json=as_json,
        )


def _measure_sets(
    invocation: Invocation,
    data: Path,
    keep: Path,
    only: tuple[str, ...],
    arms: "tuple[Arm, ...]",
    limit: int,
    *,
    as_json: bool,
) -> None:
    """Measure the sets of a folder, and print their results."""
    from scrubjay_bench.bench import BenchOptions, measure
    from scrubjay_bench.labelled import choose_sets, find_sets

    sets = choose_sets(find_sets(data.expanduser().absolute()), only)
    reports: list[SetReport] = []
    refused: dict[str, str] = {}
    for report in measure(
        sets, BenchOptions(keep, arms, limit), invocation.settings, invocation.git, progress,
        refused=lambda name, error: refused.update({name: str(error)}),
    ):  # fmt: skip
        reports.append(report)
        if not as_json:
            _show_set(report)
    absent = sorted(set(sets) - {report.name for report in reports} - refused.keys())
    if absent:
        warn(f"not measured, because their documents or questions are missing: {', '.join(absent)}")
    if as_json:
        measured = [report.as_object() for report in reports]
        say_json({"data": str(data), "sets": measured, "absent": absent, "refused": refused})
    for reason in refused.values():
        warn(reason)
    if refused:
        raise typer.Exit(UsageError.exit_code)
    if not reports:
        raise typer.Exit(1)


def _measure_repository(
    invocation: Invocation, keep: Path, arms: "tuple[Arm, ...]", limit: int, *, as_json: bool
) -> None:
    """Measure this repository by questions of its own history and links, and print the results."""
    from scrubjay.cli.vectors import embed
    from scrubjay_bench.local import measure_local

    with open_workspace(invocation) as (_, workspace):
        view = workspace.documents.view()
        if workspace.documents.behind(view):
            with progress("reading", "documents") as step:
                workspace.documents.ingest(view, cause="bench", progress=step)
        if any(arm.uses_vectors for arm in arms):
            embed(workspace, wait=True)
        results = keep / "results" / f"{workspace.project.name}-{workspace.project.id[:8]}.jsonl"
        report = measure_local(workspace, results, progress, measured=arms, limit=limit)
    if as_json:
        say_json(report.as_object())
    else:
        _show_own(report)
    if not report.questions:
        raise typer.Exit(1)


def _show_set(report: "SetReport") -> None:
    """Print the results of a set."""
    share = "" if report.embedded >= 1 else f", {report.embedded:.1%} embedded"
    say(f"\n{report.name}: {counted(report.documents, 'document')} in {counted(report.passages, 'passage')}{share}")
    for note in report.notes:
        say(f"  {note}")
    show_parts(report.parts, report.latency, report.name)
    if report.separation:
        separations = ", ".join(f"{arm} {value:.2f}" for arm, value in report.separation.items())
        say(f"  top score separates answerable from unanswerable questions (AUC, .5 is chance): {separations}")
    _show_rest(report)


def _show_own(report: "LocalReport") -> None:
    """Print the results of this repository."""
    if not report.questions:
        say("No questions: no commit with a meaningful subject changed a document, and no document links another.")
        return
    say(f"{report.repository} @ {report.commit[:10]}: {counted(report.questions, 'question')} from this repository")
    show_parts(report.parts, report.latency)
    for part in report.parts:
        if part.questions >= PICTURED:
            say()
            say(missing_extra("ui") or picture(part, report.latency))
    say()
    say(advice(report))
    _show_rest(report)


def advice(report: "LocalReport") -> str:
    """Which recipe to set, or why none is recommended."""
    choice = report.choice
    if report.only_words:
        return ONLY_WORDS
    if len(report.latency) == 1 or "balanced" not in report.latency:
        return "no recipe is recommended: without --recipe all are measured, and compared with balanced"
    if choice is None:
        return f"too few questions to choose a recipe: {report.questions}"
    gain = f"{choice.gain.value:+.3f} [{choice.gain.low:+.3f}, {choice.gain.high:+.3f}] ndcg@10"
    halves = f"chosen on {counted(choice.chosen_on, 'question')}, tested on the other {choice.held_out.n}"
    if choice.sure:
        return f"best recipe: {choice.best}, {gain} against balanced ({halves}). Set retrieval.recipe: {choice.best}"
    if choice.best == "balanced":
        return f"best recipe: balanced, the default ({halves})"
    doubt = f"{choice.best} led on one half, but not significantly on the other: {gain}"
    return f"best recipe: balanced, the default. {doubt} ({halves})"


def _show_rest(report: "SetReport | LocalReport") -> None:
    """Print the faults of answers, and where the results of each question are."""
    for problem, times in report.degraded.items():
        say(f"  degraded in {counted(times, 'answer')}: {problem}")
    say(f"results of each question: {report.results}")
