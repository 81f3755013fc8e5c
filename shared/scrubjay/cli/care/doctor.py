"""`scrubjay doctor`: runs the checks, prints problems first, and repairs where asked to."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Annotated

import typer

from scrubjay.cli.context import Invocation, invoked
from scrubjay.cli.lazy import VERBOSE_KEY, application
from scrubjay.cli.options import AsChecks
from scrubjay.cli.output import say, say_json
from scrubjay.cli.programs import caller
from scrubjay.cli.setup.steps import launch, site_of
from scrubjay.errors import ConfigError
from scrubjay.model.check import Check
from scrubjay.operations.doctor.check import as_object
from scrubjay.operations.doctor.examine import DoctorRequest, examine
from scrubjay.operations.doctor.repair import repair as repair_home
from scrubjay.settings.home import home_folder
from scrubjay.settings.schema import Settings

PROBLEM, NOTE, FINE = "problem", "note", "ok"


def finding_lines(checks: "Sequence[Check]", *, every: bool = False) -> Iterator[str]:
    """A line for each problem and note, with what to do below it; for those that are fine only with `every`."""
    ranked = sorted(checks, key=lambda check: (PROBLEM, NOTE, FINE).index(_severity(check)))
    fine = [check for check in ranked if _severity(check) == FINE]
    listed = ranked if every else ranked[: len(ranked) - len(fine)]
    width = max((len(check.label) for check in listed), default=0)
    for check in listed:
        yield f"{_severity(check):<{len(PROBLEM)}}  {check.label:<{width}}  {check.found}"
        if check.do:
            yield f"{'':<{len(PROBLEM) + width + 4}}{'→' if check.ok else 'do:'} {check.do}"
    if fine and not every:
        other = "other " if listed else ""
        noun, them = ("check is", "it") if len(fine) == 1 else ("checks are", "them")
        yield f"{len(fine)} {other}{noun} fine; `scrubjay doctor --all` lists {them}"


def _severity(check: "Check") -> str:
    if not check.ok:
        return PROBLEM
    return NOTE if check.do else FINE


app = application()


@app.command()
def doctor(
    ctx: typer.Context,
    every: Annotated[bool, typer.Option("--all", help="List every check, also those that are fine.")] = False,
    repair: Annotated[
        bool, typer.Option("--repair", help="Move damaged files aside, keep every readable row, rebuild the rest.")
    ] = False,
    recall: Annotated[
        bool, typer.Option("--recall", help="Compare the vector index with an exact search, on a sample.")
    ] = False,
    quick: Annotated[bool, typer.Option("--quick", help="Skip checks that start subprocesses.")] = False,
    as_json: AsChecks = False,
) -> None:
    """Check SQLite, git, the model, the home, the databases, the hooks and the index.

    Problems come first, each with what to do. Exit code 1 when there is one.
    """
    invocation = invoked(ctx)
    settings, config = settings_of(invocation)
    request = doctor_request(invocation, settings, quick=quick, recall=recall)
    if repair:
        for line in repair_home(request):
            if not as_json:
                say(f"repaired: {line}")
    checks = [config, *examine(request)]
    if as_json:
        say_json(as_object(checks))
    else:
        for line in finding_lines(checks, every=every or ctx.meta.get(VERBOSE_KEY, False)):
            say(line)
    if not all(check.ok for check in checks):
        raise typer.Exit(1)


def doctor_request(invocation: Invocation, settings: "Settings", *, quick: bool, recall: bool) -> "DoctorRequest":
    """What the checks are asked for here."""
    return DoctorRequest(
        settings=settings,
        folder=invocation.folder,
        account=invocation.account,
        git=invocation.git,
        caller=caller(settings.home),
        launch=launch(settings),
        site=partial(site_of, invocation, settings),
        wake=invocation.wake,
        quick=quick,
        recall=recall,
    )


def settings_of(invocation: Invocation) -> "tuple[Settings, Check]":
    """The settings with the check of them; where they can't be read, the default ones."""
    try:
        settings = invocation.settings
    except ConfigError as error:
        do = "correct the line; the other checks use default settings"
        return Settings(home=home_folder(invocation.environment)), Check("config", False, str(error), "valid", do)
    return settings, Check("config", True, f"{settings.home / 'config.yaml'}", "valid")
