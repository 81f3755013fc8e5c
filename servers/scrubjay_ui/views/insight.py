"""The page of numbers about a project, and the check of its vectors."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from starlette.responses import Response

from scrubjay.identity.insight.events import CHARACTERS_A_TOKEN, SEARCH, Event, Measure
from scrubjay.identity.insight.sums import SPANS, DailySums, Latency, Period, ages, periods
from scrubjay.memory.lifecycle.figures import HELD, Growth
from scrubjay.memory.listing.filters import ListFilters
from scrubjay.memory.store.claim import MEMORY_KINDS
from scrubjay.model.clock import day_of, iso
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass
from scrubjay.model.grade import WORDS as GRADES
from scrubjay.operations.doctor.knowledge import sample_recall
from scrubjay_ui.plot import Plot
from scrubjay_ui.plots import Column, histogram, horizontal_bars, line, stacked_columns
from scrubjay_ui.visit import Visit

UNUSED = ListFilters(state="unused", scope="project", limit=1)
"""The memories of this project that no session is known to have been told, as the list has them."""

MOST_TIMED = 90
"""Days from which the times of calls are added up at most: they have many buckets a day."""


@dataclass(frozen=True, slots=True)
class VectorHealth:
    """The share of passages with a vector, and of the nearest ones that were found when it was last checked."""

    embedded: float
    share: float | None
    queries: int
    day: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Everything that the page shows. `keep`: events are counted. `told` are tokens of each session.

    `parts` are the sums of each period, `times` those of each call.
    """

    keep: bool
    days: int
    periods: tuple[Period, ...]
    growth: tuple[Growth, ...]
    holding: int
    unused: int
    waiting: dict[str, int]
    told: tuple[int, ...]
    sums: DailySums
    parts: tuple[DailySums, ...]
    times: tuple[Latency, ...]
    vectors: VectorHealth

    @property
    def searches(self) -> int:
        """How many questions were asked."""
        return sum(self.sums.totals(Measure.HOW).values())

    @property
    def missed(self) -> int:
        """The number of searches that found nothing."""
        return sum(self.sums.totals(Measure.MISSED).values())

    @property
    def lost(self) -> int:
        """How many sums couldn't be written."""
        return sum(self.sums.totals(Measure.LOST).values())


