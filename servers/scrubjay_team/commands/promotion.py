"""`scrubjay team promotion`: which facts of a team its members' evidence speaks for, decided now, and why."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json
from scrubjay.inference.choose import make_embedder
from scrubjay.model.counted import counted
from scrubjay.model.frozen import field_names
from scrubjay.model.later import Later
from scrubjay_team.commands.office import TeamName, office_of
from scrubjay_team.people.teams import Teams

if TYPE_CHECKING:
    from scrubjay_team.commands import opening
    from scrubjay_team.commands.office import Office
    from scrubjay_team.database.working import WorkerDatabase
    from scrubjay_team.evidence import log as logs
    from scrubjay_team.evidence import promoting
    from scrubjay_team.people.values import Team
else:
    logs = Later("scrubjay_team.evidence.log")
    opening = Later("scrubjay_team.commands.opening")
    promoting = Later("scrubjay_team.evidence.promoting")

app = application(
    invoke_without_command=True,
    help="Decide now which facts go to the reviewers, by what members said and how their sessions ended; or say why. "
    "A server decides once a day by itself. No text is shown.",
)

Limit = Annotated[int, typer.Option("--limit", min=1, max=50_000, help="Number of decisions, the newest.")]


@app.callback()
def decide(
    ctx: typer.Context,
    team: TeamName = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would be proposed; change nothing.")] = False,
    as_json: AsJson = False,
) -> None:
    """Decide on every fact of a team, log each new decision, and ask its reviewers. Run twice, it changes nothing."""
    if ctx.invoked_subcommand:
        return
    office = office_of(ctx)
    with _working(office, team) as (database, found):
        embedder = make_embedder(office.invocation.settings)
        done = promoting.TeamPromotion(database, office.clock, embedder).run(found.id, dry_run=dry_run)
    values: dict[str, Any] = {name: getattr(done, name) for name in field_names(type(done))}
    if as_json:
        say_json({"team": found.name, "dry_run": dry_run} | values)
        return
    say(f"{found.name}: {counted(done.decided, 'fact')} decided on, {counted(done.logged, 'decision')} new")
    for name, words in (
        ("proposed", "would be proposed" if dry_run else "proposed to the reviewers"),
        ("withdrawn", "not asked about any more"), ("published", "published in its repository"),
    ):  # fmt: skip
        if ids := values[name]:
            say(f"  {words}: {', '.join(id[:12] for id in ids)}")


@app.command()
def explain(
    ctx: typer.Context,
    id: Annotated[str, typer.Argument(metavar="ID", help="Id of the memory, at least eight digits.")],
    team: TeamName = "",
    as_json: AsJson = False,
) -> None:
    """Explain the last decision on a memory: what was known of it, and what each path said."""
    office = office_of(ctx)
    with _working(office, team) as (database, found), database.promoting(found.id) as connection:
        row = logs.decisions(connection, 1, logs.decided_memory(connection, id))[-1]
    if as_json:
        say_json({"team": found.name, "decision": logs.as_object(row)})
    else:
        say("\n".join(logs.explanation(row)))


@app.command("log")
def log_(ctx: typer.Context, limit: Limit = 20, team: TeamName = "", as_json: AsJson = False) -> None:
    """List the newest decisions, the newest last: when, on which memory, what came of it, and by which path."""
    office = office_of(ctx)
    with _working(office, team) as (database, found), database.promoting(found.id) as connection:
        rows = logs.decisions(connection, limit)
    if as_json:
        say_json({"team": found.name, "decisions": [logs.as_object(row) for row in rows]})
    elif rows:
        for row in rows:
            say(f"{row.at[:10]} {row.memory[:12]} {row.outcome}{f' by {row.path}' if row.path else ''}")
    else:
        say("nothing has been decided yet")


@app.command()
def replay(
    ctx: typer.Context,
    changes: Annotated[list[str], typer.Option("--set", metavar="KEY=VALUE", help="Another bound; repeatable.")] = [],  # noqa: B006
    limit: Limit = 10_000,
    team: TeamName = "",
    as_json: AsJson = False,
) -> None:
    """Take the logged decisions again by other bounds; nothing is changed. Without --set, each comes out as it was."""
    chosen = logs.parse_changes(changes)
    office = office_of(ctx)
    with _working(office, team) as (database, found), database.promoting(found.id) as connection:
        rows = logs.decisions(connection, limit)
    differing = [one for one in logs.replay(rows, chosen) if one.differs]
    if as_json:
        differ = [logs.as_object(one.logged) | {"would": one.decision.outcome, "by": one.path} for one in differing]
        say_json({"team": found.name, "set": chosen, "decisions": len(rows), "differ": differ})
        return
    for one in differing:
        by = f" by {one.path}" if one.path else ""
        say(f"{one.logged.at[:10]} {one.logged.memory[:12]} {one.logged.outcome} -> {one.decision.outcome}{by}")
    say(f"{counted(len(rows), 'decision')}, {len(differing)} of them otherwise")


@contextmanager
def _working(office: "Office", team: str) -> "Iterator[tuple[WorkerDatabase, Team]]":
    """The database as the server's worker, and the team. Raises TeamNotReady, NotFound, UsageError."""
    with office.transaction() as connection:
        found = Teams(connection, office.clock).found(team)
    with opening.worker_database(office.place) as database:
        yield database, found
