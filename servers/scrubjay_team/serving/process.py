"""The process of a team's server, put together: its database, its first team, its worker, and its address."""

import getpass
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from scrubjay.errors import ConfigError
from scrubjay.inference.choose import make_embedder
from scrubjay.model.clock import system_clock
from scrubjay.model.frozen import dataclass, field
from scrubjay.settings.layers import load_settings
from scrubjay_team.database.checks import check_app
from scrubjay_team.database.connecting import TeamDatabase
from scrubjay_team.database.opening import serving
from scrubjay_team.database.owner import OwnerDatabase
from scrubjay_team.index.api import index_mirror
from scrubjay_team.mirrors.api import finish_removals
from scrubjay_team.mirrors.opening import RouteOpener
from scrubjay_team.mirrors.refreshing import MirrorRefresher
from scrubjay_team.mirrors.states import MirrorStates
from scrubjay_team.mirrors.watching import FetchLimits
from scrubjay_team.mirrors.webhook import Hooks
from scrubjay_team.mirrors.worker import MirrorWorker
from scrubjay_team.people.names import cleaned_name
from scrubjay_team.people.teams import FIRST, Teams
from scrubjay_team.place import ADDRESS, DSN_VARIABLE, TeamPlace
from scrubjay_team.serving import life
from scrubjay_team.serving.admission import AllowedHosts
from scrubjay_team.serving.behind import ProcessBehind
from scrubjay_team.serving.calls import TeamServices
from scrubjay_team.serving.gate import TeamGate
from scrubjay_team.serving.server import TeamServer

if TYPE_CHECKING:
    from uuid import UUID

    from scrubjay.extensions.kinds.content import Embedder
    from scrubjay_team.mirrors.mirror import Mirror
    from scrubjay_team.mirrors.watching import Progress

FIRST_OWNER: Final = "owner"
"""The first team's owner, where the account's name is none that a member may have."""

HOME: Final = "home"
"""The folder, beside a mirror, of what the core keeps of it."""

MB: Final = 1_000_000
LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")

Say = Callable[..., None]


@dataclass(frozen=True, slots=True)
class OpenedDatabase:
    """A database that is up to date, the DSN of the app's role, and lines that say which it is and whose."""

    database: TeamDatabase
    dsn: str = field(repr=False)
    lines: tuple[str, ...]


def serve_place(place: TeamPlace, environment: Mapping[str, str], say: Say) -> None:
    """Serve a place until Ctrl-C or SIGTERM. Running answers end, then the worker, then PostgreSQL.

    Raises UsageError where the address can't be had, and whatever the database's opening raises.
    """
    life.log_to_stderr()
    with ExitStack() as opened:
        listening = opened.enter_context(life.listening_on(place.host, place.port))
        address = f"http://{_in_address(place.host)}:{listening.getsockname()[1]}"
        here = open_database(place, opened)
        settings = load_settings(environment)
        embedder = make_embedder(settings)
        hosts = AllowedHosts.of(place.host, place.url)
        server = TeamServer(TeamServices.of(here.database, system_clock, embedder, settings.retrieval))
        behind = ProcessBehind(here.database, Hooks(here.database, place.data, system_clock))
        gate = TeamGate(server.application(hosts), behind, hosts)
        opened.enter_context(worker_of(place, here, embedder, environment).running())
        for line in warnings(place):
            say(f"warning: {line}", sys.stderr)

        def ready() -> None:
            opened.enter_context(told_address(place.data, place.url or address))
            at = f"{place.url or address}/mcp"
            for line in (f"scrubjay serves a team at {at}", *here.lines, *begin_lines(at)):
                say(line)

        life.serve(gate, server.session_manager, listening, ready)


@contextmanager
def told_address(data: Path, address: str) -> Iterator[None]:
    """Write where the server answers into its data folder, for `scrubjay team status`, while it does."""
    file = data / ADDRESS
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    file.touch(mode=0o600)
    file.write_text(f"{address}\n", encoding="utf-8")
    try:
        yield
    finally:
        file.unlink(missing_ok=True)