def figures(visit: Visit, days: int) -> Figures:
    """The figures of a span of days that ends today."""
    workspace, now = visit.workspace, visit.home.clock()
    memories, ledger = workspace.memory_figures, workspace.ledger
    spans = periods(day_of(now), days)
    first = spans[0].first
    recent = periods(day_of(now), MOST_TIMED)[0].first
    holding = memories.holding()
    sums = workspace.counts.searches_since(first)
    return Figures(
        keep=workspace.counts.keep,
        days=days,
        periods=spans,
        growth=memories.growth(first),
        holding=len(holding),
        unused=workspace.listed(UNUSED).total,
        waiting=ages(memories.waiting_since(), iso(now)),
        told=tuple(-(-length // CHARACTERS_A_TOKEN) for length in ledger.told_lengths(first)),
        sums=sums,
        parts=sums.split([(one.first, one.last) for one in spans]),
        times=workspace.counts.times_since(max(first, recent)).latencies(),
        vectors=_vector_health(visit, workspace.counts.last_recall()),
    )


def _vector_health(visit: Visit, sums: DailySums) -> VectorHealth:
    """The share of passages that have a vector now, and how many of the nearest the last check found."""
    documents = visit.workspace.documents
    embedded = documents.counts(documents.view()).embedded
    day = sums.last_day(Measure.RECALL)
    last = sums.between(day, day).totals(Measure.RECALL)
    share = last.get("found", 0) / last["nearest"] if last.get("nearest") else None
    return VectorHealth(embedded, share, last.get("queries", 0), day)


def measure_vectors(visit: Visit) -> str:
    """Compare the vectors with an exact search, count the result if events are counted, and return it in a sentence."""
    workspace = visit.workspace
    sample = sample_recall(workspace, workspace.documents.view())
    if sample is None:
        return "There is no model, so there are no vectors to check."
    if not sample.queries:
        return "There are no vectors yet."
    results = {"queries": sample.queries, "nearest": sample.nearest, "found": sample.found}
    workspace.counts.count(*(Event(Measure.RECALL, label, number=number) for label, number in results.items()))
    workspace.counts.flush()
    nearest = counted(sample.nearest, "nearest passage")
    return f"The vectors found {sample.found} of {nearest}, over {counted(sample.queries, 'query')}."


WORDS: Final = {
    "no_vectors": "no vectors",
    "vectors_coming": "vectors coming",
    "session_init": "briefing (tool)",
    "hook": "briefing (hook)",
    "hint": "hint of a prompt",
    "blocks": "prompt context",
}
"""Labels as people read them; every other one is shown as it is."""


def stored_plots(figures: Figures) -> tuple[Plot, ...]:
    """The plots of what is stored, whether events are counted or not. A question has no grade."""
    grades, title = (*GRADES, HELD), "New memories by the grade they were stored with"
    return (
        _growth_plot(figures, "grade", title, grades, lambda one: one.grade),
        _growth_plot(figures, "kind", "New memories by kind", MEMORY_KINDS, lambda one: one.kind),
        horizontal_bars(
            name="waiting", title="How long claims have waited for a person", of="waits since", what="claims",
            items=tuple(figures.waiting.items()), series=2,
        ),
        histogram(
            name="told", title="Tokens told to a session by briefings and hints", of="tokens", what="sessions",
            buckets=_doubling(figures.told),
        ),
    )  # fmt: skip


def counted_plots(figures: Figures) -> tuple[Plot, ...]:
    """The plots of what was counted."""
    return (
        _plot_over_time(figures, Measure.HOW, "Searches by how they were answered", ("hybrid", "keyword", "degraded")),
        _plot_over_time(figures, Measure.FIT, "Searches by how well the best hit fits", ("good", "weak", "nothing")),
        _bar_plot(figures, Measure.WHY, "Why searches were answered with less", "reason", "searches"),
        _latency_plot(figures),
        _bar_plot(figures, Measure.TOLD, "Tokens told, by what told them", "channel", "tokens"),
        _bar_plot(figures, Measure.OUTCOME, "What became of claims that were to be kept", "outcome", "claims"),
    )


def _growth_plot(figures: Figures, name: str, title: str, series: Sequence[str], part: Callable[[Growth], str]) -> Plot:
    columns: list[Column] = []
    for period in figures.periods:
        there = [one for one in figures.growth if period.first <= one.day <= period.last]
        columns.append(
            (period.first, tuple(sum(one.number for one in there if part(one) == label) for label in series))
        )
    return stacked_columns(name=f"growth-{name}", title=title, of=_unit(figures), series=series, columns=columns)


def _plot_over_time(figures: Figures, measure: Measure, title: str, series: Sequence[str]) -> Plot:
    columns: list[Column] = []
    for period, part in zip(figures.periods, figures.parts, strict=True):
        totals = part.totals(measure)
        columns.append((period.first, tuple(totals.get(label, 0) for label in series)))
    return stacked_columns(name=str(measure), title=title, of=_unit(figures), series=series, columns=columns)


def _bar_plot(figures: Figures, measure: Measure, title: str, of: str, what: str) -> Plot:
    items = tuple(
        (WORDS.get(label, label.replace("_", ", ")), number) for label, number in figures.sums.totals(measure).items()
    )
    return horizontal_bars(name=str(measure), title=title, of=of, what=what, items=items)


def _latency_plot(figures: Figures) -> Plot:
    each = [part.latency(SEARCH) for part in figures.parts]
    series = (
        ("p50", [one.p50 if one else None for one in each]),
        ("p95", [one.p95 if one else None for one in each]),
        ("p99", [one.p99 if one else None for one in each]),
    )
    places = [period.first for period in figures.periods]
    return line(name="latency", title="Time of a search", of=_unit(figures), places=places, series=series, unit="ms")


def _doubling(values: Iterable[int]) -> tuple[tuple[str, float], ...]:
    """How many values are in each range of a scale that doubles, from the least to the most that is there."""
    groups = [max(0, value - 1).bit_length() for value in values]
    if not groups:
        return ()
    counts = {group: groups.count(group) for group in range(min(groups), max(groups) + 1)}
    return tuple((f"to {2**group:,}", number) for group, number in counts.items())


def _unit(figures: Figures) -> str:
    """The span of time of one column, in words."""
    return {7: "day", 30: "day", 90: "week from", 365: "4 weeks from"}[figures.days]


DEFAULT = 30


def insight(visit: Visit) -> Response:
    """The page of the numbers of a span of days."""
    days = int(visit.choice("days", tuple(map(str, SPANS)), str(DEFAULT)))
    shown = figures(visit, days)
    return visit.page(
        "insight/page.html",
        title="Insight",
        spans=tuple((f"{span} days", visit.here(days=span), span == days) for span in SPANS),
        figures=shown,
        stored=stored_plots(shown),
        counted_plots=counted_plots(shown),
        check=visit.link("insight", "vectors"),
    )


def vectors(visit: Visit) -> Response:
    """Compare the vectors with an exact search and keep the result, then show the page again."""
    days = visit.choice("days", tuple(map(str, SPANS)), str(DEFAULT))
    return visit.redirect(visit.link("insight", days=days), measure_vectors(visit))
