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
from scrubjay.cli.output import say, say_json, warn
from scrubjay.errors import UsageError
from scrubjay.identity.person.permit import Permit
from scrubjay.model.agent import AgentType, Caller
from scrubjay_agents.handoffs.far import FarAct, FarHandoff
from scrubjay_agents.handoffs.handoff import DEFAULT_TTL, Handoff
from scrubjay_agents.handoffs.moved import Moved
from scrubjay_agents.handoffs.text import in_full, moved_lines, one_line
from scrubjay_agents.handoffs.there import is_there
from scrubjay_agents.handoffs.there_text import far_line, far_lines, finished_there
from scrubjay_agents.services import AgentServices

app = application(no_args_is_help=True, help="Hand work over: list, show, create, accept, complete, reject, cancel.")

Id = Annotated[str, typer.Argument(metavar="ID", help="Id of the handoff, or its first digits.")]
Target = Annotated[
    str, typer.Option("--to", metavar="TARGET", help="any:TYPE, branch[:NAME], team[:MEMBER], or an agent's id.")
]
WEEK = int(DEFAULT_TTL.total_seconds())


@app.command(name="list")
def list_(
    ctx: typer.Context,
    limit: Annotated[int, typer.Option("--limit", min=1, max=200, help="Number of handoffs.")] = 20,
    as_json: AsJson = False,
) -> None:
    """List the handoffs of this project, the open ones first, and the team's. An agent sees those that concern it."""
    invocation = invoked(ctx)
    with open_workspace(invocation) as (_, workspace):
        caller = command_caller(invocation, workspace, writes=False)
        handoffs = AgentServices.of(workspace).handoffs.listed(caller, limit)
        AgentServices.of(workspace).handoffs.mark_shown(caller, [handoff for handoff, _ in handoffs])
        team = AgentServices.of(workspace).handoffs_there
        there, degraded = team.listed(caller, limit)
        called = team.called() if there.listed else ""
    if as_json:
        rows = [_object(handoff) | {"you": you} for handoff, you in handoffs]
        rows += [_far_object(far, called) for far in there.listed]
        say_json({"handoffs": rows} | ({"degraded": degraded} if degraded else {}))
        return
    if degraded:
        warn(degraded)
    for handoff, you in handoffs:
        say(f"[{you}] {one_line(handoff)}" if you else one_line(handoff))
    for far in there.listed:
        say(f"[{far.yours}] {far_line(far, called)}" if far.yours else far_line(far, called))
    if not handoffs and not there.listed:
        say("no handoffs; `scrubjay handoff create` leaves one")
    if caller.type is not AgentType.HUMAN:
        say(f"this ran as {caller.type}: it lists what that left, took or may take. A person at a terminal sees all")


@app.command()
def show(ctx: typer.Context, handoff: Id, as_json: AsJson = False) -> None:
    """Show a handoff and what moved since it was written."""
    invocation = invoked(ctx)
    with open_workspace(invocation) as (_, workspace):
        caller, team = command_caller(invocation, workspace, writes=False), AgentServices.of(workspace).handoffs_there
        if team.has(handoff):
            act = team.find(caller, handoff)
            _print_there(act, team.called(), team.moved_since(act), as_json=as_json)
            team.tell([act.far.handoff.id])
            return
        found = AgentServices.of(workspace).handoffs.find(caller, handoff)
        moved = AgentServices.of(workspace).handoffs.moved_since(found)
        AgentServices.of(workspace).handoffs.mark_shown(caller, [found])
    _print_handoff(found, moved, as_json=as_json)


@app.command()
def create(
    ctx: typer.Context,
    task: Annotated[str, typer.Argument(help="What is to be done.")] = "",
    to: Annotated[
        str, typer.Option("--to", metavar="TARGET", help="any:TYPE, branch[:NAME], team[:MEMBER], or an agent's id.")
    ] = "",
    again: Annotated[str, typer.Option("--from", metavar="ID", help="Leave an older handoff again.")] = "",
    completed: Annotated[list[str] | None, typer.Option(help="A finished step. Repeatable.")] = None,
    next_step: Annotated[list[str] | None, typer.Option(help="A next step. Repeatable.")] = None,
    blocked_on: Annotated[list[str] | None, typer.Option(help="What it waits for. Repeatable.")] = None,
    file: Annotated[list[str] | None, typer.Option(help="A relevant file. Repeatable.")] = None,
    memory: Annotated[list[str] | None, typer.Option(help="Id of a relevant memory. Repeatable.")] = None,
    ttl: Annotated[int, typer.Option("--ttl", help="Seconds until it expires.")] = WEEK,
    as_json: AsJson = False,
) -> None:
    """Leave work for an agent, for a person (any:human), for the team, or for whoever comes next on this branch."""
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
        if is_there(to) and not again:
            team = AgentServices.of(workspace).handoffs_there
            act = team.leave(team.prepare(caller, to, context, ttl))
            _record(home, invocation, caller, "hand over to the team", act.far.handoff.id)
            _print_there(act, team.called(), None, as_json=as_json)
            return
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
        caller, team = command_caller(invocation, workspace), AgentServices.of(workspace).handoffs_there
        if team.has(handoff):
            there = team.accept(caller, handoff)
            _print_there(there.act, team.called(), there.moved, as_json=as_json)
            return
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
        caller, team = command_caller(invocation, workspace), AgentServices.of(workspace).handoffs_there
        if team.has(handoff):
            act, _ = team.complete(caller, handoff, result, lease)
            if not as_json:
                say(finished_there(act, team.called()))
            _print_there(act, team.called(), None, as_json=as_json)
            return
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
        caller, team = command_caller(invocation, workspace), AgentServices.of(workspace).handoffs_there
        if team.has(handoff):
            _print_there(team.reject(caller, handoff, reason), team.called(), None, as_json=as_json)
            return
        refused = AgentServices.of(workspace).handoffs.reject(caller, handoff, reason)
    _print_handoff(refused, None, as_json=as_json)


@app.command()
def cancel(ctx: typer.Context, handoff: Id, as_json: AsJson = False) -> None:
    """Withdraw a handoff that you left; a person may withdraw any."""
    invocation = invoked(ctx)
    with open_workspace(invocation) as (home, workspace):
        caller, team = command_caller(invocation, workspace), AgentServices.of(workspace).handoffs_there
        if team.has(handoff):
            act = team.cancel(caller, handoff)
            _record(home, invocation, caller, "cancel handoff", act.far.handoff.id)
            _print_there(act, team.called(), None, as_json=as_json)
            return
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


def _print_there(act: "FarAct", called: str, moved: "Moved | None", *, as_json: bool) -> None:
    """Print a handoff of the team, and what has changed since, as text or JSON."""
    if as_json:
        more = {"late": act.late} | ({"moved": asdict(moved)} if moved is not None else {})
        say_json(_far_object(act.far, called) | more)
        return
    for line in (*far_lines(act.far, called), *(moved_lines(moved) if moved is not None else ())):
        say(line)


def _far_object(far: "FarHandoff", called: str) -> dict[str, Any]:
    """The JSON form of a handoff of the team."""
    kept = {"server": called, "you": far.yours, "repository": far.repository, "seconds": far.seconds}
    return _object(far.handoff) | kept


def _object(handoff: "Handoff") -> dict[str, Any]:
    """A handoff's JSON form."""
    return asdict(handoff)
