"""`scrubjay status`: what is indexed here, and what is behind."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from scrubjay.cli.calling import command_caller
from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.everyday.look import worktree_status
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsChecks
from scrubjay.cli.output import in_colour, on_terminal, read_by_somebody, say, say_json
from scrubjay.errors import ScrubjayError, UsageError
from scrubjay.model.check import WorktreeStatus
from scrubjay.operations.doctor.check import as_object

if TYPE_CHECKING:
    from scrubjay.app import Workspace
    from scrubjay.cli.context import Invocation


app = application()

POLL_S = 0.5


@app.command()
def status(
    ctx: typer.Context,
    watch: Annotated[
        bool, typer.Option("--watch", help="Update until Ctrl-C; in a pipe until the worker has finished.")
    ] = False,
    as_json: AsChecks = False,
) -> None:
    """Show what is indexed of this worktree: documents, vectors, secrets, skipped files, and what is behind."""
    if watch and as_json:
        raise UsageError("Give either --watch or --json.")
    invocation = invoked(ctx)
    with open_workspace(invocation) as (home, workspace):

        def now() -> WorktreeStatus:
            return worktree_status(home, workspace, _notices(invocation, workspace))

        if as_json:
            report = now()
            say_json(as_object(report.checks) | {"needs": report.needs})
        elif watch and not on_terminal():
            _print_changes(now)
        elif watch or in_colour():
            from scrubjay.cli.screen import draw, live  # Rich costs more than all the rest

            (live if watch else draw)(now)
        else:
            _print_plain(now())


def _notices(invocation: "Invocation", workspace: "Workspace") -> tuple[str, ...]:
    """The lines on what waits for whoever asks, such as handoffs; nobody is looked for where nothing waits."""
    try:
        return tuple(
            line
            for notices in workspace.provided("caller_notice")
            for line in notices(workspace, lambda: command_caller(invocation, workspace, writes=False))
        )
    except ScrubjayError:
        return ()  # a home that can't be written, where nobody can be noted as a caller


def _print_plain(report: WorktreeStatus) -> None:
    say(f"{report.title} · project {report.project}")
    width = max(len(check.label) for check in report.checks)
    for check in report.checks:
        say(f"{check.label:<{width}}  {check.found}" + (f": {check.do}" if check.do else ""))
    for name, lines in (("recent", report.recent), ("needs you", report.needs)):
        for line in lines:
            say(f"{name:<{width}}  {line}")


def _print_changes(now: "Callable[[], WorktreeStatus]") -> None:
    """Print a line whenever the status has changed, until the work has ended or nobody reads any more."""
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
