"""`scrubjay team evidence`: what this home sent of its sessions to the team, and how it is taken back."""

from typing import TYPE_CHECKING, Annotated

import typer

from scrubjay.cli.acts import confirm, permitted, record
from scrubjay.cli.context import invoked, open_home
from scrubjay.cli.options import AsJson, Yes
from scrubjay.cli.output import say, say_json
from scrubjay.model.clock import iso, system_clock
from scrubjay.model.counted import counted
from scrubjay_joined.answers import read
from scrubjay_joined.errors import NotJoined
from scrubjay_joined.evidence import SentCounts
from scrubjay_joined.membership import joined_server
from scrubjay_joined.seen import chosen
from scrubjay_joined.told import WireOwnCounts

if TYPE_CHECKING:
    from scrubjay_joined.membership import Joined

OFF = "nothing is sent: `team.evidence: counts` in config.yaml chooses it"
ON = "counts are sent of sessions that ended (team.evidence: counts)"


def evidence(
    ctx: typer.Context,
    forget: Annotated[bool, typer.Option("--forget", help="Delete all that you sent, on the server.")] = False,
    yes: Yes = False,
    as_json: AsJson = False,
) -> None:
    """Show what was sent of your sessions to the team that you joined: counts alone, by your choice.

    With --forget the server deletes all of it, and sessions of before are never sent again. Only a person may.
    """
    invocation = invoked(ctx)
    settings = invocation.settings
    act, line = "take back what was sent to a team", "scrubjay team evidence --forget"
    permit = permitted(invocation, act, line) if forget else None
    joined = joined_server(settings, clock=system_clock)
    if joined is None:
        raise NotJoined()
    if permit is not None:
        if not yes:
            what = f"{joined.name} deletes all counts of your sessions; what it decided by them stays decided."
            confirm(permit, [what], "Take them back?")
        gone = read(WireOwnCounts, joined.client.post("/evidence/forget", {})).sessions
        if chosen(settings):
            SentCounts(settings.home).begin(iso(system_clock()))
        with open_home(invocation) as home:
            record(home, permit, "forget team evidence", joined.membership.team)
        if as_json:
            say_json({"forgotten": gone})
        else:
            say(f"taken back: counts of {counted(gone, 'session')}")
        return
    _show(joined, sends=chosen(settings), as_json=as_json)


def _show(joined: "Joined", *, sends: bool, as_json: bool) -> None:
    """Show what the server has of this member."""
    there = read(WireOwnCounts, joined.client.get("/evidence"))
    if as_json:
        say_json({"team": joined.membership.team, "sends": sends} | there.model_dump())
        return
    say(f"{joined.name}: {ON if sends else OFF}")
    if not there.sessions:
        say("  the server has none of your sessions")
        return
    ended = f"{there.well:,} ended well, {there.ill:,} ill, of {there.unknown:,} it isn't known"
    say(f"  it has {counted(there.sessions, 'session')} of {there.first} to {there.last}: {ended}")
    say(f"  they had {counted(there.memories, 'memory')} of the team")
    say("  `scrubjay team evidence --forget` deletes all of it there")
