"""`scrubjay handoff`: leaves work for an agent or a person, takes it, finishes it."""

from dataclasses import asdict
from typing import Annotated, Any

import typer

from scrubjay.app import App
from scrubjay.cli.acts import record
from scrubjay.cli.calling import command_caller
from scrubjay.cli.context import Invocation, invoked, open_workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json
from scrubjay.errors import UsageError
from scrubjay.identity.person.permit import Permit
from scrubjay.model.agent import AgentType, Caller
from scrubjay_agents.handoffs.handoff import DEFAULT_TTL, Handoff
from scrubjay_agents.handoffs.moved import Moved
from scrubjay_agents.handoffs.text import in_full, moved_lines, one_line
from scrubjay_agents.services import AgentServices

app = application(no_args_is_help=True, help="Hand work over: list, show, create, accept, complete, reject, cancel.")

Id = Annotated[str, typer.Argument(metavar="ID", help="Id of the handoff, or its first digits.")]
WEEK = int(DEFAULT_TTL.total_seconds())


@app.command(name="list")
def list_(
    ctx: typer.Context,
    limit: Annotated[int, typer.Option("--limit", min=1, max=200, help="Number of handoffs.")] = 20,
    as_json: AsJson = False,
) -> None:
    """List the handoffs of this project, those that are open first. An agent sees its own and those for it."""
    invocation = invoked(ctx)
    with open_workspace(invocation) as (_, workspace):
        caller = command_caller(invocation, workspace, writes=False)
        handoffs = AgentServices.of(workspace).handoffs.listed(caller, limit)
        AgentServices.of(workspace).handoffs.mark_shown(caller, [handoff for handoff, _ in handoffs])
    if as_json:
        say_json({"handoffs": [_object(handoff) | {"you": you} for handoff, you in handoffs]})
        return
    for handoff, you in handoffs:
        say(f"[{you}] {one_line(handoff)}" if you else one_line(handoff))
    if not handoffs:
        say("no handoffs; `scrubjay handoff create` leaves one")
    if caller.type is not AgentType.HUMAN:
        say(f"this ran as {caller.type}: it lists what that left, took or may take. A person at a terminal sees all")


@app.command()
def show(ctx: typer.Context, handoff: Id, as_json: AsJson = False) -> None:
    """Show a handoff and what moved since it was written."""
    invocation = invoked(ctx)
    with open_workspace(invocation) as (_, workspace):
        caller = command_caller(invocation, workspace, writes=False)
        found = AgentServices.of(workspace).handoffs.find(caller, handoff)
        moved = AgentServices.of(workspace).handoffs.moved_since(found)
        AgentServices.of(workspace).handoffs.mark_shown(caller, [found])
    _print_handoff(found, moved, as_json=as_json)


@app.command()
def create(
    ctx: typer.Context,
    task: Annotated[str, typer.Argument(help="What is to be done.")] = "",
    to: Annotated[str, typer.Option("--to", metavar="TARGET", help="any:TYPE, branch[:NAME], or an agent's id.")] = "",
    again: Annotated[str, typer.Option("--from", metavar="ID", help="Leave an older handoff again.")] = "",
    completed: Annotated[list[str] | None, typer.Option(help="A finished step. Repeatable.")] = None,
    next_step: Annotated[list[str] | None, typer.Option(help="A next step. Repeatable.")] = None,
    blocked_on: Annotated[list[str] | None, typer.Option(help="What it waits for. Repeatable.")] = None,
    file: Annotated[list[str] | None, typer.Option(help="A relevant file. Repeatable.")] = None,
    memory: Annotated[list[str] | None, typer.Option(help="Id of a relevant memory. Repeatable.")] = None,
    ttl: Annotated[int, typer.Option("--ttl", help="Seconds until it expires.")] = WEEK,
    as_json: AsJson = False,
) -> None:
    """Leave work for an agent, for a person (any:human), or for whoever comes next on this branch."""
    if bool(task) == bool(again):
        raise UsageError("Give either the task or --from ID.")
    invocation = invoked(ctx)
    state = {"completed": completed or [], "next_steps": next_step or [], "blocked_on": blocked_on or []}
    context = {
        "task_description": task,
        "current_state": state,
        "relevant_files": file or [],
        "relevant_memories": memory or [],
    }
    with open_workspace(invocation) as (home, workspace):
        caller, handoffs = command_caller(invocation, workspace), AgentServices.of(workspace).handoffs
        if again:
            left = handoffs.renew(caller, again, to, ttl)
        else:
            left = handoffs.initiate(caller, to or "branch", context, ttl)
        unseen = handoffs.waits_for(left)
        _record(home, invocation, caller, "hand over", left.id)
    _print_handoff(left, None, as_json=as_json)
    if unseen and not as_json:
        say(unseen)


