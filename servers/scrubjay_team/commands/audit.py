"""`scrubjay team audit`: who did what in a team, and whether the chain of it holds."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scrubjay.cli.options import AsJson
from scrubjay.cli.output import complain, say, say_json, table
from scrubjay.errors import UsageError
from scrubjay.model.counted import counted
from scrubjay.model.later import Later
from scrubjay_team.commands.office import TeamName, office_of
from scrubjay_team.commands.shown import as_object, minute

if TYPE_CHECKING:
    from scrubjay_team.audit import reading, verifying
    from scrubjay_team.audit.entries import ShownAct
else:
    reading = Later("scrubjay_team.audit.reading")
    verifying = Later("scrubjay_team.audit.verifying")


def audit(
    ctx: typer.Context,
    verify: Annotated[bool, typer.Option("--verify", help="Check the chain; exit code 1 where it is broken.")] = False,
    since: Annotated[str, typer.Option("--since", metavar="DAY", help="From this day on, such as 2026-03-01.")] = "",
    limit: Annotated[int, typer.Option("--limit", min=1, max=200, help="Number of entries.")] = 50,
    team: TeamName = "",
    as_json: AsJson = False,
) -> None:
    """Show who did what in a team, the newest first: members, grants, tokens, sessions, reviews; ids, no texts.

    --verify hashes the whole chain again, and names the first link that was changed, removed, moved or put in.
    """
    moment = _day(since)
    with office_of(ctx).people(team) as people:
        if verify:
            state = verifying.verify_audit(people.connection, people.team.id)
        else:
            acts = reading.newest(people.connection, people.team.id, 0, limit, moment).acts
    if not verify:
        _show(acts, people.team.name, as_json=as_json)
        return
    if as_json:
        say_json({"team": people.team.name, "ok": state.ok} | as_object(state))
    elif state.ok:
        say(f"ok: {counted(state.links, 'link')}, {counted(state.waiting, 'entry')} not linked yet")
        if state.hash:
            say(f"  The last hash is {state.hash}. Kept elsewhere, it shows later that nothing before it changed.")
    else:
        complain(f"broken: {state.why}. Links that hold: {state.links:,}. Compare them with those of a backup.")
    if not state.ok:
        raise typer.Exit(1)


def _show(acts: "tuple[ShownAct, ...]", team: str, *, as_json: bool) -> None:
    if as_json:
        say_json({"team": team, "entries": [as_object(one.entry) | _names(one) for one in acts]})
        return
    table(
        ("link", "time (UTC)", "who", "by", "act", "what"),
        [
            (str(one.number or "-"), minute(one.entry.at), one.member_name or "-", one.entry.how,
             f"{one.entry.act.replace('_', ' ')} {one.entry.kind}",
             " ".join(filter(None, (one.object_name or str(one.entry.object)[:8],
             *(f"{name}={_word(value)}" for name, value in one.entry.details.items())))))
            for one in acts
        ],
    )  # fmt: skip


def _names(one: "ShownAct") -> dict[str, Any]:
    return {"link": one.number, "member_name": one.member_name, "object_name": one.object_name}


def _word(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)[:8] if value is not None else "-"


def _day(text: str) -> datetime | None:
    """The beginning of a day in UTC; None for no text. Raises UsageError."""
    try:
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC) if text else None
    except ValueError:
        raise UsageError(f"since {text[:40]!r} is no day. Write it as 2026-03-01.") from None
