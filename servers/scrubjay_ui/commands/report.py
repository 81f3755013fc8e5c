"""`scrubjay report`: how a project stands, as one self-contained page or as JSON."""

import json
import subprocess
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from scrubjay.cli.care.doctor import doctor_request, settings_of
from scrubjay.cli.context import Invocation, invoked, open_workspace
from scrubjay.cli.files import Force, chosen
from scrubjay.cli.lazy import application
from scrubjay.cli.offered import require_extra
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say_json, warn
from scrubjay.cli.programs import command_of
from scrubjay.errors import ScrubjayError, UsageError
from scrubjay.operations.doctor.examine import examine
from scrubjay.storage.destination import write_output
from scrubjay_ui.report_values import ProjectReport
from scrubjay_ui.reporting import ReportRequest, report_of

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
    if html is not None:
        require_extra("ui", "The page")
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


def _gathered(invocation: Invocation, *, own: bool) -> ProjectReport:
    """The report, with the checks of `scrubjay doctor` that start no server."""
    settings, config = settings_of(invocation)
    checks = (config, *examine(doctor_request(invocation, settings, quick=True, recall=False)))
    with open_workspace(invocation) as (home, workspace):
        return report_of(home, workspace, ReportRequest(checks, own))


PATIENCE_S = 60


def page_of(values: Mapping[str, Any]) -> bytes:
    """The page as UTF-8. Raises ScrubjayError where it can't be made."""
    try:
        made = subprocess.run(
            command_of("scrubjay_ui.report"), input=json.dumps(values).encode(), capture_output=True,
            check=False, timeout=PATIENCE_S,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ScrubjayError(f"The page wasn't made ({type(error).__name__}). --json gives the values.") from error
    if made.returncode:
        why = made.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
        raise ScrubjayError(f"The page wasn't made: {why[:300]}. --json gives the values.")
    return made.stdout
