"""Plots as values: stacked columns, histograms, bars and lines. `templates/plots.html` draws them. Pure."""

from collections.abc import Sequence

from scrubjay.model.frozen import replace
from scrubjay_ui.plot import (
    LEFT,
    RIGHT,
    SERIES,
    Plot,
    PlotBar,
    PlotLabel,
    PlotLine,
    axis,
    folded_series,
    height_of,
    horizontal_labels,
    legend,
    number_text,
    rounded,
    shortened,
    vertical_ticks,
    whole_text,
)

Column = tuple[str, Sequence[float]]
"""A column's name and the numbers of its parts."""

GAP = 0.2
"""Part of a column's room that stays free."""


def stacked_columns(
    *,
    name: str,
    title: str,
    of: str,
    series: Sequence[str],
    columns: Sequence[Column],
    unit: str = "",
) -> Plot:
    """Columns, each of parts in the order of `series`; `of` names what a column is, such as "day"."""
    rows = [tuple(values) for _, values in columns]
    names, parts = folded_series(series, rows)
    totals = [sum(values) for values in rows]
    header = (of.capitalize(), *series, *(("all",) if len(series) > 1 else ()))
    table = tuple(
        (label, *map(whole_text, values), *((whole_text(sum(values)),) if len(series) > 1 else ()))
        for label, values in columns
    )
    plot = Plot(name=name, title=title, summary="", header=header, rows=table)
    if not any(totals):
        return plot
    scale = axis(max(totals))
    room = (RIGHT - LEFT) / len(columns)
    bars: list[PlotBar] = []
    for number, (label, values) in enumerate(zip((label for label, _ in columns), parts, strict=True)):
        below = 0.0
        for place, value in enumerate(values):
            if value <= 0:
                continue
            bottom, top = height_of(scale, below), height_of(scale, below + value)
            words = f"{label}, {names[place]}: {number_text(value)}"
            x = rounded(LEFT + (number + GAP / 2) * room)
            bars.append(PlotBar(x, top, rounded(room * (1 - GAP)), rounded(bottom - top), place + 1, words))
            below += value
    rules, ticks = vertical_ticks(scale, unit)
    middles = [rounded(LEFT + (number + 0.5) * room) for number in range(len(columns))]
    return replace(
        plot,
        summary=_summary(of, series, columns, totals),
        bars=tuple(bars),
        labels=(*legend(names), *ticks, *horizontal_labels([label for label, _ in columns], middles)),
        rules=rules,
    )


def histogram(*, name: str, title: str, of: str, what: str, buckets: Sequence[tuple[str, float]]) -> Plot:
    """Columns of how many of something lie in each bucket."""
    return stacked_columns(
        name=name, title=title, of=of, series=(what,), columns=[(label, (value,)) for label, value in buckets]
    )


def _summary(of: str, series: Sequence[str], columns: Sequence[Column], totals: Sequence[float]) -> str:
    """What the picture shows, in words."""
    sums = [sum(values[place] for _, values in columns) for place in range(len(series))]
    parts = ", ".join(f"{label} {number_text(total)}" for label, total in zip(series, sums, strict=True) if total)
    most = max(range(len(totals)), key=lambda number: totals[number])
    return f"{parts}. The most at {of} {columns[most][0]}: {number_text(totals[most])}."


ROW = 26
START = 150
END = 380
MOST = 12
"""Bars at most; the rest are added up as the last."""


