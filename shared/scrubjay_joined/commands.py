"""`scrubjay team join`, `scrubjay team leave`: what a person does on a member's machine, with a base install."""

import sys
from contextlib import suppress
from functools import partial
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from scrubjay.cli.acts import ask, ask_hidden, confirm, permitted, record
from scrubjay.cli.context import Invocation, invoked, open_home
from scrubjay.cli.options import AsJson, Yes
from scrubjay.cli.output import complain, say, say_json, warn
from scrubjay.errors import ConfigError, NotInitialised, RepositoryError, UsageError
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.identity.person.facts import Actor
from scrubjay.inference.refused import accept_source
from scrubjay.model.clock import system_clock
from scrubjay_joined import device
from scrubjay_joined.account import AccountThere
from scrubjay_joined.address import checked_url, is_private
from scrubjay_joined.archive import kept_there
from scrubjay_joined.client import TeamClient
from scrubjay_joined.errors import AlreadyJoined, TeamRefusedCall
from scrubjay_joined.membership import LONGEST_TOKEN, Membership, drop, joined_server, keep, membership_of
from scrubjay_joined.sent import announced
from scrubjay_joined.standing import ASKED_S, UNMATCHED, TeamStanding, clock_words, standing

if TYPE_CHECKING:
    from scrubjay.app import App, Workspace
    from scrubjay.identity.person.permit import Permit


def join(
    ctx: typer.Context,
    url: Annotated[str, typer.Argument(metavar="URL", help="The server's address, as its owner gives it.")],
    yes: Yes = False,
    as_json: AsJson = False,
) -> None:
    """Join a team's server: searches of this home ask it too, and memories of scope team are stored there.

    At a terminal you give a token, or let this machine in on the server's page; elsewhere the token is read from
    standard input. Only a person may. `scrubjay team leave` takes it back.
    """
    invocation, address = invoked(ctx), checked_url(url)
    settings = invocation.settings
    line = f"scrubjay team join {quote(address)}"
    permit = permitted(invocation, "join a team", line)
    _refuse_off(invocation)
    if there := membership_of(settings):
        raise AlreadyJoined(
            f"This home is in the team {there.team} already ({there.url}), and it can be in one. "
            "`scrubjay team leave` takes it out, then join again."
        )
    if not is_private(address):
        _ask_for_plain_http(permit, line)
    token = _token(address)
    client = TeamClient(address, token, clock=system_clock)
    account = _account(client)
    if not yes:
        confirm(permit, [*_account_lines(address, account), *announced()], "Join it?")
    keep(settings.home, Membership(address, account.team, account.member, account.server), token)
    with open_home(invocation) as home:
        record(home, permit, "join team", f"{account.team} at {address} as {account.member}")
        seen, unready = _standing(home, invocation), _not_set_up(home, invocation)
    if as_json:
        say_json(seen.as_object if seen else {})
        return
    say(f"joined: {account.team} at {address} as {account.member}")
    if seen and seen.project:
        say(f"  this repository there: {seen.project.name or UNMATCHED}")
    if seen and seen.problem:
        warn(f"this repository wasn't matched yet: {seen.problem}")
    if unready:
        warn(f"{unready} Only then do its searches and memories reach the team.")
    if "search" not in account.scopes:
        warn(_without_search(account))
    say("  Clients that run now ask the team from their next session on. `scrubjay team leave` takes all of it back.")


def leave(ctx: typer.Context, yes: Yes = False, as_json: AsJson = False) -> None:
    """Leave the team's server: removes its token and all that this home kept of it. The server isn't asked.

    What you stored there stays there; vectors that came from there stay here, since each was checked by its text. Only
    a person may.
    """
    invocation = invoked(ctx)
    permit = permitted(invocation, "leave a team", "scrubjay team leave")
    there: Membership | None = None
    with suppress(ConfigError):  # a damaged section goes as well
        there = membership_of(invocation.settings)
    name = there.team if there else ""
    kept = kept_there(invocation.settings.home)
    if there and not yes:
        leaves = f"This home leaves the team {name} ({there.url}); its token is removed."
        confirm(permit, [leaves, *kept], "Leave it?")
    gone = drop(invocation.settings.home)
    if gone:
        with open_home(invocation) as home:
            record(home, permit, "leave team", name or "damaged")
            if there:
                home.home_database.write(partial(accept_source, name=there.giver))
    if as_json:
        say_json({"left": gone, "team": name})
    elif not gone:
        say("this home is in no team")
    else:
        say(f"left: {name or 'a team whose name was damaged'}")
        if kept:
            say(
                "  What its archive has of this home stays there until its time is over, or another machine forgets it."
            )
        say(
            "  The token still opens the server elsewhere, until it is ended: on its page Tokens, or by an owner, "
            "`scrubjay team token revoke`."
        )


