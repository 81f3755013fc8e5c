"""The process of a team's server, put together: its database, its first team, its worker, and its address."""

import getpass
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from scrubjay.errors import ConfigError
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.inference.choose import make_embedder
from scrubjay.model.clock import system_clock
from scrubjay.model.frozen import dataclass, field
from scrubjay.settings.layers import load_settings
from scrubjay.storage.filesystem import ASKING_S, file_lock
from scrubjay_team.api.application import TeamApi
from scrubjay_team.api.me import server_id
from scrubjay_team.archives.archives import archives_of
from scrubjay_team.archives.objects import archive_objects
from scrubjay_team.audit.telling import audit_telling
from scrubjay_team.database.checks import check_app, check_worker
from scrubjay_team.database.connecting import TeamDatabase
from scrubjay_team.database.opening import serving
from scrubjay_team.database.owner import OwnerDatabase
from scrubjay_team.database.working import WorkerDatabase
from scrubjay_team.engine.places import find_place
from scrubjay_team.mirrors.api import Sealer, finish_removals, key_provider, sampled_state
from scrubjay_team.mirrors.webhook import Hooks
from scrubjay_team.oauth.application import OAuthApplication
from scrubjay_team.oauth.store import OAuthStore
from scrubjay_team.observing.logs import log_in_json
from scrubjay_team.observing.observed import observed
from scrubjay_team.page.application import TeamPage
from scrubjay_team.people.names import cleaned_name
from scrubjay_team.people.teams import Teams
from scrubjay_team.place import ADDRESS, DSN_VARIABLE, WORKER_VARIABLE, TeamPlace
from scrubjay_team.private import own_file, own_folder
from scrubjay_team.serving import life
from scrubjay_team.serving.admission import AllowedHosts
from scrubjay_team.serving.asked_kinds import AskedKinds
from scrubjay_team.serving.behind import ProcessBehind
from scrubjay_team.serving.calls import TeamServices
from scrubjay_team.serving.gate import Applications, TeamGate
from scrubjay_team.serving.relaying import behind_proxies
from scrubjay_team.serving.server import TeamServer
from scrubjay_team.serving.working import worker_of
from scrubjay_team.signin.configured import sign_in_of

FIRST: Final = "team"
"""The name of the team that a server makes where there is none."""

FIRST_OWNER: Final = "owner"
"""Its owner's, where the account's name is none that a member may have."""

LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")

ANSWERS_ALONE: Final = (
    "It answers, and fetches no repository: how scrubjay_worker signs in isn't known here (team.worker_dsn, or "
    f"{WORKER_VARIABLE}). Another server over the same database may do it."
)

Say = Callable[..., None]


@dataclass(frozen=True, slots=True)
class OpenedDatabase:
    """A database that is up to date, the worker's DSN (empty: nothing is fetched), and lines that say which it is."""

    database: TeamDatabase
    worker: str = field(repr=False)
    lines: tuple[str, ...]


def serve_place(place: TeamPlace, environment: Mapping[str, str], say: Say) -> None:
    """Serve a place until Ctrl-C or SIGTERM. Running answers end, then the worker, then PostgreSQL.

    Raises UsageError where the address can't be had, and whatever the database's opening raises.
    """
    life.log_to_stderr()
    if place.section.logs == "json":
        say = log_in_json(say)
    with ExitStack() as opened:
        listening = opened.enter_context(life.listening_on(place.host, place.port))
        address = f"http://{_in_address(place.host)}:{listening.getsockname()[1]}"
        here = open_database(place, opened)
        settings = load_settings(environment)
        embedder = make_embedder(settings)
        hosts = AllowedHosts.of(place.host, place.url)
        registry = ExtensionRegistry.of(place.home)
        keys, kinds = key_provider(place, environment), AskedKinds.of(registry)
        say_lost_key(here.database, Sealer(place.data, keys), say)
        objects = archive_objects(place.section.archives, place.home, environment)
        sign_in = sign_in_of(place, here.database, system_clock, environment, registry)
        services = TeamServices.of(
            here.database, system_clock, embedder, settings.retrieval, listen_dsn=place.listen_dsn, kinds=kinds,
            sign_in=sign_in, archives=archives_of(place.section.archives, objects, here.database, system_clock),
        )  # fmt: skip
        server = TeamServer(services)
        behind = ProcessBehind(here.database, Hooks(here.database, place.data, system_clock, keys))
        oauth = OAuthApplication(OAuthStore(here.database, system_clock), sign_in.still_valid, place.url)
        applications = Applications(
            mcp=server.application(hosts), api=TeamApi(services), page=TeamPage(services, place.url), oauth=oauth
        )
        gate = TeamGate(applications, behind, hosts, server_id(here.database))
        if here.worker:
            database = opened.enter_context(WorkerDatabase(here.worker))
            worker = worker_of(
                place, database, here.worker, embedder=embedder, clock=system_clock, environment=environment, keys=keys,
                sign_in=sign_in, objects=objects,
            )  # fmt: skip
            opened.enter_context(worker.running())
        for line in warnings(place):
            say(f"warning: {line}", sys.stderr)

        def ready() -> None:
            opened.enter_context(told_address(place.data, place.url or address))
            at = f"{place.url or address}/mcp"
            for line in (f"scrubjay serves a team at {at}", *here.lines, *begin_lines(at)):
                say(line)

        watched = opened.enter_context(observed(gate, here.database, place.section))
        served = behind_proxies(watched, place.section.proxies)
        life.serve(life.TeamHttp(served, services.changes), server.session_manager, listening, ready)


