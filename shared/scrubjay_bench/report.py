"""Summary of a set's rows: a table a part with confidence intervals; on a terminal the tables, times and a picture."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from scrubjay.cli.output import say, table
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern
from scrubjay.search.recall.belonging import NO_INCIDENTS
from scrubjay_bench.metrics import Mean, difference, mean, separation
from scrubjay_bench.runner import DEFAULT, PLAIN, SINGLE, ResultRow

ABSTENTION = "abstention"
_SHARE = pattern(r"\b\d+ of \d+\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePart:
    """The questions of one table. `arms` holds the mean of each metric; metrics are never combined.

    `recipe` is the one that such documents are searched by; in the set's metric, question by question,
    `against_single` is it minus the better single arm, which `single` names, and `against_plain` minus the baseline.
    """

    name: str
    metric: str
    questions: int
    arms: Mapping[str, Mapping[str, Mean]]
    recipe: str = DEFAULT
    single: str = ""
    against_single: Mean | None = None
    against_plain: Mean | None = None

    def as_object(self) -> dict[str, Any]:
        """The JSON form of the part."""
        result: dict[str, Any] = {
            "part": self.name,
            "metric": self.metric,
            "questions": self.questions,
            "arms": {arm: {name: mean.as_object() for name, mean in means.items()} for arm, means in self.arms.items()},
        }
        if self.against_single is not None:
            result["default_against_best_single"] = {"arm": self.single, **self.against_single.as_object()}
        if self.against_plain is not None:
            result["default_against_plain"] = self.against_plain.as_object()
        return result


def parts(rows: Sequence[ResultRow], metric: str, recipe: str = DEFAULT) -> tuple[TablePart, ...]:
    """The parts of the table, one for each part name of the questions; questions without an answer have none."""
    names = dict.fromkeys(name for row in rows for name in row.question.parts if name != ABSTENTION)
    return tuple(
        _table_part(name, [row for row in rows if name in row.question.parts], metric, recipe) for name in names
    )


def separations(rows: Sequence[ResultRow]) -> dict[str, float]:
    """For each arm, how well the top score separates questions with an answer from others (AUC); .5 is chance."""
    areas: dict[str, float] = {}
    for arm in dict.fromkeys(row.arm for row in rows):
        arm_rows = [row for row in rows if row.arm == arm]
        without = [row.top for row in arm_rows if ABSTENTION in row.question.parts]
        if without:
            answerable = [row.top for row in arm_rows if ABSTENTION not in row.question.parts]
            areas[arm] = round(separation(answerable, without), 4)
    return areas


def latencies(rows: Sequence[ResultRow]) -> dict[str, dict[str, dict[str, float]]]:
    """For each arm and stage, wall milliseconds: the median and the 95th percentile."""
    result: dict[str, dict[str, dict[str, float]]] = {}
    for arm in dict.fromkeys(row.arm for row in rows):
        arm_rows = [row for row in rows if row.arm == arm]
        stages = dict.fromkeys(stage for row in arm_rows for stage in row.ms)
        result[arm] = {stage: _percentiles([row.ms.get(stage, 0.0) for row in arm_rows]) for stage in stages}
    return result


def degradations(rows: Sequence[ResultRow]) -> dict[str, int]:
    """Counts of answers by degradation, whatever share of an answer it was.

    `keyword` omits vectors by intent.
    """
    counts: dict[str, int] = {}
    for row in rows:
        for problem in row.degraded if row.arm != "keyword" else ():
            if problem != NO_INCIDENTS:  # every kind of document is requested, whether there is one or not
                kind = _SHARE.sub("some", problem)
                counts[kind] = counts.get(kind, 0) + 1
    return counts


def _table_part(name: str, rows: Sequence[ResultRow], metric: str, recipe: str) -> TablePart:
    """A part of the table, with the gain of the recipe over the single arms."""
    by_arm: dict[str, list[ResultRow]] = {}
    for row in rows:
        by_arm.setdefault(row.arm, []).append(row)
    means = {arm: _mean_scores(arm_rows) for arm, arm_rows in by_arm.items()}
    questions = len(next(iter(by_arm.values())))
    singles = [arm for arm in SINGLE if arm in means and arm != recipe]
    best = max(singles, key=lambda arm: means[arm][metric].value, default="")

    def gain(arm: str) -> Mean | None:
        if recipe not in by_arm or arm not in by_arm:
            return None
        return difference(*([row.scores[metric] for row in by_arm[name]] for name in (recipe, arm)))

    return TablePart(
        name=name,
        metric=metric,
        questions=questions,
        arms=means,
        recipe=recipe,
        single=best,
        against_single=gain(best),
        against_plain=gain(PLAIN),
    )


def _mean_scores(rows: Sequence[ResultRow]) -> dict[str, Mean]:
    """The mean of each metric over some answers."""
    names = dict.fromkeys(name for row in rows for name in row.scores)
    return {name: mean([row.scores[name] for row in rows if name in row.scores]) for name in names}


def _percentiles(values: Sequence[float]) -> dict[str, float]:
    """The median and the 95th percentile of some values."""
    half, most = np.percentile(np.asarray(values), [50, 95])
    return {"p50": round(float(half), 2), "p95": round(float(most), 2)}


Latency = Mapping[str, Mapping[str, Mapping[str, float]]]

METRICS = ("recall@10", "mrr@10", "ndcg@10")
EXTRA = ("newer_first", "session_recall@10", "hit@3", "recall@3")
WIDTH, HEIGHT = 76, 18


def show_parts(parts: "Sequence[TablePart]", latency: Latency, name: str = "") -> None:
    """Print a table for each part, with the gain of the default over the single arms, and the times by stage once."""
    for part in parts:
        title = " · ".join(word for word in (name, part.name) if word)
        say(f"\n{title}: {counted(part.questions, 'question')}, ranked by {part.metric} [95 % interval]")
        _show_metrics(part)
        compared = ((f"{part.single}, the better single arm", part.against_single), ("plain bm25", part.against_plain))
        for other, gap in compared:
            if gap is not None:
                interval = f"{gap.value:+.3f} [{gap.low:+.3f}, {gap.high:+.3f}]"
                say(f"{part.recipe} compared with {other}: {interval} {part.metric}")
    if parts:
        say("\nmilliseconds (wall time) by stage: median (95th percentile)")
        _show_times(latency)


def _show_metrics(part: "TablePart") -> None:
    """Print the metrics of a part as a table, a row for each arm."""
    more = [name for means in part.arms.values() for name in means if name in EXTRA]
    names = list(dict.fromkeys([part.metric, *METRICS, *more]))
    rows = []
    for arm, means in part.arms.items():
        cells = [f"{means[name].value:.3f}" if name in means else "" for name in names]
        cells[0] += f" [{means[part.metric].low:.3f}, {means[part.metric].high:.3f}]"
        rows.append([arm, *cells])
    table(["arm", *names], rows)


def _show_times(latency: Latency) -> None:
    """Print the times as a table: a row for each arm, a column for each stage."""
    stages = list(dict.fromkeys(stage for times in latency.values() for stage in times))
    rows = [
        [arm, *(f"{times[s]['p50']:.1f} ({times[s]['p95']:.1f})" if s in times else "" for s in stages)]
        for arm, times in latency.items()
    ]
    table(["arm", *stages], rows)


def picture(part: "TablePart", latency: Latency) -> str:
    """A chart of recall against the median time of an answer, with a letter for each arm, without colour."""
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
