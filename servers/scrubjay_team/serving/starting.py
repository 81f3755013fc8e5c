"""Starts of a team's server: its database, its first team, its worker, its address, and how they all end."""

import argparse
import getpass
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any, Final

from scrubjay.errors import ScrubjayError
from scrubjay.extensions.loading import load
from scrubjay.model.clock import system_clock
from scrubjay.model.visible import visible
from scrubjay_team.place import TeamOptions, TeamPlace, team_place

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import TeamDatabase

FIRST: Final = "team"
"""The name of the team that a server makes where there is none."""

INTERRUPTED: Final = 130
LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")


def run(argv: Sequence[str], environment: Mapping[str, str]) -> int:
    """Serve until Ctrl-C or SIGTERM; returns the exit code: 0 where it was asked to end, else that of the error."""
    parser = argparse.ArgumentParser(prog="scrubjay serve team", description="Serve a team's memory over HTTP.")
    parser.add_argument("--host", default="")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--url", default="")
    parser.add_argument("--data", default="")
    parser.add_argument("--dsn-file", default="")
    options = TeamOptions(**vars(parser.parse_args(argv)))
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        with ExitStack() as opened:
            serve_place(team_place(environment, options), opened)
        return 0
    except ScrubjayError as error:
        say(f"error: {load('scrubjay_team.serving.life:without_secrets')(str(error))}", sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        return INTERRUPTED


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def say(text: str, stream: Any = None) -> None:
    """Print a line, at once."""
    stream = stream or sys.stdout
    stream.write(f"{visible(text)}\n")
    stream.flush()


def serve_place(place: TeamPlace, opened: ExitStack) -> None:
    """Serve a place until it is left; what was opened for it ends with `opened`, in the opposite order."""
    from scrubjay_team.serving import life
    from scrubjay_team.serving.admission import AllowedHosts
    from scrubjay_team.serving.behind import ProcessBehind
    from scrubjay_team.serving.calls import TeamServices
    from scrubjay_team.serving.gate import TeamGate
    from scrubjay_team.serving.server import TeamServer

    life.log_to_stderr()
    listening = opened.enter_context(life.listening_on(place.host, place.port))
    address = f"http://{_in_address(place.host)}:{listening.getsockname()[1]}"
    database, lines = opened.enter_context(opened_database(place))
    services = TeamServices(database, system_clock)
    hosts = AllowedHosts.of(place.host, place.url)
    server = TeamServer(services)
    application = server.application(hosts)
    gate = TeamGate(application, ProcessBehind(database), hosts)
    for line in warnings(place):
        say(f"warning: {line}", sys.stderr)

    def ready() -> None:
        for line in (f"scrubjay serves a team at {place.url or address}/mcp", *lines, *begin_lines(place, address)):
            say(line)

    life.serve(gate, server.session_manager, listening, ready)


@contextmanager
def opened_database(place: TeamPlace) -> "Iterator[tuple[TeamDatabase, tuple[str, ...]]]":
    """The database of a place, up to date, and lines that say which it is and whose."""
    from scrubjay_team.database.connecting import TeamDatabase
    from scrubjay_team.database.migrate import migrate
    from scrubjay_team.database.owner import OwnerDatabase

    with ExitStack() as opened:
        if place.embedded:
            from scrubjay_team.database.roles import RolePasswords, make_database
            from scrubjay_team.engine.embedded import DATABASE, EmbeddedPostgres

            engine = opened.enter_context(EmbeddedPostgres(place.data, settings={}))
            passwords = RolePasswords(engine.passwords.owner, engine.passwords.app)
            make_database(engine.addresses.superuser, DATABASE, passwords)
            owner = OwnerDatabase(engine.addresses.owner)
            migrate(owner)
            lines = (f"It keeps everything in {place.data}, in a PostgreSQL of its own.", first_team(owner))
            dsn = engine.addresses.app
        else:
            dsn = place.dsn
            lines = ("It keeps everything in the PostgreSQL of its DSN.",)
        database = opened.enter_context(TeamDatabase(dsn, system_clock))
        yield database, lines


def first_team(owner: Any) -> str:
    """Make a team with an owner named after the account, where there is none; a line that says whose teams there are."""
    from scrubjay_team.people.teams import Teams

    with owner.transaction() as connection:
        teams = Teams(connection, system_clock)
        there = teams.all()
        if there:
            return f"Teams: {', '.join(team.name for team in there[:10])}."
        team, member = teams.create(FIRST, getpass.getuser())
        return f"It has no team yet, so it made {team.name!r} with you, {member.name}, as its owner."


def warnings(place: TeamPlace) -> Iterator[str]:
    """What may be wrong with how a place is served."""
    if place.host not in LOOPBACK and not place.url.startswith("https://"):
        yield (
            f"{place.host} is reachable by others, and this server speaks plain HTTP: tokens would be read on the way. "
            "Put a proxy with TLS in front, and name its address: --url https://…"
        )
    elif place.url and not place.url.startswith("https://"):
        yield f"{place.url} isn't https, so tokens can be read on the way. Put a proxy with TLS in front."


def begin_lines(place: TeamPlace, address: str) -> tuple[str, ...]:
    """How the owner begins: the next commands, in another terminal."""
    at = f"{place.url or address}/mcp"
    return (
        "Next, in another terminal:",
        "  scrubjay team repository add https://… (a repository to mirror and search)",
        f"  scrubjay team token create {getpass.getuser()} (prints a token, once)",
        f'  claude mcp add --transport http team {at} --header "Authorization: Bearer $TOKEN"',
        "Ctrl-C ends the server.",
    )


def _in_address(host: str) -> str:
    """A host as an address names it; one that stands for all is shown as this machine's own."""
    shown = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    return f"[{shown}]" if ":" in shown else shown