def say_lost_key(database: TeamDatabase, sealer: Sealer, say: Say) -> None:
    """Say, before anything else, that secrets can't be opened; what needs none of them is served all the same."""
    with database.plain() as connection:
        state = sampled_state(connection, sealer)
    if state.warning:
        say(state.warning, sys.stderr)


@contextmanager
def told_address(data: Path, address: str) -> Iterator[None]:
    """Say in the data folder where the server answers, for the commands: for as long as it holds the file's lock."""
    file = own_file(own_folder(data) / ADDRESS)
    with file_lock(file, patience_s=ASKING_S) as ours:
        if ours:  # else another server of the same PostgreSQL tells its own
            file.write_text(f"{address}\n", encoding="utf-8")
        yield


def open_database(place: TeamPlace, opened: ExitStack) -> OpenedDatabase:
    """Open the database of a place: the embedded one, brought up to date, or the one of a DSN, which is only checked.

    What is opened ends with `opened`. Raises EngineUnavailable, EngineBusy, TeamDatabaseRefused and the like.
    """
    if place.embedded:
        addresses = opened.enter_context(serving(place.data))
        dsn, worker, cluster = addresses.app, addresses.worker, find_place(place.data).folder
        where = f"It keeps everything in {place.data}, with a PostgreSQL of its own in {cluster}."
        owner = OwnerDatabase(addresses.owner, audit_telling(place.home))
        finish_removals(owner, place.data, system_clock())
        lines: tuple[str, ...] = (where, first_team(owner))
    elif place.dsn:
        dsn, worker = place.dsn, place.worker_dsn
        lines = ("It keeps everything in the PostgreSQL of its DSN.", *(() if worker else (ANSWERS_ALONE,)))
    else:
        raise ConfigError(
            "There is a DSN for the owner and none for the server itself. Set team.dsn in config.yaml, or "
            f"{DSN_VARIABLE}, to that of scrubjay_app."
        )
    if behind := check_app(dsn, system_clock()):
        lines = (f"warning: {behind}", *lines)
    if worker:
        check_worker(worker, system_clock())
    database = opened.enter_context(TeamDatabase(dsn, system_clock, past_dsn=place.listen_dsn))
    database.on_audit = audit_telling(place.home)
    return OpenedDatabase(database, worker, lines)


def first_team(owner: OwnerDatabase) -> str:
    """Make a team with an owner named after the account, where there is none; a line that says which there are."""
    with owner.transaction() as connection:
        teams = Teams(connection, system_clock)
        if there := teams.all():
            return f"Teams: {', '.join(team.name for team in there[:10])}."
        team, member = teams.create(FIRST, cleaned_name(account(), FIRST_OWNER))
        return f"It had no team yet, so it made {team.name!r} with {member.name!r} as its owner."


def account() -> str:
    """The name of the account that runs the server."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return FIRST_OWNER


def warnings(place: TeamPlace) -> Iterator[str]:
    """What may be wrong with how a place is served."""
    if place.host not in LOOPBACK and not place.url.startswith("https://"):
        yield (
            f"{place.host} may be reached by others, and this server speaks plain HTTP: tokens could be read on the "
            "way. Put a proxy with TLS in front, and name its address: --url https://…"
        )
    elif place.url and not place.url.startswith("https://"):
        yield f"{place.url} isn't https, so tokens could be read on the way. Put a proxy with TLS in front."
    if place.host not in LOOPBACK and not place.url:
        yield (
            "Requests are answered that name this machine as localhost or 127.0.0.1, or as the address that it listens "
            "on. For any other name or address type it: --url https://…"
        )


def begin_lines(at: str) -> tuple[str, ...]:
    """How the owner begins: the next commands, in another terminal."""
    return (
        "Next, in another terminal:",
        f"  scrubjay team member sign-in {account()}   prints a link that opens the page in a browser, once",
        "  scrubjay team invite NAME   prints an address by which somebody joins the team, once",
        "  scrubjay team repository add NAME https://…   mirrors a repository, to be searched",
        f"  claude mcp add --transport http team {at}   then `claude mcp login team` asks you in the browser",
        "A program that can't sign in takes a token, which everybody makes on the page Tokens.",
        "Ctrl-C ends the server.",
    )


def _in_address(host: str) -> str:
    """A host as an address names it; one that stands for all is shown as this machine's own."""
    shown = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    return f"[{shown}]" if ":" in shown else shown
