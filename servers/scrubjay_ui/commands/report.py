"""`scrubjay report`: how a project stands, as one self-contained page or as JSON."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scrubjay.cli.context import Invocation, invoked, open_workspace
from scrubjay.cli.files import Force, chosen
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say_json, warn
from scrubjay.errors import UsageError

if TYPE_CHECKING:
    from scrubjay_ui.reporting import ProjectReport

app = application()

STDOUT = Path("-")


@app.command()
def report(
    ctx: typer.Context,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write one page without scripts; `-` is stdout.")
    ] = None,
    own: Annotated[bool, typer.Option("--own", help="Tell your own memories (scope user), too.")] = False,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Write how a project stands: what is indexed, memories by grade, what fell, what waits, decisions, health.

    The page needs nothing else: it can be sent, or kept by CI. Secrets are masked; of claims that wait for a person it
    has the ids and not the words.
    """
    from dataclasses import asdict

    from scrubjay.cli.extras import need
    from scrubjay.storage.destination import write_output
    from scrubjay_ui.commands.report_page import page_of

    if html is not None:
        need("ui", "The page")
    if html is None and not as_json:
        raise UsageError("Give --html FILE, --json, or both. See `scrubjay report --help`.")
    if html == STDOUT and as_json:
        raise UsageError("Both would go to stdout. Give --html a file.")
    place = None if html in (None, STDOUT) else chosen(html, force=force)
    values = asdict(_gathered(invoked(ctx), own=own))
    if html is not None:
        page = page_of(values)
        if place is None:
            typer.echo(page, nl=False)
        else:
            write_output(place, page)
            warn(f"written to {html}")
    if as_json:
        say_json(values)


def _gathered(invocation: Invocation, *, own: bool) -> "ProjectReport":
    """The report, with the checks of `scrubjay doctor` that start no server."""
    from scrubjay.cli.care.doctor import doctor_request, settings_of
    from scrubjay.operations.doctor.examine import examine
    from scrubjay_ui.reporting import ReportRequest, report_of

    settings, config = settings_of(invocation)
    checks = (config, *examine(doctor_request(invocation, settings, quick=True, recall=False)))
    with open_workspace(invocation) as (home, workspace):
        return report_of(home, workspace, ReportRequest(checks, own))