def horizontal_bars(
    *, name: str, title: str, of: str, what: str, items: Sequence[tuple[str, float]], series: int = 1
) -> Plot:
    """A bar for each item, in the order given."""
    header = (of.capitalize(), what)
    table = tuple((label, whole_text(value)) for label, value in items)
    plot = Plot(name=name, title=title, summary="", header=header, rows=table)
    if not any(value > 0 for _, value in items):
        return plot
    shown = list(items[:MOST])
    if len(items) > MOST:
        shown[MOST - 1 :] = [("others", sum(value for _, value in items[MOST - 1 :]))]
    most = max(value for _, value in shown)
    bars, labels = [], []
    for number, (label, value) in enumerate(shown):
        width, y = (END - START) * max(0.0, value) / most, number * ROW + 4
        bars.append(PlotBar(START, y, rounded(width), ROW - 8, series, f"{label}, {what}: {number_text(value)}"))
        labels += [
            PlotLabel(START - 8, y + 13, shortened(label), "end"),
            PlotLabel(rounded(START + width + 6), y + 13, number_text(value)),
        ]
    return replace(
        plot,
        summary=", ".join(f"{label} {number_text(value)}" for label, value in shown),
        bars=tuple(bars),
        labels=tuple(labels),
        height=len(shown) * ROW + 4,
    )


NAMES = 64
"""Room for the names at the ends of lines."""

APART = 13.0
"""Two names stand at least so far apart."""


def line(
    *, name: str, title: str, of: str, places: Sequence[str], series: Sequence[tuple[str, Sequence[float | None]]],
    unit: str = "",
) -> Plot:  # fmt: skip
    """Lines through the values at `places`, such as days; where there is no value, a line is interrupted."""
    header = (of.capitalize(), *(f"{label} {unit}".strip() for label, _ in series))
    table = tuple(
        (place, *("" if values[number] is None else whole_text(values[number] or 0) for _, values in series))
        for number, place in enumerate(places)
    )
    drawn = series[:SERIES]
    known = [value for _, values in drawn for value in values if value is not None]
    plot = Plot(name=name, title=title, summary="", header=header, rows=table)
    if not known:
        return plot
    scale = axis(max(known), whole=False)
    right = RIGHT - NAMES
    step = (right - LEFT) / max(1, len(places) - 1)
    xs = [
        rounded(LEFT + number * step) if len(places) > 1 else rounded((LEFT + right) / 2)
        for number in range(len(places))
    ]
    lines: list[PlotLine] = []
    ends: list[tuple[float, str, int]] = []
    for number, (label, values) in enumerate(drawn, 1):
        for run in _runs(values):
            points = [(xs[place], height_of(scale, values[place] or 0)) for place in run]
            dots = tuple(points) if len(points) == 1 else ()
            lines.append(PlotLine(tuple(f"{x},{y}" for x, y in points), number, dots))
        last = next((value for value in reversed(values) if value is not None), None)
        if last is not None:
            ends.append((height_of(scale, last), label, number))
    rules, ticks = vertical_ticks(scale, unit)
    return replace(
        plot,
        summary="; ".join(
            _series_summary(label, values, unit) for label, values in series if any(v is not None for v in values)
        ),
        lines=tuple(lines),
        labels=(*ticks, *horizontal_labels(places, xs), *_names(ends, right)),
        rules=rules,
    )


def _runs(values: Sequence[float | None]) -> list[list[int]]:
    """The places of values that follow each other without a gap."""
    runs: list[list[int]] = []
    for place, value in enumerate(values):
        if value is None:
            continue
        if runs and runs[-1][-1] == place - 1:
            runs[-1].append(place)
        else:
            runs.append([place])
    return runs


def _names(ends: Sequence[tuple[float, str, int]], right: float) -> tuple[PlotLabel, ...]:
    """The names beside the ends of their lines, pushed apart where they would cover each other."""
    labels, free = [], 0.0
    for y, label, number in sorted(ends, key=lambda end: (end[0], -end[2])):
        free = max(y + 4, free)
        labels.append(PlotLabel(right + 8, rounded(free), shortened(label)[:8], swatch=number))
        free += APART
    return tuple(labels)


def _series_summary(label: str, values: Sequence[float | None], unit: str) -> str:
    known = [value for value in values if value is not None]
    ends = f"from {number_text(known[0])} to {number_text(known[-1])}"
    return f"{label} {ends} {unit}, at most {number_text(max(known))}".replace("  ", " ")
