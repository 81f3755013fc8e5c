"""`scrubjay pool`: pools of memories that agents share; list, create, join, leave, share, query."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scrubjay.cli.calling import command_caller
from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json, table, warn
from scrubjay.memory.listing.filters import as_object as memory_object
from scrubjay.memory.listing.filters import memory_line
from scrubjay_agents.pools import there
from scrubjay_agents.services import AgentServices

if TYPE_CHECKING:
    from scrubjay.model.pool import MemoryPool
    from scrubjay_agents.pools.far import FarFindings, FarPool

app = application(no_args_is_help=True, help="Share memories between agents in pools.")

PoolId = Annotated[str, typer.Argument(metavar="POOL", help="Id or name of the pool; team/NAME: the team's.")]
AgentId = Annotated[
    str, typer.Option("--agent", metavar="ID", help="Id of another agent, for the team's a member. Needs admin.")
]
ReachOption = Annotated[str, typer.Option("--scope", help="agent-private, user, project, team or global.")]
DIGITS = 12


@app.command(name="list")
def list_(ctx: typer.Context, as_json: AsJson = False) -> None:
    """List the pools of this project that reach you, by name, then the team's."""
    invocation = invoked(ctx)
    with open_workspace(invocation) as (_, workspace):
        entries = AgentServices.of(workspace).pools.list(command_caller(invocation, workspace, writes=False))
        team, degraded = AgentServices.of(workspace).pools_there.listed()
    if degraded:
        warn(degraded)
    if as_json:
        rows = [
            as_object(one.pool) | {
                "permission": str(one.permission or ""), "members": one.members, "shared": one.shared,
            }
            for one in entries
        ]  # fmt: skip
        say_json({"pools": [*rows, *map(_team_object, team)]})
    elif entries or team:
        table(
            ("name", "id", "scope", "you", "members", "memories"),
            [
                *((one.pool.name, one.pool.id[:DIGITS], str(one.pool.scope), str(one.permission or "not in it"),
                   str(one.members), str(one.shared))
                  for one in entries),
                *((f"{there.PREFIX}{one.name}", one.id[:DIGITS], "team", one.permission or "not in it", "", "")
                  for one in team),
            ],
        )  # fmt: skip
    else:
        say("no pools; `scrubjay pool create NAME` creates one")


@app.command()
def create(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(help="Name of the new pool.")],
    scope: ReachOption = "project",
    as_json: AsJson = False,
) -> None:
    """Create a pool that you administer; team/NAME is the team's. In one home, scopes team and global reach as user."""
    invocation = invoked(ctx)
    with open_workspace(invocation) as (_, workspace):
        if there.is_there(name):
            far = AgentServices.of(workspace).pools_there.create(command_caller(invocation, workspace), name)
            _say_there(far, f"pool {there.PREFIX}{far.name} created: {far.id}", as_json=as_json)
            return
        pool = AgentServices.of(workspace).pools.create(command_caller(invocation, workspace), name, scope)
    if as_json:
        say_json(as_object(pool))
        return
    say(f"pool {pool.name} created: {pool.id}")
    if pool.scope.is_outer:
        say(f"in one home its scope {pool.scope} reaches as user does")


@app.command()
def join(
    ctx: typer.Context,
    pool: PoolId,
    permission: Annotated[str, typer.Option("--permission", help="read, write or admin.")] = "read",
    agent: AgentId = "",
    as_json: AsJson = False,
) -> None:
    """Join a pool, or let another agent in. An agent gives itself at most write."""
    invocation = invoked(ctx)
    with open_workspace(invocation) as (_, workspace):
        caller = command_caller(invocation, workspace)
        if there.is_there(pool):
            far = AgentServices.of(workspace).pools_there.join(caller, pool, permission, agent)
            _say_there(far, f"{far.permission} in pool {there.PREFIX}{far.name}", as_json=as_json)
            return
        joined, given = AgentServices.of(workspace).pools.join(caller, pool, permission, agent)
    if as_json:
        say_json(as_object(joined) | {"agent": agent or caller.agent, "permission": str(given)})
    else:
        say(f"{given} in pool {joined.name}")


@app.command()
def leave(ctx: typer.Context, pool: PoolId, agent: AgentId = "", as_json: AsJson = False) -> None:
    """Leave a pool, or let another agent out. What was shared for others stays; an empty pool goes."""
    invocation = invoked(ctx)
    with open_workspace(invocation) as (_, workspace):
        caller = command_caller(invocation, workspace)
        if there.is_there(pool):
            far = AgentServices.of(workspace).pools_there.leave(caller, pool, agent)
            _say_there(far, f"left pool {there.PREFIX}{far.name}", as_json=as_json)
            return
        left = AgentServices.of(workspace).pools.leave(caller, pool, agent)
    if as_json:
        say_json(as_object(left) | {"agent": agent or caller.agent})
    else:
        say(f"left pool {left.name}")


