"""How good is the search, measured?"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scrubjay.cli.context import here
from scrubjay.cli.lazy import application
from scrubjay.cli.output import say, say_json, table, warn
from scrubjay.cli.progress import progress

if TYPE_CHECKING:
    from scrubjay.evaluation.bench import SetReport
    from scrubjay.evaluation.report import Part

app = application()

FIRST = ("recall@10", "mrr@10", "ndcg@10")


@app.command()
def bench(
    ctx: typer.Context,
    data: Annotated[Path, typer.Option("--data", metavar="PATH", help="A folder of labelled sets.")],
    only: Annotated[list[str] | None, typer.Option("--only", metavar="SET", help="A set, such as beam/100K.")] = None,
    recipe: Annotated[list[str] | None, typer.Option("--recipe", help="A recipe; default: all.")] = None,
    limit: Annotated[int, typer.Option("--limit", min=0, help="At most so many questions a set; 0 is all.")] = 0,
    keep: Annotated[Path | None, typer.Option("--keep", metavar="DIR", help="Keeps indexes and results.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Measure each way of ranking on labelled questions, by the path that every search takes.

    Indexes are made once and kept, below `bench` in the home unless --keep names a folder; an interrupted run goes on
    where it was. Each answer is written down as a line of JSON.
    """
    from scrubjay.evaluation.arms import arms
    from scrubjay.evaluation.bench import Options, measure
    from scrubjay.evaluation.labelled import choose, find

    at = here(ctx)
    settings = at.settings
    options = Options((keep or settings.home / "bench").expanduser().absolute(), tuple(recipe or ()), limit)
    arms(options.recipes)  # a wrong name is said before hours of work
    found = choose(find(data.expanduser().absolute()), only or ())
    reports: list[SetReport] = []
    for report in measure(found, options, settings, at.git, progress):
        reports.append(report)
        if not as_json:
            _show(report)
    absent = sorted(set(found) - {report.name for report in reports})
    if absent:
        warn(f"not measured, because the folder lacks their documents or questions: {', '.join(absent)}")
    if as_json:
        say_json({"data": str(data), "sets": [report.as_object() for report in reports], "absent": absent})


def _show(report: "SetReport") -> None:
    share = "" if report.embedded >= 1 else f", {report.embedded:.1%} embedded"
    say(f"\n{report.name}: {report.documents:,} documents in {report.passages:,} passages{share}")
    for note in report.notes:
        say(f"  {note}")
    for part in report.parts:
        say(f"\n  {report.name} · {part.name}, {part.questions} questions, known by {part.metric}")
        _table(report, part)
        if part.against_single is not None:
            gap = part.against_single
            say(f"  balanced against {part.single}, the better single arm: {gap.value:+.3f} "
                f"[{gap.low:+.3f}, {gap.high:+.3f}] {part.metric}")  # fmt: skip
    if report.separation:
        shown = ", ".join(f"{arm} {value:.2f}" for arm, value in report.separation.items())
        say(f"  top score tells answerable from unanswerable questions (AUC, .5 is chance): {shown}")
    for problem, times in report.degraded.items():
        say(f"  degraded in {times} answers: {problem}")
    say(f"  each answer: {report.results}")


def _table(report: "SetReport", part: "Part") -> None:
    more = [name for means in part.arms.values() for name in means if name in ("newer_first", "session_recall@10")]
    names = list(dict.fromkeys([part.metric, *FIRST, *more]))
    rows = []
    for arm, means in part.arms.items():
        cells = [f"{means[name].value:.3f}" if name in means else "" for name in names]
        cells[0] += f" [{means[part.metric].low:.3f}, {means[part.metric].high:.3f}]"
        total = report.latency[arm]["total"]
        rows.append([arm, *cells, f"{total['p50']:.0f}", f"{total['p95']:.0f}"])
    table(["arm", *names, "ms p50", "p95"], rows)
