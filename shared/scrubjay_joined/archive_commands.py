"""`scrubjay team archive`: what the team's archive keeps of this member's conversations, and how it is forgotten."""

from collections.abc import Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated

import typer

from scrubjay.cli.acts import confirm, permitted, record
from scrubjay.cli.context import invoked, open_home
from scrubjay.cli.options import AsJson, Yes
from scrubjay.cli.output import say, say_json, table
from scrubjay.errors import UsageError
from scrubjay.model.clock import iso, system_clock
from scrubjay.model.counted import counted
from scrubjay.model.frozen import replace
from scrubjay.model.pattern import pattern
from scrubjay_joined.answers import read
from scrubjay_joined.archive import ArchiveFile, archives_mine, forget_noted
from scrubjay_joined.errors import NotJoined
from scrubjay_joined.membership import joined_server
from scrubjay_joined.told import WireArchive, WireArchives, WireForgotten

if TYPE_CHECKING:
    from scrubjay_joined.membership import Joined

OFF = "nothing is sent: `team.archive: mine` in config.yaml chooses it"
ON = "sessions that ended are sent (team.archive: mine)"
SESSION = pattern(r"[A-Za-z0-9_-]{1,100}")
WAIT_S = 10.0
"""How long a worker that sends is waited for."""
MOST_PAGES = 50
"""Pages of the list that are shown."""


def archive(
    ctx: typer.Context,
    sessions: Annotated[
        list[str] | None, typer.Argument(metavar="[SESSION]...", help="Sessions of the list, to be forgotten.")
    ] = None,
    forget: Annotated[bool, typer.Option("--forget", help="Delete the named sessions there, or all.")] = False,
    yes: Yes = False,
    as_json: AsJson = False,
) -> None:
    """Show which of your sessions the archive of the team that you joined keeps: for you alone, by your choice.

    With --forget it deletes those that are named, or all of them; what is on this machine stays. Only a person may.
    """
    invocation, named = invoked(ctx), tuple(sessions or ())
    settings = invocation.settings
    if named and not forget:
        raise UsageError("Sessions are named to be forgotten: add --forget. Without any, the list is shown.")
    if wrong := next((name for name in named if not SESSION.fullmatch(name)), None):
        raise UsageError(f"{wrong[:40]!r} is no session of the list. `scrubjay team archive` shows them.")
    permit = permitted(invocation, "forget a team's archive", "scrubjay team archive --forget") if forget else None
    joined = joined_server(settings, clock=system_clock)
    if joined is None:
        raise NotJoined()
    if permit is None:
        _show(joined, sends=archives_mine(settings), as_json=as_json)
        return
    if not yes:
        what = f"{counted(len(named), 'session')}" if named else "all of your sessions"
        confirm(permit, [f"{joined.name}'s archive deletes {what}; what is on this machine stays."], "Delete them?")
    gone = forget_there(joined, ArchiveFile(settings.home), named)
    with open_home(invocation) as home:
        record(home, permit, "forget team archive", joined.membership.team)
    if as_json:
        say_json({"forgotten": gone.forgotten, "going": gone.going})
    else:
        say(f"forgotten: {counted(gone.forgotten, 'session')}")
        if gone.going:
            say(f"  the server deletes {counted(gone.going, 'object')} more once its store answers")
    if gone.going:
        raise typer.Exit(1)


def forget_there(joined: "Joined", kept: ArchiveFile, named: Sequence[str]) -> WireForgotten:
    """Forget sessions of the archive, or all; noted first, so that the worker asks again where this fails.

    Raises UsageError while the worker sends and all are to be forgotten, and as the client.
    """
    kept.note(named or [*kept.read().sent])
    with kept.locked(WAIT_S) if not named else nullcontext(True) as ours:
        if not ours:
            raise UsageError("This home's worker is sending sessions now. Say this again in a moment.")
        if not named:  # one may have gone there meanwhile; chosen still, it goes on with those of from now on
            kept.note([*kept.read().sent])
            kept.write(replace(kept.read(), since=iso(system_clock())))
        asked = {"sessions": list(named)} if named else {"everything": True}
        gone = read(WireForgotten, joined.client.post("/archives/forget", asked))
        if named:
            kept.strike(named)
        else:  # of what never came there as well
            forget_noted(joined, kept)
    return gone


def _show(joined: "Joined", *, sends: bool, as_json: bool) -> None:
    """Show what the archive has."""
    there: list[WireArchive] = []
    after = ""
    for _ in range(MOST_PAGES):
        page = read(WireArchives, joined.client.get("/archives", limit=100, after=after))
        there += page.archives
        after = page.next
        if not after:
            break
    if as_json:
        say_json({
            "team": joined.membership.team, "sends": sends, "archives": [one.model_dump() for one in there]
        })  # fmt: skip
        return
    say(f"{joined.name}: {ON if sends else OFF}")
    if not there:
        say("  its archive has none of your sessions")
        return
    table(
        ("session", "repository", "client", "ended (UTC)", "turns", "until"),
        [
            (one.session, one.project, one.client, one.ended_at[:16].replace("T", " "), str(one.turns),
             one.expires_at[:10])
            for one in there
        ],
    )  # fmt: skip
