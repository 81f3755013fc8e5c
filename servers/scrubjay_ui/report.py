"""`python -m scrubjay_ui.report`: a report's values as JSON on stdin become a page of HTML on stdout."""

import base64
import hashlib
import json
import sys
from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from scrubjay_ui.plot import Plot
from scrubjay_ui.plots import stacked_columns
from scrubjay_ui.rendering import LOOK, templates


def memories_plot(report: Mapping[str, Any]) -> Plot:
    """The plot of memories: a column for each kind, whose parts are the grades."""
    memories = report["memories"]
    return stacked_columns(
        name="memories",
        title="Memories by kind and grade",
        of="kind",
        series=tuple(one["name"] for one in memories["grades"]),
        columns=[(kind["kind"], [one["count"] for one in kind["grades"]]) for kind in memories["kinds"]],
    )


def sessions_plot(report: Mapping[str, Any]) -> Plot:
    """The plot of sessions: a column for each of the last days."""
    return stacked_columns(
        name="sessions",
        title="Sessions that worked here, by day",
        of="day",
        series=("sessions",),
        columns=[(one["name"], [one["count"]]) for one in report["sessions"]],
    )


def report_page(values: Mapping[str, Any]) -> str:
    """The report as one page of HTML: its styles are within, nothing is fetched, no script may run."""
    style = (LOOK / "style.css").read_text(encoding="utf-8")
    if "</" in style:
        raise ValueError("style.css holds `</`, which would end the page's style. Install scrubjay again.")
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    return (
        templates()
        .get_template("report/page.html")
        .render(
            report=values,
            style=Markup(style),  # noqa: S704 - a file of this package, no data; escaped it would have another digest
            policy=policy,
            memories=memories_plot(values),
            sessions=sessions_plot(values),
        )
    )


def main() -> None:
    """Read a report's values from stdin, render the page, write it to stdout."""
    page = report_page(json.load(sys.stdin))
    sys.stdout.buffer.write(page.encode("utf-8", "replace"))


if __name__ == "__main__":
    main()
