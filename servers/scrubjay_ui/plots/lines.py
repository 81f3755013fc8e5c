"""Lines over time, each with its name at its end. Pure."""

from collections.abc import Sequence

from scrubjay_ui.plots.plot import (
    LEFT,
    RIGHT,
    SERIES,
    Plot,
    PlotLabel,
    PlotLine,
    at,
    axis,
    height_of,
    horizontal_labels,
    number_text,
    shortened,
    vertical_ticks,
    whole_text,
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
    if not known:
        return Plot(name=name, title=title, summary="", header=header, rows=table)
    scale = axis(max(known), whole=False)
    right = RIGHT - NAMES
    step = (right - LEFT) / max(1, len(places) - 1)
    xs = [at(LEFT + number * step) if len(places) > 1 else at((LEFT + right) / 2) for number in range(len(places))]
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
    return Plot(
        name=name,
        title=title,
        summary="; ".join(_told(label, values, unit) for label, values in series if any(v is not None for v in values)),
        header=header,
        rows=table,
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
        labels.append(PlotLabel(right + 8, at(free), shortened(label)[:8], swatch=number))
        free += APART
    return tuple(labels)


def _told(label: str, values: Sequence[float | None], unit: str) -> str:
    known = [value for value in values if value is not None]
    ends = f"from {number_text(known[0])} to {number_text(known[-1])}"
    return f"{label} {ends} {unit}, at most {number_text(max(known))}".replace("  ", " ")