def own_standing(invocation: Invocation) -> TeamStanding | None:
    """How this home's membership stands, for `scrubjay team status`; None where it is in no team."""
    if membership_of(invocation.settings) is None:
        return None
    with open_home(invocation) as home:
        return _standing(home, invocation)


def _standing(home: "App", invocation: Invocation) -> TeamStanding | None:
    joined = joined_server(invocation.settings, ASKED_S, home.clock)
    return standing(joined, home.clock, _workspace(home, invocation)) if joined else None


def _workspace(home: "App", invocation: Invocation) -> "Workspace | None":
    """The project of the present folder; None where there is none."""
    with suppress(NotInitialised, RepositoryError):
        return home.workspace(invocation.folder)
    return None


def _not_set_up(home: "App", invocation: Invocation) -> str:
    """What is missing in a clone that nothing was set up in; empty: nothing, or this is no clone."""
    with suppress(RepositoryError):
        try:
            home.workspace(invocation.folder)
        except NotInitialised as missing:
            return str(missing)
    return ""


def _refuse_off(invocation: Invocation) -> None:
    if not ExtensionRegistry.of(invocation.settings.home).is_on("joined"):
        raise UsageError("The extension joined isn't on, so nothing would ask a team's server. "
                         "`scrubjay extensions enable joined` switches it on.")  # fmt: skip


def _ask_for_plain_http(permit: "Permit", line: str) -> None:
    """Let a person decide about an address whose way anybody may read. Raises UsageError, Exit."""
    if permit.actor is not Actor.PERSON:
        raise UsageError(f"The address is plain http, and only a person may choose that. Type it in a terminal: {line}")
    ask(["The address is plain http: whoever is on the way reads the token, your questions and the answers."],
        "Join without encryption?")  # fmt: skip


def _token(address: str) -> str:
    """The token: from standard input, or typed without an echo, or what the server gives once it lets this machine in.

    Raises UsageError for none.
    """
    if sys.stdin.isatty():
        return ask_hidden("Token (empty: let this machine in on the server's page)").strip() or _let_in(address)
    text = sys.stdin.read(LONGEST_TOKEN + 1).strip()
    if not text:
        raise UsageError("There is no token on standard input. Make one on the server's page Tokens.")
    return text


def _let_in(address: str) -> str:
    """The token of a machine that a person lets in on the server's page, by a code. Raises UsageError."""
    flow = device.DeviceFlow(address)
    waiting = flow.begin()
    complain(f"Open {waiting.page} in a browser where you are signed in, and type this code: {waiting.code}")
    complain(f"It lets in the machine {device.machine_name() or 'without a name'}. Ctrl-C ends the waiting.")
    return flow.token(waiting)


def _account(client: TeamClient) -> AccountThere:
    """Whom the token stands for. Raises TeamRefusedCall in words that say what to do about the token."""
    try:
        return AccountThere.ask(client, system_clock)
    except TeamRefusedCall as refused:
        if refused.status != 401:
            raise
        raise UsageError(
            f"{client.url} doesn't know this token: it is mistyped, revoked or expired, or another server's. "
            "Nothing was changed. Make one on its page Tokens, or press Enter at the question for one."
        ) from None


def _account_lines(address: str, there: AccountThere) -> list[str]:
    return [
        f"{address} is the server of the team {there.team} ({there.server[:12]}).",
        f"You are {there.member} there, {there.role}; the token may {', '.join(there.scopes) or 'nothing'}.",
        f"Repositories there: {', '.join(there.projects) or 'none is granted to you'}.",
        *([] if "search" in there.scopes else [_without_search(there)]),
        *([f"This machine's clock is {clock_words(there.ahead_s)}."] if abs(there.ahead_s or 0) > 2 else []),
    ]


def _without_search(there: AccountThere) -> str:
    """What a token without the scope search isn't good for, and what to ask an owner for."""
    scopes = " ".join(f"--scope {one}" for one in ("search", *there.scopes))
    return (
        "The token may not search, so no search asks this server and no repository is matched. Make one on "
        "its page Tokens, or an owner does: "
        f"`scrubjay team token create {there.member} {scopes}`."
    )
