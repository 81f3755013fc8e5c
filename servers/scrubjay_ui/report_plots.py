"""The plots of a report: memories by kind and grade, and sessions by day. Pure."""

from collections.abc import Mapping
from typing import Any

from scrubjay_ui.plots import Plot, stacked_columns


def memories_plot(report: Mapping[str, Any]) -> Plot:
    """A column for each kind, of as many parts as there are grades."""
    memories = report["memories"]
    return stacked_columns(
        name="memories",
        title="Memories by kind and grade",
        of="kind",
        series=tuple(one["name"] for one in memories["grades"]),
        columns=[(kind["kind"], [one["count"] for one in kind["grades"]]) for kind in memories["kinds"]],
    )


def sessions_plot(report: Mapping[str, Any]) -> Plot:
    """A column for each of the last days."""
    return stacked_columns(
        name="sessions",
        title="Sessions that worked here, by day",
        of="day",
        series=("sessions",),
        columns=[(one["name"], [one["count"]]) for one in report["sessions"]],
    )
