"""`scrubjay agents`: lists, registers and forgets agents of this project, and what has ended."""

from typing import Annotated, Any

import typer

from scrubjay.cli.calling import command_caller
from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json, table
from scrubjay.errors import UsageError
from scrubjay.identity.agents.calling import parse_type
from scrubjay.identity.agents.registry import Agent
from scrubjay.model.agent import Capability
from scrubjay.model.counted import counted
from scrubjay_agents.services import AgentServices

app = application(no_args_is_help=True, help="List, register or forget agents, and clean up what has ended.")


@app.command(name="list")
def list_(ctx: typer.Context, as_json: AsJson = False) -> None:
    """List the agents of this project."""
    invocation = invoked(ctx)
    with open_workspace(invocation) as (_, workspace):
        caller = command_caller(invocation, workspace, writes=False)
        agents = AgentServices.of(workspace).agent_directory.of_user(caller).agents
    if as_json:
        say_json({"agents": [_object(agent) for agent in agents]})
        return
    columns = ("id", "agent", "last seen", "capabilities")
    table(columns, [(a.id, a.label, a.seen_at or "-", " ".join(sorted(a.capabilities))) for a in agents])


@app.command()
def register(
    ctx: typer.Context,
    agent_type: Annotated[str, typer.Argument(metavar="TYPE", help="Type of the agent, such as codex.")],
    name: Annotated[str, typer.Option("--name", help="Name, where there are several of the type.")] = "",
    capability: Annotated[
        list[str] | None,
        typer.Option("--capability", metavar="NAME", help="What it may do; only a person. Repeatable."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Register an agent of this project, or set what it may do."""
    invocation = invoked(ctx)
    chosen = _capabilities(capability or [])
    with open_workspace(invocation) as (_, workspace):
        caller = command_caller(invocation, workspace)
        agent = AgentServices.of(workspace).agent_directory.register(caller, parse_type(agent_type), name, "", chosen)
    if as_json:
        say_json(_object(agent))
    else:
        say(f"{agent.id} {agent.label}: {' '.join(sorted(agent.capabilities))}")


@app.command()
def unregister(
    ctx: typer.Context, agent: Annotated[str, typer.Argument(metavar="ID", help="Id of the agent.")]
) -> None:
    """Forget an agent and its sessions. Its handoffs stay."""
    invocation = invoked(ctx)
    with open_workspace(invocation) as (_, workspace):
        AgentServices.of(workspace).agent_directory.unregister(command_caller(invocation, workspace), agent)
    say(f"{agent} is forgotten")


@app.command()
def cleanup(ctx: typer.Context, as_json: AsJson = False) -> None:
    """Forget sessions and handoffs that have ended, before their 30 days are over. Only a person may."""
    invocation = invoked(ctx)
    with open_workspace(invocation) as (_, workspace):
        AgentServices.of(workspace).agent_directory.require_person(command_caller(invocation, workspace), "clean up")
        sessions = workspace.agent_registry.clean_up()
        handoffs = AgentServices.of(workspace).handoff_store.clean_up()
    if as_json:
        say_json({"sessions": sessions, "handoffs": handoffs})
    else:
        say(f"forgot {counted(sessions, 'session')} and {counted(handoffs, 'handoff')} that had ended")


def _capabilities(names: list[str]) -> "tuple[Capability, ...]":
    """The capabilities that have these names. Raises UsageError for an unknown name."""
    unknown = [name for name in names if name.upper() not in list(Capability)]
    if unknown:
        raise UsageError(f"capability {unknown[0][:40]!r} is unknown. It is one of: {', '.join(Capability)}.")
    return tuple(Capability(name.upper()) for name in names)


def _object(agent: "Agent") -> dict[str, Any]:
    """An agent's JSON form."""
    return {
        "id": agent.id,
        "type": agent.type.value,
        "name": agent.name,
        "owner": agent.owner,
        "capabilities": sorted(agent.capabilities),
        "created_at": agent.created_at,
        "seen_at": agent.seen_at,
    }
