"""Is everything healthy, and what is to be done where it isn't?"""

from typing import Annotated

import typer

from scrubjay.cli.context import here
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsChecks
from scrubjay.cli.output import say, say_json

app = application()


@app.command()
def doctor(
    ctx: typer.Context,
    repair: Annotated[
        bool, typer.Option("--repair", help="Set damaged files aside, keep what can be read, rebuild the rest.")
    ] = False,
    recall: Annotated[
        bool, typer.Option("--recall", help="Compare the vector index with an exact search, on a sample.")
    ] = False,
    quick: Annotated[bool, typer.Option("--quick", help="Leave out what starts servers and other Pythons.")] = False,
    as_json: AsChecks = False,
) -> None:
    """Check SQLite, git, the model, the home, the databases, the hooks and the knowledge. Exit code 1 if unhealthy."""
    from scrubjay.cli.setup import caller, launch
    from scrubjay.doctor.check import Check, as_object
    from scrubjay.doctor.examine import Patient, examine
    from scrubjay.doctor.repair import repair as mend
    from scrubjay.errors import ConfigError
    from scrubjay.settings import Settings, home_folder

    at = here(ctx)
    checks: list[Check] = []
    try:
        settings = at.settings
        checks.append(Check("config", True, f"{settings.home / 'config.yaml'}", "valid"))
    except ConfigError as error:
        settings = Settings(home=home_folder(at.environment))
        checks.append(
            Check("config", False, str(error), "valid", "correct the line; the rest is checked with defaults")
        )
    patient = Patient(
        settings, at.folder, at.account, at.git, caller(settings.home), launch(settings), at.wake, quick, recall
    )
    if repair:
        for line in mend(patient):
            if not as_json:
                say(f"repaired: {line}")
    checks += examine(patient)
    if as_json:
        say_json(as_object(checks))
    else:
        width = max(len(check.name) for check in checks)
        for check in checks:
            say(f"{'ok ' if check.ok else 'BAD'}  {check.name:<{width}}  {check.found}")
            if check.do:
                say(f"{'':<{width + 5}}  {'→' if check.ok else 'do:'} {check.do}")
    if not all(check.ok for check in checks):
        raise typer.Exit(1)
