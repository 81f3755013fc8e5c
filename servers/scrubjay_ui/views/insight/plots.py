"""The figures of the page as plots. Pure."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final

from scrubjay.identity.insight.events import SEARCH, Measure
from scrubjay.memory.lifecycle.figures import HELD, Growth
from scrubjay.memory.store.kinds import MEMORY_KINDS
from scrubjay.model.grade import WORDS as GRADES
from scrubjay_ui.plots import Plot, histogram, horizontal_bars, line, stacked_columns
from scrubjay_ui.plots.columns import Column

if TYPE_CHECKING:
    from scrubjay_ui.views.insight.queries import Figures

WORDS: Final = {
    "no_vectors": "no vectors",
    "vectors_coming": "vectors coming",
    "session_init": "briefing (tool)",
    "hook": "briefing (hook)",
    "hint": "hint of a prompt",
    "blocks": "prompt context",
}
"""Labels as people read them; every other one is shown as it is."""


def stored_plots(figures: "Figures") -> tuple[Plot, ...]:
    """What follows from what is stored, whether events are counted or not. A question has no grade."""
    grades = (*GRADES, HELD)
    return (
        _grown(figures, "grade", "New memories by the grade they were stored with", grades, lambda one: one.grade),
        _grown(figures, "kind", "New memories by kind", MEMORY_KINDS, lambda one: one.kind),
        horizontal_bars(
            name="waiting", title="How long claims have waited for a person", of="waits since", what="claims",
            items=tuple(figures.waiting.items()), series=2,
        ),
        histogram(
            name="told", title="Tokens told to a session by briefings and hints", of="tokens", what="sessions",
            buckets=_doubling(figures.told),
        ),
    )  # fmt: skip


def counted_plots(figures: "Figures") -> tuple[Plot, ...]:
    """What was counted."""
    return (
        _over_time(figures, Measure.HOW, "Searches by how they were answered", ("hybrid", "keyword", "degraded")),
        _over_time(figures, Measure.FIT, "Searches by how well the best hit fits", ("good", "weak", "nothing")),
        _bars(figures, Measure.WHY, "Why searches were answered with less", "reason", "searches"),
        _latency(figures),
        _bars(figures, Measure.TOLD, "Tokens told, by what told them", "channel", "tokens"),
        _bars(figures, Measure.OUTCOME, "What became of claims that were to be kept", "outcome", "claims"),
    )


def _grown(figures: "Figures", name: str, title: str, series: Sequence[str], part: Callable[[Growth], str]) -> Plot:
    columns: list[Column] = []
    for period in figures.periods:
        there = [one for one in figures.growth if period.first <= one.day <= period.last]
        columns.append(
            (period.first, tuple(sum(one.number for one in there if part(one) == label) for label in series))
        )
    return stacked_columns(name=f"growth-{name}", title=title, of=_of(figures), series=series, columns=columns)


def _over_time(figures: "Figures", measure: Measure, title: str, series: Sequence[str]) -> Plot:
    columns: list[Column] = []
    for period, part in zip(figures.periods, figures.parts, strict=True):
        totals = part.totals(measure)
        columns.append((period.first, tuple(totals.get(label, 0) for label in series)))
    return stacked_columns(name=str(measure), title=title, of=_of(figures), series=series, columns=columns)


def _bars(figures: "Figures", measure: Measure, title: str, of: str, what: str) -> Plot:
    items = tuple(
        (WORDS.get(label, label.replace("_", ", ")), number) for label, number in figures.sums.totals(measure).items()
    )
    return horizontal_bars(name=str(measure), title=title, of=of, what=what, items=items)


def _latency(figures: "Figures") -> Plot:
    each = [part.latency(SEARCH) for part in figures.parts]
    series = (
        ("p50", [one.p50 if one else None for one in each]),
        ("p95", [one.p95 if one else None for one in each]),
        ("p99", [one.p99 if one else None for one in each]),
    )
    places = [period.first for period in figures.periods]
    return line(name="latency", title="Time of a search", of=_of(figures), places=places, series=series, unit="ms")


def _doubling(values: Iterable[int]) -> tuple[tuple[str, float], ...]:
    """How many values are in each range of a scale that doubles, from the least to the most that is there."""
    groups = [max(0, value - 1).bit_length() for value in values]
    if not groups:
        return ()
    counts = {group: groups.count(group) for group in range(min(groups), max(groups) + 1)}
    return tuple((f"to {2**group:,}", number) for group, number in counts.items())


def _of(figures: "Figures") -> str:
    """What a column stands for."""
    return {7: "day", 30: "day", 90: "week from", 365: "4 weeks from"}[figures.days]
