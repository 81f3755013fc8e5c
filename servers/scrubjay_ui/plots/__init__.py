"""Plots as values: where each bar, line and label stands. `templates/plots.html` draws them, with their table."""

from scrubjay_ui.plots.columns import histogram, horizontal_bars, stacked_columns
from scrubjay_ui.plots.lines import line
from scrubjay_ui.plots.plot import Plot

__all__ = ["Plot", "histogram", "horizontal_bars", "line", "stacked_columns"]
