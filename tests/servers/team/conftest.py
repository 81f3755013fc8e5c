"""One embedded PostgreSQL a test process, and a migrated database of its own for each test that asks for one."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path

import psycopg
import pytest
from psycopg import Connection
from psycopg.conninfo import make_conninfo
from psycopg.rows import DictRow, dict_row

from scrubjay_team.database.connecting import TeamDatabase
from scrubjay_team.database.migrate import migrate
from scrubjay_team.database.owner import OwnerDatabase
from scrubjay_team.database.roles import RolePasswords, make_database
from scrubjay_team.database.working import WorkerDatabase
from scrubjay_team.engine.embedded import Addresses, EmbeddedPostgres
from scrubjay_team.engine.places import ELSEWHERE, find_place
from scrubjay_team.engine.postmaster import find_running, stop
from tests.servers.team.makers import NOW

FAST = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "shared_buffers": "32MB",
    "dynamic_shared_memory_type": "mmap",
}

_numbers = count(1)


def short_folder() -> Path:
    """A new folder in memory, with a short name; another account can enter it, since root's PostgreSQL runs as one."""
    memory = Path("/dev/shm")  # noqa: S108
    folder = Path(tempfile.mkdtemp(prefix="sj-", dir=memory if memory.is_dir() else None))
    folder.chmod(0o711)
    return folder


@pytest.fixture
def folder() -> Iterator[Path]:
    """An empty folder, in which whatever runs at the end is stopped."""
    folder = short_folder()
    yield folder
    data = find_place(folder).data
    running = find_running(data)
    if running is not None:
        stop(running, data)
    shutil.rmtree(folder)


def sweep(below: Path) -> None:
    """Remove the clusters of data folders below a folder, which root's are apart from; what runs there is stopped."""
    for data in {lock.parent for lock in below.rglob("lock")}:
        place = find_place(data)
        running = find_running(place.data)
        if running is not None:
            stop(running, place.data)
        if place.folder.parent == ELSEWHERE:
            for folder in ELSEWHERE.glob(f"{place.folder.name}*"):
                shutil.rmtree(folder)


class SetClock:
    """A clock that stands where a test set it."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now


@dataclass(frozen=True)
class Databases:
    """One migrated database: as the app, as the worker, as the owner, and how each reaches it."""

    app: TeamDatabase
    worker: WorkerDatabase
    owner: OwnerDatabase
    clock: SetClock
    addresses: Addresses


@contextmanager
def outlived(folder: Path) -> Iterator[None]:
    """A guard that stops PostgreSQL and removes its folder as soon as this process is gone, however it ended."""
    clear = 'read -r end; [ "$end" ] && exit; kill -QUIT "$(head -n 1 "$1/postgres/data/postmaster.pid")"; rm -rf "$1"'
    guard = subprocess.Popen(
        ["sh", "-c", clear, "sh", str(folder)], stdin=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        yield
    finally:
        guard.communicate(b"end\n")


@pytest.fixture(scope="session")
def postgres() -> Iterator[EmbeddedPostgres]:
    """A cluster in memory with the migrated database `scrubjay`, which the tests' databases are copies of."""
    folder = short_folder()
    try:
        with outlived(folder), EmbeddedPostgres(folder, settings=FAST) as engine:
            at = engine.addresses
            its = engine.passwords
            make_database(at.superuser, "scrubjay", RolePasswords(its.owner, its.app, its.worker))
            migrate(OwnerDatabase(at.owner))
            yield engine
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def databases(postgres: EmbeddedPostgres) -> Iterator[Databases]:
    """A fresh migrated database; `clock` stands at NOW until a test sets it."""
    with fresh_database(postgres) as databases:
        yield databases


@contextmanager
def fresh_database(postgres: EmbeddedPostgres) -> Iterator[Databases]:
    """A fresh migrated database, dropped at the end."""
    name = f"test_{next(_numbers)}"
    with psycopg.connect(postgres.addresses.superuser, autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name} TEMPLATE scrubjay STRATEGY file_copy")
    at = Addresses(*(_renamed(one, name) for one in vars_of(postgres.addresses)))
    clock = SetClock(NOW)
    with TeamDatabase(at.app, clock) as app, WorkerDatabase(at.worker) as worker:
        yield Databases(app, worker, OwnerDatabase(at.owner), clock, at)
    with psycopg.connect(postgres.addresses.superuser, autocommit=True) as admin:
        admin.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def watched(databases: Databases) -> Iterator[tuple[Connection[DictRow], list[str]]]:
    """A connection as the app without prejudice for scans, and the plans of all that it runs, in functions as well."""
    plans: list[str] = []
    with psycopg.connect(databases.addresses.superuser, row_factory=dict_row) as connection:
        connection.execute("LOAD 'auto_explain'")
        for name, value in (
            ("auto_explain.log_min_duration", "0"), ("auto_explain.log_nested_statements", "on"),
            ("client_min_messages", "log"), ("enable_seqscan", "off"), ("search_path", "scrubjay, public"),
        ):  # fmt: skip
            connection.execute("SELECT set_config(%s, %s, false)", [name, value])
        connection.add_notice_handler(lambda notice: plans.append(str(notice.message_primary)))
        connection.execute("SET SESSION AUTHORIZATION scrubjay_app")
        yield connection, plans


def vars_of(addresses: Addresses) -> tuple[str, str, str, str]:
    return addresses.superuser, addresses.owner, addresses.app, addresses.worker


def _renamed(dsn: str, name: str) -> str:
    return make_conninfo(dsn, dbname=name)
