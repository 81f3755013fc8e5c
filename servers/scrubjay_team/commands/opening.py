"""The owner's database for the length of a command: the embedded one by its socket, another one by the owner's DSN.

Apart from the other commands, since it imports the driver, which the help of a command doesn't need.
"""

import secrets
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from typing import TYPE_CHECKING

from psycopg.conninfo import make_conninfo

from scrubjay.storage.filesystem import is_locked
from scrubjay.storage.own import read_own, write_own
from scrubjay_team.audit.telling import audit_telling
from scrubjay_team.database.checks import check_owner
from scrubjay_team.database.migrate import landed_migrations, migrate, refuse_other_schema
from scrubjay_team.database.opening import joined
from scrubjay_team.database.owner import OwnerDatabase
from scrubjay_team.database.queries import load
from scrubjay_team.database.roles import LOGINS, RolePasswords, prepare
from scrubjay_team.database.working import WorkerDatabase
from scrubjay_team.engine.aside import MARK
from scrubjay_team.engine.passwords import FILE as PASSWORDS
from scrubjay_team.engine.places import find_place
from scrubjay_team.errors import TeamNotReady
from scrubjay_team.place import ADDRESS, APP_FILE, OWNER_FILE, OWNER_VARIABLE, WORKER_FILE, WORKER_VARIABLE, TeamPlace
from scrubjay_team.private import own_folder

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Connection

Q = load(__package__)

LONGEST = 1_000
"""Bytes of an address."""


@contextmanager
def owner_database(place: TeamPlace, now: datetime) -> Iterator[OwnerDatabase]:
    """The database of a server that was set up; an embedded one that doesn't run is started for the block.

    Raises TeamNotReady, and what `joined` and `check_owner` raise.
    """
    if place.embedded:
        if not is_set_up(place):
            raise TeamNotReady
        with joined(place.data) as addresses:
            yield OwnerDatabase(addresses.owner, audit_telling(place.home))
    else:
        owner = _own_database(place, now)
        refuse_other_schema(owner)
        yield owner


@contextmanager
def worker_database(place: TeamPlace) -> Iterator[WorkerDatabase]:
    """The database of a server that was set up, as its worker. Raises TeamNotReady, and what `joined` raises."""
    with ExitStack() as opened:
        if place.embedded:
            if not is_set_up(place):
                raise TeamNotReady
            dsn = opened.enter_context(joined(place.data)).worker
        else:
            dsn = place.worker_dsn
        if not dsn:
            raise TeamNotReady(
                "The server's PostgreSQL is your own, and how its worker signs in isn't known here. Name a file with "
                f"that DSN: the variable {WORKER_VARIABLE}, or team.worker_dsn in config.yaml."
            )
        yield opened.enter_context(WorkerDatabase(dsn, 2))


@contextmanager
def new_owner_database(place: TeamPlace, now: datetime) -> Iterator[OwnerDatabase]:
    """The same for a server that may be new, or of an older release: what its database lacks is made."""
    if place.embedded:
        with joined(own_folder(place.data)) as addresses:
            yield OwnerDatabase(addresses.owner, audit_telling(place.home))
    else:
        owner = _own_database(place, now)
        migrate(owner)
        yield owner


def migrated(place: TeamPlace, now: datetime) -> int:
    """Bring the database of a server that was set up to this release's schema; returns the schema's number.

    Raises TeamNotReady, and what `joined` and `check_owner` raise.
    """
    if place.embedded and not is_set_up(place):
        raise TeamNotReady
    with new_owner_database(place, now) as owner, owner.transaction() as connection:
        return max(one.number for one in landed_migrations(connection))


def _own_database(place: TeamPlace, now: datetime) -> OwnerDatabase:
    """Somebody's own database as the tables' owner, once it is fit to be used."""
    if not place.owner_dsn:
        raise TeamNotReady(
            "The server's PostgreSQL is your own, and how its owner signs in isn't known here. Name a file with that "
            f"DSN: `scrubjay team --dsn-file FILE`, the variable {OWNER_VARIABLE}, or team.owner_dsn in config.yaml."
        )
    check_owner(place.owner_dsn, now)
    own_folder(place.data)  # for the key that seals credentials, and for mirrors
    return OwnerDatabase(place.owner_dsn, audit_telling(place.home))


def prepare_own(place: TeamPlace, admin: str, now: datetime) -> str:
    """Make the roles in somebody's own database as its administrator, and keep how they sign in, in 0600 files.

    Returns an empty text, else the SQL that a DBA runs in its place. Raises TeamDatabaseRefused, StorageError.
    """
    passwords = RolePasswords(*(secrets.token_urlsafe(32) for _ in LOGINS))
    own_folder(place.data)
    if sql := prepare(admin, passwords, now):
        return sql
    given = (passwords.owner, passwords.app, passwords.worker)
    texts = zip((OWNER_FILE, APP_FILE, WORKER_FILE), LOGINS, given, strict=True)
    for file, role, password in texts:
        write_own(place.data / file, make_conninfo(admin, user=role, password=password))
    return ""


def is_set_up(place: TeamPlace) -> bool:
    """Whether a server's embedded database was made, be its data gone or not, or a restore into it cut off."""
    marks = (place.data / PASSWORDS, place.data / MARK)
    return any(one.exists() for one in marks) or (place.data.is_dir() and find_place(place.data).exists)


def address_of(place: TeamPlace) -> str:
    """Where the server that runs over the data folder answers, as it says itself; empty where none says so."""
    file = place.data / ADDRESS
    return (read_own(file, "the server's address", LONGEST) or "").strip() if is_locked(file) else ""


def address_of_hooks(place: TeamPlace) -> str:
    """Where a forge reaches the server: as it says itself, else as the settings do; empty where neither does."""
    return address_of(place) or place.url


def cluster_folder(place: TeamPlace) -> str:
    """The folder of the embedded database, which isn't below the data where root runs it; empty where there is none."""
    return str(find_place(place.data).folder) if place.embedded else ""


def version_and_size(connection: "Connection") -> tuple[str, int]:
    """The version of PostgreSQL, and the bytes of the team's database."""
    row = connection.execute(Q.server_state).fetchone() or {}
    return str(row.get("version", "")), int(row.get("size", 0))
