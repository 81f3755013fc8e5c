"""`scrubjay hooks`: installs, removes and shows the git hooks."""

from dataclasses import asdict

import typer

from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json, table
from scrubjay.cli.programs import caller
from scrubjay.integrations.edits import Receipt
from scrubjay.integrations.git_hooks.install import install as put
from scrubjay.integrations.git_hooks.install import status as states
from scrubjay.integrations.git_hooks.install import uninstall as take
from scrubjay.integrations.launching import record
from scrubjay.integrations.launching.launcher import running_launcher

app = application(no_args_is_help=True, help="Install, remove or show the git hooks.")


@app.command()
def install(ctx: typer.Context) -> None:
    """Install scrubjay's block in this clone's hooks, which all its worktrees share. Repeating it changes nothing."""
    with open_workspace(invoked(ctx)) as (_, workspace):
        receipt = Receipt.of(workspace.project.folder)
        guarded = record.write_launcher(
            record.plan(workspace.settings.home, running_launcher(), workspace.git.environment), receipt
        )
        plan = put(workspace.git, workspace.repository, caller(workspace.settings.home), receipt)
    for change in (*guarded, *plan.changes):
        say(f"done: {change.description}")
    for note in plan.notes:
        say(f"left unchanged: {note}")
    if not plan.changes and not plan.notes:
        say(f"nothing to do: the hooks in {plan.folder} are installed")


@app.command()
def uninstall(ctx: typer.Context) -> None:
    """Remove this home's block from the hooks.

    Every file becomes what it was, byte for byte, except for the blocks of other homes.
    """
    with open_workspace(invoked(ctx)) as (_, workspace):
        plan = take(
            workspace.git,
            workspace.repository,
            caller(workspace.settings.home).owner,
            Receipt.of(workspace.project.folder),
        )
    for change in plan.changes:
        say(f"done: {change.description}")
    for note in plan.notes:
        say(f"left unchanged: {note}")
    if not plan.changes and not plan.notes:
        say("nothing to do: no hook contains scrubjay's block")


@app.command()
def status(ctx: typer.Context, as_json: AsJson = False) -> None:
    """Show the state of each hook. Exit code 1 when one of them doesn't call scrubjay."""
    with open_workspace(invoked(ctx)) as (_, workspace):
        rows = states(workspace.git, workspace.repository, caller(workspace.settings.home))
    if as_json:
        say_json({"hooks": [asdict(state) for state in rows]})
    else:
        table(("hook", "state", "file or reason"), [(state.event, state.state, state.note) for state in rows])
    if any(state.state != "installed" for state in rows):
        raise typer.Exit(1)
