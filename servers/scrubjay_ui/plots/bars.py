"""Horizontal bars, each with its name and its number. Pure."""

from collections.abc import Sequence

from scrubjay_ui.plots.plot import WIDTH, Plot, PlotBar, PlotLabel, at, shortened
from scrubjay_ui.plots.scale import number_text, whole_text

ROW = 26
START = 132
END = 380
MOST = 12
"""Bars at most; the rest are added up as the last."""


def horizontal_bars(
    *, name: str, title: str, of: str, what: str, items: Sequence[tuple[str, float]], series: int = 1
) -> Plot:
    """A bar for each item, in the order given."""
    header = (of.capitalize(), what)
    table = tuple((label, whole_text(value)) for label, value in items)
    if not any(value > 0 for _, value in items):
        return Plot(name=name, title=title, summary="", header=header, rows=table)
    shown = list(items[:MOST])
    if len(items) > MOST:
        shown[MOST - 1 :] = [("others", sum(value for _, value in items[MOST - 1 :]))]
    most = max(value for _, value in shown)
    bars, labels = [], []
    for number, (label, value) in enumerate(shown):
        width, y = (END - START) * max(0.0, value) / most, number * ROW + 4
        bars.append(PlotBar(START, y, at(width), ROW - 8, series, f"{label}, {what}: {number_text(value)}"))
        labels += [
            PlotLabel(START - 8, y + 13, shortened(label), "end"),
            PlotLabel(at(START + width + 6), y + 13, number_text(value)),
        ]
    return Plot(
        name=name,
        title=title,
        summary=", ".join(f"{label} {number_text(value)}" for label, value in shown),
        header=header,
        rows=table,
        bars=tuple(bars),
        labels=tuple(labels),
        height=len(shown) * ROW + 4,
        width=WIDTH,
    )
