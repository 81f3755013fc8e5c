"""`scrubjay quarantine`: takes what an author, a session or an agent wrote out of every answer, and gives it back."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from scrubjay.cli.acts import confirm, permitted, record
from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json, table
from scrubjay.errors import UsageError
from scrubjay.model.counted import counted

if TYPE_CHECKING:
    from scrubjay.wiring.workspace import Workspace


app = application()

Who = Annotated[
    str,
    typer.Argument(metavar="WHO", help="An author, a session or an agent: its id, eight digits of it, or its client."),
]


@app.command()
def quarantine(
    ctx: typer.Context,
    who: Who = "",
    lift: Annotated[bool, typer.Option("--lift", help="Let what they wrote count again.")] = False,
    list_: Annotated[bool, typer.Option("--list", help="Show who is quarantined.")] = False,
    reason: Annotated[str, typer.Option("--reason", metavar="WHY", help="Kept with the quarantine.")] = "",
    as_json: AsJson = False,
) -> None:
    """Take everything that somebody wrote or shared out of every answer. Only a person may do this.

    Nothing is deleted: `--lift` gives it back. What it had replaced holds again, and what they write meanwhile is
    refused.
    """
    if list_ or not who:
        if who or lift or reason or not list_:
            raise UsageError(
                "Name an author, a session or an agent, or use --list alone. See `scrubjay quarantine --help`."
            )
        with open_workspace(invoked(ctx)) as (_, workspace):
            _print_list(workspace, as_json=as_json)
        return
    invocation = invoked(ctx)
    act = "lift a quarantine" if lift else "quarantine somebody"
    permit = permitted(invocation, act, f"scrubjay quarantine {who}{' --lift' if lift else ''}")
    with open_workspace(invocation) as (home, workspace):
        quarantines, actor = workspace.quarantine, workspace.settings.user_id
        if lift:
            who = quarantines.quarantined(who)
            confirm(permit, [f"Everything that {who} wrote will be in answers again."], "Lift the quarantine?")
            counts = quarantines.lift(who, actor)
        else:
            radius = quarantines.blast(who)
            who = radius.who
            lines = [f"{who} wrote {counted(len(radius.written), 'memory')}; no answer will have them."]
            confirm(permit, lines, "Quarantine?")
            counts = quarantines.impose(who, actor, reason)
        workspace.briefer.prepare()
        record(home, permit, "lift quarantine" if lift else "quarantine", who)
    outcome = "lifted" if lift else "quarantined"
    if as_json:
        say_json({"who": who, "outcome": outcome, **asdict(counts)})
        return
    changed = f"{counted(counts.replaced, 'memory')} that they had replaced {'ended' if lift else 'hold'} again"
    shared = f"{counted(counts.shared, 'memory')} of others {'back in pools' if lift else 'out of pools'}"
    parts = (counted(counts.memories, "memory"), changed if counts.replaced else "", shared if counts.shared else "")
    say(f"{who} {outcome}: {'; '.join(filter(None, parts))}")
    if not lift:
        say(f"next: `scrubjay blast {who}` shows what followed from it")


def _print_list(workspace: "Workspace", *, as_json: bool) -> None:
    listed = workspace.quarantine.listed()
    if as_json:
        rows = [
            {"who": one.who, "reason": one.reason, "by": one.actor, "at": one.at, "memories": one.memories}
            for one in listed
        ]
        say_json({"quarantines": rows})
    elif listed:
        rows_of_text = [(one.who, str(one.memories), one.at, one.actor, one.reason) for one in listed]
        table(("who", "memories", "since", "by", "reason"), rows_of_text)
    else:
        say("nobody is quarantined")
