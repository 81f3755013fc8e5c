"""`scrubjay checkpoint`: creates, lists and restores checkpoints of all memories."""

from typing import Annotated

import typer

from scrubjay.cli.acts import confirm, permitted, record
from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson, Scope, checked_scope
from scrubjay.cli.output import say, say_json, table
from scrubjay.model.counted import counted

app = application(no_args_is_help=True, help="Create, list or restore checkpoints of all memories.")


@app.command()
def create(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(help="Name of the new checkpoint.")],
    scope: Scope = "project",
    as_json: AsJson = False,
) -> None:
    """Create a checkpoint of all memories as they are now."""
    with open_workspace(invoked(ctx)) as (_, workspace):
        workspace.memory_archive.create_checkpoint(checked_scope(scope), name, workspace.settings.user_id)
    if as_json:
        say_json({"name": name, "outcome": "created"})
    else:
        say(f"checkpoint {name} created")


@app.command(name="list")
def list_(
    ctx: typer.Context,
    scope: Scope = "project",
    as_json: AsJson = False,
) -> None:
    """List the checkpoints, newest first."""
    with open_workspace(invoked(ctx)) as (_, workspace):
        checkpoints = workspace.memory_archive.checkpoints(checked_scope(scope))
    if as_json:
        say_json(
            {
                "checkpoints": [
                    {"name": c.name, "at": c.created_at, "by": c.actor, "later": c.later} for c in checkpoints
                ]
            }
        )
    elif checkpoints:
        table(
            ("name", "time", "author", "changes since"),
            [(c.name, c.created_at, c.actor, str(c.later)) for c in checkpoints],
        )
    else:
        say("no checkpoints; `scrubjay checkpoint create NAME` creates one")


@app.command()
def restore(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(help="Name of the checkpoint.")],
    scope: Scope = "project",
    as_json: AsJson = False,
) -> None:
    """Restore all memories to a checkpoint. Only a person may do this.

    Later memories are withdrawn, with this reason in their history; nothing is deleted.
    """
    invocation = invoked(ctx)
    permit = permitted(invocation, "restore a checkpoint", f"scrubjay checkpoint restore {name} --scope {scope}")
    with open_workspace(invocation) as (home, workspace):
        (later,) = [
            checkpoint.later
            for checkpoint in workspace.memory_archive.checkpoints(checked_scope(scope))
            if checkpoint.name == name
        ] or (0,)
        confirm(permit, [f"{name}: {counted(later, 'change')} since then will be undone."], "Restore it?")
        changed, withdrawn = workspace.memory_archive.restore(checked_scope(scope), name, workspace.settings.user_id)
        record(home, permit, "restore checkpoint", name)
    if as_json:
        say_json({"name": name, "outcome": "restored", "changed": changed, "withdrawn": withdrawn})
        return
    gone = counted(withdrawn, "later memory")
    say(f"checkpoint {name} restored: {counted(changed, 'memory')} restored, {gone} withdrawn")
