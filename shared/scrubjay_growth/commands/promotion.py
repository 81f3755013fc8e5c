"""`scrubjay promotion`: why memories graduate or don't, what other bounds would do, and how sessions ended."""

from typing import TYPE_CHECKING, Annotated

import typer

from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json, warn
from scrubjay.identity.person.permit import permit
from scrubjay.model.counted import counted
from scrubjay_growth.promotion.replaying import as_object, explanation, parse_changes
from scrubjay_growth.promotion.replaying import replay as again
from scrubjay_growth.services import GrowthServices

if TYPE_CHECKING:
    from scrubjay_growth.promotion.replaying import LoggedDecision

app = application()

Limit = Annotated[int, typer.Option("--limit", min=1, max=50_000, help="Number of decisions, the newest.")]


@app.command()
def log(ctx: typer.Context, limit: Limit = 20, as_json: AsJson = False) -> None:
    """List the newest decisions, the newest last: when, on which memory, what came of it, and why."""
    with open_workspace(invoked(ctx)) as (_, workspace):
        rows = GrowthServices.of(workspace).promotion_log.decisions(limit)
        last = GrowthServices.of(workspace).promotion_log.last_pass()
    if as_json:
        say_json({"last": last, "decisions": [as_object(row) for row in rows]})
        return
    say("\n".join(map(_line, rows)) if rows else "nothing has been decided yet")


@app.command()
def explain(
    ctx: typer.Context,
    id: Annotated[str, typer.Argument(help="Id of the memory, at least eight digits.")],
    as_json: AsJson = False,
) -> None:
    """Explain the last decision on a memory: what was known of it, and what each path said."""
    with open_workspace(invoked(ctx)) as (_, workspace):
        memory = workspace.memories.get(id).id
        rows = GrowthServices.of(workspace).promotion_log.decisions(1, memory=memory)
    if as_json:
        say_json({"id": memory, "decision": as_object(rows[-1]) if rows else None})
    elif rows:
        say("\n".join(explanation(rows[-1])))
    else:
        say(f"{memory[:12]} was never decided on: nobody repeated it, and no session that ended had it")
        raise typer.Exit(1)


@app.command()
def replay(
    ctx: typer.Context,
    changes: Annotated[list[str], typer.Option("--set", metavar="KEY=VALUE", help="Another bound; repeatable.")] = [],  # noqa: B006
    limit: Limit = 10_000,
    as_json: AsJson = False,
) -> None:
    """Take the logged decisions again by other bounds, and say what would have been promoted or kept, by which path.

    Nothing is changed. Without --set, every decision comes out as it was.
    """
    chosen = parse_changes(changes)
    with open_workspace(invoked(ctx)) as (_, workspace):
        rows = GrowthServices.of(workspace).promotion_log.decisions(limit)
    replayed = again(rows, chosen)
    differing = [one for one in replayed if one.differs]
    if as_json:
        say_json({
            "set": chosen,
            "decisions": len(replayed),
            "differ": [{**as_object(one.logged), "would": one.decision.outcome, "by": one.path} for one in differing],
        })  # fmt: skip
        return
    for one in differing:
        would = f"{one.decision.outcome}{f' by {one.path}' if one.path else ''}"
        say(f"{_line(one.logged)} -> {would}")
    say(f"{counted(len(replayed), 'decision')}, {len(differing)} of them otherwise")


@app.command()
def outcome(
    ctx: typer.Context,
    session: Annotated[str, typer.Argument(help="The client's id of the session.")],
    ended: Annotated[str, typer.Argument(metavar="well|badly", help="How it ended.")],
    memory: Annotated[str, typer.Option("--memory", help="Id of a memory that it had.")] = "",
    why: Annotated[str, typer.Option("--why", help="What a person or a pipeline saw.")] = "",
    as_json: AsJson = False,
) -> None:
    """Report how a session ended, for scripts and people: it outranks what its transcript and git show.

    An agent doesn't report on itself. With --memory, a session that ended badly counts against that memory.
    """
    invocation = invoked(ctx)
    line = f"scrubjay promotion outcome {session} {ended}"
    permit(invocation.facts, "report how a session ended, or a script", line, trust_scripts=True)
    with open_workspace(invocation) as (_, workspace):
        full = workspace.memories.get(memory).id if memory else ""
        known = GrowthServices.of(workspace).outcomes.report(session, ended, why, full)
    if as_json:
        say_json({"session": session, "ended": ended, "memory": full, "known": known})
    else:
        say(f"noted: session {session[:12]} ended {ended}")
        if not known:
            warn("nothing else was heard of a session with this id: check it")


def _line(row: "LoggedDecision") -> str:
    """A logged decision in one line."""
    by = f" by {row.path}" if row.path else ""
    never = f" ({', '.join(row.signal.never)})" if row.signal.never else ""
    return f"{row.at[:10]} {row.memory[:12]} {row.outcome}{by}{never}"
