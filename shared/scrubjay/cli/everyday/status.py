"""`scrubjay status`: what is indexed here, and what is behind."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsChecks
from scrubjay.cli.output import in_colour, on_terminal, read_by_somebody, say, say_json
from scrubjay.errors import ScrubjayError, UsageError
from scrubjay.model.visible import visible

if TYPE_CHECKING:
    from rich.console import Group

    from scrubjay.app import Workspace
    from scrubjay.cli.context import Invocation
    from scrubjay.cli.everyday.look import WorktreeStatus


app = application()

POLL_S = 0.5
BAR = 30


@app.command()
def status(
    ctx: typer.Context,
    watch: Annotated[
        bool, typer.Option("--watch", help="Update until Ctrl-C; in a pipe until the worker has finished.")
    ] = False,
    as_json: AsChecks = False,
) -> None:
    """Show what is indexed of this worktree: documents, vectors, secrets, skipped files, and what is behind."""
    from scrubjay.cli.everyday.look import worktree_status
    from scrubjay.operations.doctor.check import as_object

    if watch and as_json:
        raise UsageError("Give either --watch or --json.")
    invocation = invoked(ctx)
    with open_workspace(invocation) as (home, workspace):

        def now() -> "WorktreeStatus":
            return worktree_status(home, workspace, _notices(invocation, workspace))

        if as_json:
            report = now()
            say_json(as_object(report.checks) | {"needs": report.needs})
        elif watch:
            (_live if on_terminal() else _lines)(now)
        elif in_colour():
            from rich.console import Console

            Console(highlight=False).print(drawn(now()))
        else:
            _plain(now())


def _notices(invocation: "Invocation", workspace: "Workspace") -> tuple[str, ...]:
    """What waits for whoever asks, such as handoffs; nobody is looked for where nothing does."""
    from scrubjay.cli.calling import command_caller

    try:
        return tuple(
            line
            for notices in workspace.provided("caller_notice")
            for line in notices(workspace, lambda: command_caller(invocation, workspace, writes=False))
        )
    except ScrubjayError:
        return ()  # a home that can't be written, where nobody can be noted as a caller


def _plain(report: "WorktreeStatus") -> None:
    say(f"{report.title} · project {report.project}")
    width = max(len(check.label) for check in report.checks)
    for check in report.checks:
        say(f"{check.label:<{width}}  {check.found}" + (f": {check.do}" if check.do else ""))
    for name, lines in (("recent", report.recent), ("needs you", report.needs)):
        for line in lines:
            say(f"{name:<{width}}  {line}")


def drawn(report: "WorktreeStatus") -> "Group":
    """The screen for a terminal; what needs the user comes last, where the eye ends."""
    from rich.console import Group
    from rich.progress_bar import ProgressBar
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=(0, 2))
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


def _live(now: "Callable[[], WorktreeStatus]") -> None:
    """The same screen, drawn again until Ctrl-C, which ends it as the user meant."""
    from rich.console import Console
    from rich.live import Live

    console = Console(highlight=False)
    try:
        with Live(drawn(now()), console=console, auto_refresh=False, transient=False) as live:
            while True:
                time.sleep(POLL_S)
                live.update(drawn(now()), refresh=True)
    finally:
        console.show_cursor()  # which Live hides, and leaves hidden where Ctrl-C comes before it stands


def _lines(now: "Callable[[], WorktreeStatus]") -> None:
    """A line whenever something has changed; the end comes with the end of the work, or with the reader's."""
    last = ""
    idle = 0
    while idle < 2 and read_by_somebody():  # a worker that has just been started takes its lock a moment later
        report = now()
        line = "; ".join(f"{check.label}: {check.found}" for check in report.checks if check.name in _FOLLOWED)
        if line != last:
            say(line)
            last = line
        idle = 0 if report.busy else idle + 1
        if idle < 2:
            time.sleep(POLL_S)


_FOLLOWED = ("index", "vectors", "queue")