@app.command()
def share(
    ctx: typer.Context,
    pool: PoolId,
    memory: Annotated[str, typer.Argument(help="Id of the memory.")],
    scope: Annotated[str, typer.Option("--scope", help="At most the pool's. Default: the pool's.")] = "",
    as_json: AsJson = False,
) -> None:
    """Share a memory in a pool. It stays one memory: forgotten, it leaves every pool."""
    invocation = invoked(ctx)
    with open_workspace(invocation) as (_, workspace):
        caller = command_caller(invocation, workspace)
        if there.is_there(pool):
            far, _ = AgentServices.of(workspace).pools_there.share(caller, pool, memory, scope)
            said = f"memory {memory[:DIGITS]} is shared in {there.PREFIX}{far.name}"
            _say_there(far, said, as_json=as_json)
            return
        made = AgentServices.of(workspace).sharing.share(caller, pool, memory, scope)
    if as_json:
        say_json({"memory": made.memory, "scope": str(made.scope), "pool": made.pool.id, "others": list(made.others)})
    else:
        said = f"memory {made.memory[:DIGITS]} is shared in {made.pool.name} at scope {made.scope}"
        say("; ".join(filter(None, (said, made.reach))))


@app.command()
def query(
    ctx: typer.Context,
    pool: PoolId,
    words: Annotated[str, typer.Argument(help="A question. Default: none, the newest.")] = "",
    scope: Annotated[str, typer.Option("--scope", help="Widest scope to show. Default: the pool's.")] = "",
    limit: Annotated[int, typer.Option("--limit", min=1, max=100, help="Maximum number.")] = 10,
    as_json: AsJson = False,
) -> None:
    """Show what is shared in a pool, as HEAD sees it. Exit code 1 when nothing is."""
    invocation = invoked(ctx)
    with open_workspace(invocation) as (_, workspace):
        caller = command_caller(invocation, workspace, writes=False)
        if there.is_there(pool):
            found = AgentServices.of(workspace).pools_there.ask(caller, pool, words, scope, limit)
            _say_found(found, as_json=as_json)
            return
        answer = AgentServices.of(workspace).pool_queries.query(caller, pool, words, scope, limit)
    if answer.cut:
        warn(answer.cut)
    if as_json:
        rows = [
            memory_object(one.listed) | {
                "shared_scope": str(one.scope), "shared_by": one.agent, "shared_at": one.shared_at,
            }
            for one in answer.memories
        ]  # fmt: skip
        say_json({"pool": as_object(answer.pool), "cut": answer.cut, "count": len(rows), "memories": rows})
    else:
        for one in answer.memories:
            say(f"{memory_line(one.listed)} · shared {one.shared_at[:10]} by agent {one.agent[:DIGITS]}, {one.scope}")
    if not answer.memories:
        if not as_json:
            say("nothing in this pool fits, as far as HEAD shows it")
        raise typer.Exit(1)


def _say_found(found: "FarFindings", *, as_json: bool) -> None:
    """Print what a pool of the team has. Exit code 1 when nothing fits."""
    if found.cut:
        warn(found.cut)
    if as_json:
        rows = [asdict(one) for one in found.memories]
        say_json({"pool": _team_object(found.pool), "cut": found.cut, "count": len(rows), "memories": rows})
    for one in () if as_json else found.memories:
        say(there.pooled_line(one))
    if not found.memories:
        if not as_json:
            say("nothing in this pool fits, as far as you may see it")
        raise typer.Exit(1)


def _say_there(pool: "FarPool", text: str, *, as_json: bool) -> None:
    """Print what became of a pool of the team, as text or JSON."""
    if as_json:
        say_json(_team_object(pool))
    else:
        say(text)


def _team_object(pool: "FarPool") -> dict[str, Any]:
    """The JSON form of a pool of the team."""
    return {"id": pool.id, "name": f"{there.PREFIX}{pool.name}", "scope": "team", "permission": pool.permission}


def as_object(pool: "MemoryPool") -> dict[str, Any]:
    """A pool's JSON form."""
    return {"id": pool.id, "name": pool.name, "scope": str(pool.scope), "at": pool.made_at}
