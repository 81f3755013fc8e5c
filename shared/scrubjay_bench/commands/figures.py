"""Measured figures on a terminal: a table for each part, times by stage, recall against latency."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from scrubjay.cli.output import say, table
from scrubjay.model.counted import counted

if TYPE_CHECKING:
    from scrubjay_bench.report import TablePart

Latency = Mapping[str, Mapping[str, Mapping[str, float]]]

METRICS = ("recall@10", "mrr@10", "ndcg@10")
EXTRA = ("newer_first", "session_recall@10", "hit@3", "recall@3")
WIDTH, HEIGHT = 76, 18


def show_parts(parts: "Sequence[TablePart]", latency: Latency, name: str = "") -> None:
    """Print a table for each part, how the default stands against the single arms, and times by stage once."""
    for part in parts:
        title = " · ".join(word for word in (name, part.name) if word)
        say(f"\n{title}: {counted(part.questions, 'question')}, ranked by {part.metric} [95 % interval]")
        _metrics(part)
        compared = ((f"{part.single}, the better single arm", part.against_single), ("plain bm25", part.against_plain))
        for other, gap in compared:
            if gap is not None:
                interval = f"{gap.value:+.3f} [{gap.low:+.3f}, {gap.high:+.3f}]"
                say(f"{part.recipe} compared with {other}: {interval} {part.metric}")
    if parts:
        say("\nmilliseconds (wall time) by stage: median (95th percentile)")
        _times(latency)


def _metrics(part: "TablePart") -> None:
    more = [name for means in part.arms.values() for name in means if name in EXTRA]
    names = list(dict.fromkeys([part.metric, *METRICS, *more]))
    rows = []
    for arm, means in part.arms.items():
        cells = [f"{means[name].value:.3f}" if name in means else "" for name in names]
        cells[0] += f" [{means[part.metric].low:.3f}, {means[part.metric].high:.3f}]"
        rows.append([arm, *cells])
    table(["arm", *names], rows)


def _times(latency: Latency) -> None:
    stages = list(dict.fromkeys(stage for times in latency.values() for stage in times))
    rows = [
        [arm, *(f"{times[s]['p50']:.1f} ({times[s]['p95']:.1f})" if s in times else "" for s in stages)]
        for arm, times in latency.items()
    ]
    table(["arm", *stages], rows)


def picture(part: "TablePart", latency: Latency) -> str:
    """Recall against the median time of an answer, a letter for each arm, without colour."""
    import plotext

    plotext.clear_figure()
    plotext.theme("clear")
    plotext.limit_size(False, False)
    plotext.plot_size(WIDTH, HEIGHT)
    plotext.title(f"{part.name}: recall@10 against milliseconds (median)")
    letters = iter("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    for arm, means in part.arms.items():
        point = ([latency[arm]["total"]["p50"]], [means["recall@10"].value])
        plotext.scatter(*point, marker=next(letters, "*"), label=arm)
    return str(plotext.uncolorize(plotext.build())).rstrip()
