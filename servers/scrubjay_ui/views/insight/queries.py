"""How is this project's memory used? Sums of days, and counts of what is stored."""

from typing import TYPE_CHECKING

from scrubjay.identity.insight.events import CHARACTERS_A_TOKEN, Event, Measure
from scrubjay.identity.insight.periods import Period, ages, periods
from scrubjay.identity.insight.sums import DailySums, Latency
from scrubjay.memory.listing.filters import ListFilters
from scrubjay.model.clock import day_of, iso
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass

if TYPE_CHECKING:
    from scrubjay.memory.lifecycle.figures import Growth
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
    growth: "tuple[Growth, ...]"
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
        """Questions that were asked."""
        return sum(self.sums.totals(Measure.HOW).values())

    @property
    def missed(self) -> int:
        """Those that nothing was found for."""
        return sum(self.sums.totals(Measure.MISSED).values())

    @property
    def lost(self) -> int:
        """Sums that couldn't be written."""
        return sum(self.sums.totals(Measure.LOST).values())


def figures(visit: "Visit", days: int) -> Figures:
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
        vectors=_vectors(visit, workspace.counts.last_recall()),
    )


def _vectors(visit: "Visit", sums: DailySums) -> VectorHealth:
    documents = visit.workspace.documents
    embedded = documents.counts(documents.view()).embedded
    day = sums.last_day(Measure.RECALL)
    last = sums.between(day, day).totals(Measure.RECALL)
    share = last.get("found", 0) / last["nearest"] if last.get("nearest") else None
    return VectorHealth(embedded, share, last.get("queries", 0), day)


def measure_vectors(visit: "Visit") -> str:
    """Compare the vectors with an exact search and keep the result, where events are counted; tells it."""
    from scrubjay.operations.doctor.recall import sample_recall

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
