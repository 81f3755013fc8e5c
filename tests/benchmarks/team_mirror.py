"""A team's server over a mirrored repository, on loopback, for measurements: in an embedded PostgreSQL in memory."""

import asyncio
import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final
from uuid import UUID, uuid4

from scrubjay.extensions.kinds.content import Embedder
from scrubjay.model.frozen import dataclass
from scrubjay.settings.reading import RetrievalSettings
from scrubjay_team.api.application import TeamApi
from scrubjay_team.api.me import server_id
from scrubjay_team.database.connecting import TeamDatabase
from scrubjay_team.database.migrate import migrate
from scrubjay_team.database.owner import OwnerDatabase
from scrubjay_team.database.roles import RolePasswords, make_database
from scrubjay_team.database.working import WorkerDatabase
from scrubjay_team.engine.embedded import EmbeddedPostgres
from scrubjay_team.index.writing import index_mirror
from scrubjay_team.mirrors.adding import CheckedAddress, add_mirror
from scrubjay_team.mirrors.addresses import read_address
from scrubjay_team.mirrors.mirror import Mirror
from scrubjay_team.mirrors.refreshing import MirrorRefresher
from scrubjay_team.mirrors.states import MirrorStates
from scrubjay_team.mirrors.watching import FetchLimits
from scrubjay_team.mirrors.webhook import Hooks
from scrubjay_team.people.secret import new_token
from scrubjay_team.serving.admission import AllowedHosts
from scrubjay_team.serving.behind import ProcessBehind
from scrubjay_team.serving.calls import TeamServices
from scrubjay_team.serving.gate import Applications, TeamGate
from scrubjay_team.serving.life import TeamHttp, answer_until_left
from scrubjay_team.serving.server import TeamServer
from tests.servers.team.conftest import FAST, Databases, outlived
from tests.servers.team.mirrors.routes import file_route

ADDRESS: Final = "https://git.example/shop.git"
PROJECT: Final = """INSERT INTO project (id, team, name, address, open, created_at)
  VALUES (%s, %s, 'shop', %s, true, now())"""
TOKEN: Final = """INSERT INTO access_token (id, team, member, name, digest, scopes, created_at, expires_at)
  VALUES (%s, %s, %s, 'laptop', %s, '{search}', now(), now() + interval '1 day')"""


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorServer:
    """Where a server answers, its id, and a member's token."""

    url: str
    id: str
    token: str


@contextmanager
def databases_of(memory: Path) -> Iterator[Databases]:
    """A fresh migrated database in an embedded PostgreSQL, which ends with this process."""
    with outlived(memory), EmbeddedPostgres(memory, settings=FAST) as engine:
        at, its = engine.addresses, engine.passwords
        make_database(at.superuser, "scrubjay", RolePasswords(its.owner, its.app, its.worker))
        migrate(OwnerDatabase(at.owner))
        clock: Any = lambda: datetime.now(UTC)  # noqa: E731
        with TeamDatabase(at.app, clock) as app, WorkerDatabase(at.worker) as worker:
            yield Databases(app, worker, OwnerDatabase(at.owner), clock, at)


@contextmanager
def serving(databases: Databases, data: Path, embedder: Embedder, team: UUID, member: UUID) -> Iterator[VectorServer]:
    """Serve a team on loopback, to one member."""
    text, digest = new_token()
    with databases.owner.transaction() as connection:
        connection.execute(TOKEN, [uuid4(), team, member, digest])
    clock, hosts = databases.clock, AllowedHosts.of("127.0.0.1", "")
    services = TeamServices.of(databases.app, clock, embedder, RetrievalSettings())
    server = TeamServer(services)
    behind = ProcessBehind(databases.app, Hooks(databases.app, data, clock))
    named = server_id(databases.app)
    gate = TeamGate(Applications(mcp=server.application(hosts), api=TeamApi(services)), behind, hosts, named)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        quiet = TeamHttp(gate, services.changes)
        work = answer_until_left(quiet, server.session_manager, listening)
        thread = threading.Thread(target=asyncio.run, args=(work,), daemon=True)
        thread.start()
        try:
            yield VectorServer(url=f"http://127.0.0.1:{listening.getsockname()[1]}", id=named, token=text)
        finally:
            quiet.should_exit = True
            thread.join(10)


def mirrored(
    databases: Databases, team: UUID, repository: Path, data: Path, embedder: Embedder, also: UUID | None = None
) -> UUID:
    """A project with the mirror and the index of a repository, as the server's worker makes them.

    A mirror that is in the data already, and what was embedded of it, is taken on. `also`: a project that gets the same
    index.
    """
    there = sorted((data / "mirrors").glob("*"))
    project = UUID(there[0].name) if there else uuid4()
    with databases.owner.transaction() as connection:
        connection.execute(PROJECT, [project, team, ADDRESS])
        add_mirror(connection, project, CheckedAddress(read_address(ADDRESS), None), None, data, databases.clock())

    def index(project: UUID, mirror: Mirror, progress: object) -> None:
        for one in (project, also):
            if one is not None:
                index_mirror(databases.worker, one, mirror.tree, (), home=data / "mirror.home", embedder=embedder)

    refresher = MirrorRefresher(
        states=MirrorStates(databases.worker, databases.clock, 5), data=data, index=index, path=os.environ["PATH"],
        limits=FetchLimits(size=2_000_000_000, objects=5_000_000, seconds=600),
        open_route=lambda *_: nullcontext(file_route(repository)),
    )  # fmt: skip
    refresher.fetch(project)
    refresher.index(project)
    return project
