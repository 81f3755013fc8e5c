"""Rich output on a terminal: tables, and the screen of `scrubjay status`."""

import os
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from rich.console import Console, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table as RichTable
from rich.text import Text

from scrubjay.model.table import Table
from scrubjay.model.visible import visible

if TYPE_CHECKING:
    from scrubjay.model.check import WorktreeStatus

POLL_S = 0.5
BAR = 30


def draw_table(shown: Table) -> None:
    """Print a table whose cells may be shown."""
    table = RichTable(box=None, pad_edge=False, header_style="bold")
    for column in shown.columns:
        table.add_column(column, overflow="fold")
    for row in shown.rows:
        table.add_row(*(Text(cell) for cell in row))
    Console(no_color=bool(os.environ.get("NO_COLOR"))).print(table)


def draw(now: "Callable[[], WorktreeStatus]") -> None:
    """Print the screen once."""
    Console(highlight=False).print(drawn(now()))


def drawn(report: "WorktreeStatus") -> Group:
    """The screen for a terminal; what needs the user comes last, where the eye ends."""
    grid = RichTable.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(overflow="fold")
    grid.add_row("project", Text(visible(report.project)))
    for check in report.checks:
        value = Text(visible(str(check.found)), style="" if check.ok else "bold red")
        if check.do:
            value.append(f"  {visible(check.do)}", style="dim")
        grid.add_row(check.label, value)
        if check.name == "vectors" and report.share is not None and report.share < 1:
            grid.add_row("", ProgressBar(total=1.0, completed=report.share, width=BAR))
    for line in report.recent:
        grid.add_row("recent", Text(visible(line), style="dim"))
    healthy = Text("nothing needs your attention", style="green")
    needs = [Text(visible(f"! {line}"), style="yellow") for line in report.needs]
    return Group(Text(visible(report.title), style="bold"), grid, *(needs or [healthy]))


def live(now: "Callable[[], WorktreeStatus]") -> None:
    """Redraw the status screen until Ctrl-C, which is the normal end."""
    console = Console(highlight=False)
    try:
        with Live(drawn(now()), console=console, auto_refresh=False, transient=False) as live:
            while True:
                time.sleep(POLL_S)
                live.update(drawn(now()), refresh=True)
    finally:
        console.show_cursor()  # which Live hides, and leaves hidden where Ctrl-C comes before it stands