@app.command()
def accept(ctx: typer.Context, handoff: Id, as_json: AsJson = False) -> None:
    """Take a handoff: its task becomes that of this branch."""
    invocation = invoked(ctx)
    with open_workspace(invocation) as (_, workspace):
        caller = command_caller(invocation, workspace)
        taken = AgentServices.of(workspace).handoffs.accept(caller, handoff)
    _print_handoff(taken.handoff, taken.moved, as_json=as_json)


@app.command()
def complete(
    ctx: typer.Context,
    handoff: Id,
    notes: Annotated[str, typer.Option("--notes", help="What came of it.")] = "",
    status: Annotated[str, typer.Option("--status", help="done, partial, failed.")] = "done",
    file: Annotated[list[str] | None, typer.Option(help="A modified file. Repeatable.")] = None,
    lease: Annotated[int, typer.Option("--lease", min=0, help="Number of the lease; 0: this session's.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Finish a handoff that you took. A result that comes too late is kept as a note."""
    invocation = invoked(ctx)
    result = {"status": status, "notes": notes, "files_modified": file or []}
    with open_workspace(invocation) as (_, workspace):
        caller = command_caller(invocation, workspace)
        done = AgentServices.of(workspace).handoffs.complete(caller, handoff, result, lease)
    if done.noted and not as_json:
        say("too late: the result is kept as a note")
    if done.repeated and not as_json:
        say("already there: nothing was changed")
    _print_handoff(done.handoff, None, as_json=as_json)


@app.command()
def reject(
    ctx: typer.Context,
    handoff: Id,
    reason: Annotated[str, typer.Argument(help="Why, in a sentence.")],
    as_json: AsJson = False,
) -> None:
    """Refuse a handoff that waits for you, or give back one that you took; its sender is told."""
    invocation = invoked(ctx)
    with open_workspace(invocation) as (_, workspace):
        caller = command_caller(invocation, workspace)
        refused = AgentServices.of(workspace).handoffs.reject(caller, handoff, reason)
    _print_handoff(refused, None, as_json=as_json)


@app.command()
def cancel(ctx: typer.Context, handoff: Id, as_json: AsJson = False) -> None:
    """Withdraw a handoff that you left; a person may withdraw any."""
    invocation = invoked(ctx)
    with open_workspace(invocation) as (home, workspace):
        caller = command_caller(invocation, workspace)
        withdrawn = AgentServices.of(workspace).handoffs.cancel(caller, handoff)
        _record(home, invocation, caller, "cancel handoff", withdrawn.id)
    _print_handoff(withdrawn, None, as_json=as_json)


def _record(home: "App", invocation: "Invocation", caller: "Caller", action: str, id: str) -> None:
    """Record a person's act on a handoff in the user's own audit chain; an agent's acts are in the project's."""
    if caller.type is AgentType.HUMAN:
        record(home, Permit.of(invocation.facts), action, id)


def _print_handoff(handoff: "Handoff", moved: "Moved | None", *, as_json: bool) -> None:
    """Print a handoff, and what has changed since, as text or JSON."""
    if as_json:
        say_json(_object(handoff) | ({"moved": asdict(moved)} if moved is not None else {}))
        return
    for line in in_full(handoff):
        say(line)
    for line in moved_lines(moved) if moved is not None else ():
        say(line)


def _object(handoff: "Handoff") -> dict[str, Any]:
    """A handoff's JSON form."""
    return asdict(handoff)