def open_database(place: TeamPlace, opened: ExitStack) -> OpenedDatabase:
    """Open the database of a place: the embedded one, brought up to date, or the one of a DSN, which is only checked.

    What is opened ends with `opened`. Raises EngineUnavailable, EngineBusy, TeamDatabaseRefused and the like.
    """
    if place.embedded:
        addresses = opened.enter_context(serving(place.data))
        dsn, where = addresses.app, f"It keeps everything in {place.data}, in a PostgreSQL of its own."
        owner = OwnerDatabase(addresses.owner)
        finish_removals(owner, place.data, system_clock())
        lines: tuple[str, ...] = (where, first_team(owner))
    elif place.dsn:
        check_app(place.dsn, system_clock())
        dsn, lines = place.dsn, ("It keeps everything in the PostgreSQL of its DSN.",)
    else:
        raise ConfigError(
            "There is a DSN for the owner and none for the server itself. Set team.dsn in config.yaml, or "
            f"{DSN_VARIABLE}, to that of scrubjay_app."
        )
    return OpenedDatabase(opened.enter_context(TeamDatabase(dsn, system_clock)), dsn, lines)


def first_team(owner: OwnerDatabase) -> str:
    """Make a team with an owner named after the account, where there is none; a line that says which there are."""
    with owner.transaction() as connection:
        teams = Teams(connection, system_clock)
        teams.hold()
        if there := teams.all():
            return f"Teams: {', '.join(team.name for team in there[:10])}."
        team, member = teams.create(FIRST, account())
        return f"It had no team yet, so it made {team.name!r} with {member.name!r} as its owner."


def account() -> str:
    """The name of the account that runs the server, as a member may have it."""
    try:
        return cleaned_name(getpass.getuser(), FIRST_OWNER)
    except (KeyError, OSError):
        return FIRST_OWNER


def worker_of(
    place: TeamPlace, here: OpenedDatabase, embedder: "Embedder | None", environment: Mapping[str, str]
) -> MirrorWorker:
    """The worker of a place: what fetches mirrors, within which limits, and what indexes them. Nothing runs yet."""
    section, path = place.section, environment.get("PATH", os.defpath)

    def index(project: "UUID", mirror: "Mirror", progress: "Progress") -> None:
        index_mirror(
            here.database, project, mirror.tree, mirror.tags, home=mirror.folder / HOME, progress=progress,
            embedder=embedder, environment=environment,
        )  # fmt: skip

    limits = FetchLimits(section.mirror_mb * MB, section.mirror_objects, section.fetch_seconds)
    refresher = MirrorRefresher(
        states=MirrorStates(here.database, system_clock, section.fetch_minutes), data=place.data, limits=limits,
        open_route=RouteOpener(section.private_addresses, path), index=index, path=path,
    )  # fmt: skip
    return MirrorWorker(here.dsn, refresher)


def warnings(place: TeamPlace) -> Iterator[str]:
    """What may be wrong with how a place is served."""
    if place.host not in LOOPBACK and not place.url.startswith("https://"):
        yield (
            f"{place.host} may be reached by others, and this server speaks plain HTTP: tokens could be read on the "
            "way. Put a proxy with TLS in front, and name its address: --url https://…"
        )
    elif place.url and not place.url.startswith("https://"):
        yield f"{place.url} isn't https, so tokens could be read on the way. Put a proxy with TLS in front."


def begin_lines(at: str) -> tuple[str, ...]:
    """How the owner begins: the next commands, in another terminal."""
    return (
        "Next, in another terminal:",
        "  scrubjay team repository add NAME https://…   mirrors a repository, to be searched",
        f"  scrubjay team token create {account()}   prints a token, once",
        f'  claude mcp add --transport http team {at} --header "Authorization: Bearer sj_pat_…"',
        "Ctrl-C ends the server.",
    )


def _in_address(host: str) -> str:
    """A host as an address names it; one that stands for all is shown as this machine's own."""
    shown = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    return f"[{shown}]" if ":" in shown else shown
