"""Are the git hooks in place?"""

from dataclasses import asdict

import typer

from scrubjay.cli.context import here, workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json, table

app = application(no_args_is_help=True, help="Install, remove or show the git hooks.")


@app.command()
def install(ctx: typer.Context) -> None:
    """Put scrubjay's block into this clone's hooks.

    Its worktrees share them. A second time nothing changes.
    """
    from scrubjay.cli.setup import caller
    from scrubjay.githooks.install import install as put
    from scrubjay.guest import Receipt
    from scrubjay.launching import record, running

    with workspace(here(ctx)) as (_, at):
        receipt = Receipt.of(at.project.folder)
        guarded = record.put(record.plan(at.settings.home, running(), at.git.environment), receipt)
        plan = put(at.git, at.repository, caller(at.settings.home), receipt)
    for change in (*guarded, *plan.changes):
        say(f"done: {change.what}")
    for note in plan.notes:
        say(f"left alone: {note}")
    if not plan.changes and not plan.notes:
        say(f"nothing to do: the hooks in {plan.folder} are in place")


@app.command()
def uninstall(ctx: typer.Context) -> None:
    """Take this home's block out of the hooks.

    Every file comes back byte for byte, but for the blocks of other homes.
    """
    from scrubjay.cli.setup import caller
    from scrubjay.githooks.install import uninstall as take
    from scrubjay.guest import Receipt

    with workspace(here(ctx)) as (_, at):
        plan = take(at.git, at.repository, caller(at.settings.home).owner, Receipt.of(at.project.folder))
    for change in plan.changes:
        say(f"done: {change.what}")
    for note in plan.notes:
        say(f"left alone: {note}")
    if not plan.changes and not plan.notes:
        say("nothing to do: no hook has scrubjay's block")


@app.command()
def status(ctx: typer.Context, as_json: AsJson = False) -> None:
    """Show how each hook stands. Exit code 1 when one of them doesn't reach scrubjay."""
    from scrubjay.cli.setup import caller
    from scrubjay.githooks.install import status as states

    with workspace(here(ctx)) as (_, at):
        found = states(at.git, at.repository, caller(at.settings.home))
    if as_json:
        say_json({"hooks": [asdict(state) for state in found]})
    else:
        table(("hook", "state", "where or why"), [(state.event, state.state, state.note) for state in found])
    if any(state.state != "installed" for state in found):
        raise typer.Exit(1)
