"""Where did the memories stand, and shall they stand there again?"""

from typing import Annotated

import typer

from scrubjay.cli.acts import confirm, permitted, record
from scrubjay.cli.context import here, workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson, Scope, checked_scope
from scrubjay.cli.output import say, say_json, table
from scrubjay.model.counted import counted

app = application(no_args_is_help=True, help="Note where the memories stand, or roll them back.")


@app.command()
def create(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(help="What to call it.")],
    scope: Scope = "project",
    as_json: AsJson = False,
) -> None:
    """Note where the memories stand now."""
    with workspace(here(ctx)) as (_, at):
        at.archive.create_checkpoint(checked_scope(scope), name, at.settings.user_id)
    if as_json:
        say_json({"name": name, "outcome": "created"})
    else:
        say(f"checkpoint {name} made")


@app.command(name="list")
def list_(
    ctx: typer.Context,
    scope: Scope = "project",
    as_json: AsJson = False,
) -> None:
    """Show the checkpoints, newest first."""
    with workspace(here(ctx)) as (_, at):
        found = at.archive.checkpoints(checked_scope(scope))
    if as_json:
        say_json({"checkpoints": [{"name": c.name, "at": c.at, "by": c.actor, "later": c.later} for c in found]})
    elif found:
        table(("name", "at", "by", "changes since"), [(c.name, c.at, c.actor, str(c.later)) for c in found])
    else:
        say("no checkpoints; `scrubjay checkpoint create NAME` makes one")


@app.command()
def restore(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(help="A checkpoint.")],
    scope: Scope = "project",
    as_json: AsJson = False,
) -> None:
    """Believe again what was believed then. Only a person may.

    Later memories are withdrawn with that reason, not lost.
    """
    caller = here(ctx)
    who = permitted(caller, "restore a checkpoint", f"scrubjay checkpoint restore {name} --scope {scope}")
    with workspace(caller) as (home, at):
        (later,) = [one.later for one in at.archive.checkpoints(checked_scope(scope)) if one.name == name] or (0,)
        confirm(who, [f"{name}: {counted(later, 'change')} since then will be taken back."], "Restore it?")
        changed, withdrawn = at.archive.restore(checked_scope(scope), name, at.settings.user_id)
        record(home, who, "restore checkpoint", name)
    if as_json:
        say_json({"name": name, "outcome": "restored", "changed": changed, "withdrawn": withdrawn})
        return
    gone = counted(withdrawn, "later one")
    say(f"checkpoint {name} restored: {counted(changed, 'memory')} as they were, {gone} withdrawn")
