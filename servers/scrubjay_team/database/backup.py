"""Backups of a team's embedded database: made, restored, tried; and how a team's own PostgreSQL is backed up."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from shlex import quote
from typing import IO, Any, Final

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from scrubjay.errors import BackupDamaged, ScrubjayError, UsageError
from scrubjay.model.frozen import dataclass
from scrubjay_team.database.archive import TeamBackup, opened_archive, write_archive
from scrubjay_team.database.connecting import Connection, Q, connected
from scrubjay_team.database.migrate import landed_migrations, migrate, migrations
from scrubjay_team.database.opening import AS_THEY_ARE, joined
from scrubjay_team.database.owner import OwnerDatabase
from scrubjay_team.database.roles import RolePasswords, make_database, make_empty_database
from scrubjay_team.engine.aside import finish, refuse_unfinished, restored_over, undo_cut_off
from scrubjay_team.engine.binaries import Binaries, find_binaries, usable
from scrubjay_team.engine.dump import WITHOUT, check_dump, read_dump, split_password, write_dump
from scrubjay_team.engine.embedded import DATABASE, EmbeddedPostgres, programs
from scrubjay_team.engine.scratch import THROWN_AWAY, scratch
from scrubjay_team.errors import EngineBusy, EngineFailed, MigrationFailed, RestoreUndone, TeamDatabaseRefused

ADMINISTRATOR: Final = "postgres"
"""The usual name of PostgreSQL's superuser."""


@dataclass(frozen=True, slots=True)
class TeamBackupMade:
    """A backup that was written: its file, its bytes, what it says of itself."""

    path: Path
    size: int
    backup: TeamBackup


@dataclass(frozen=True, slots=True)
class TeamRestored:
    """A backup that was restored: what it says of itself, and where the data are that were there before."""

    backup: TeamBackup
    old: Path | None


@dataclass(frozen=True, slots=True)
class TriedRestore:
    """A backup that was restored into a scratch cluster: what it says of itself, each table's rows there, its owner."""

    backup: TeamBackup
    rows: Mapping[str, int]
    owner: OwnerDatabase


def back_up(data: Path, target: Path, now: datetime, settings: Mapping[str, Any] | None = None) -> TeamBackupMade:
    """Write the embedded database into a new file, with the server's settings; a server may run meanwhile.

    Raises UsageError, EngineFailed, DiskFull.
    """
    with joined(data) as addresses:
        binaries = programs(data)
        superuser = make_conninfo(addresses.superuser, dbname=DATABASE)
        with connected(superuser) as connection:  # its transaction is open until the dump of the same moment is written
            moment = begin_moment(connection)
            schema = max((one.number for one in landed_migrations(connection)), default=0)
            backup = TeamBackup(binaries.major, schema, now.isoformat(), table_rows(connection), dict(settings or {}))
            size = write_archive(target, backup, lambda stream: write_dump(binaries, superuser, stream, moment))
    return TeamBackupMade(target, size, backup)


def begin_moment(connection: Connection) -> str:
    """Begin a transaction that sees one moment of the database; returns the moment's name, for other connections."""
    connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
    row = connection.execute(Q.export_moment).fetchone() or {}
    return str(row["moment"])


def table_rows(connection: Connection) -> Mapping[str, int]:
    """The rows of each table that a backup holds, read as a superuser."""
    found = {}
    for row in connection.execute(Q.kept_tables).fetchall():
        counting = sql.SQL("SELECT count(*) AS number FROM {}").format(sql.Identifier(row["schema"], row["name"]))
        number = (connection.execute(counting).fetchone() or {})["number"]
        found[f"{row['schema']}.{row['name']}"] = int(number)
    return found


def restore(data: Path, source: Path) -> TeamRestored:
    """Restore a backup into a new embedded cluster; data that are there are moved aside first, and kept.

    The roles get new passwords, so nothing that knew the old ones gets in. Raises UsageError, BackupDamaged,
    EngineBusy while a server runs, and RestoreUndone for what fails later: the data that were there are back then.
    """
    undo_cut_off(data)
    with opened_archive(source) as (backup, dump):
        binaries = _readable(data, source, backup, dump)
        try:
            old = _replace(data, binaries, dump)
        except EngineBusy:
            raise
        except (ScrubjayError, psycopg.Error, OSError) as error:
            refuse_unfinished(data)
            raise RestoreUndone(
                f"The restore failed. What was there before is back in {data}, so nothing was changed. {error}"
            ) from error
    return TeamRestored(backup, old)


@contextmanager
def tried(data: Path, source: Path) -> Iterator[TriedRestore]:
    """Restore a backup into a scratch cluster beside the server's, which may run; it is thrown away at the end.

    Raises UsageError, BackupDamaged, EngineBusy while another one is tried, RestoreUndone where it can't be restored.
    """
    with opened_archive(source) as (backup, dump), scratch(data) as folder:
        binaries = _readable(data, source, backup, dump)
        try:
            with EmbeddedPostgres(folder, settings=THROWN_AWAY) as engine:
                rows = _load(engine, binaries, dump)
                yield TriedRestore(backup, rows, OwnerDatabase(engine.addresses.owner))
        except (EngineFailed, MigrationFailed, TeamDatabaseRefused, psycopg.Error) as error:
            raise RestoreUndone(f"{source} can't be restored. Nothing was changed. {error}") from error


def _readable(data: Path, source: Path, backup: TeamBackup, dump: IO[bytes]) -> Binaries:
    """The programs for a backup that this release can restore and that is whole. Raises UsageError, BackupDamaged."""
    newest = migrations()[-1].number
    if backup.schema > newest:
        raise UsageError(
            f"{source} has schema {backup.schema}, and this scrubjay knows schema {newest}. Nothing was changed. "
            "Upgrade this one: `pip install '.[team]'`."
        )
    brought = usable(find_binaries(), None, data)  # as this account, so that a refusal has copied nothing
    if backup.postgres > brought.major:
        raise UsageError(
            f"{source} is of PostgreSQL {backup.postgres}, this scrubjay brings {brought.version}. Nothing was "
            "changed. Upgrade this one: `pip install '.[team]'`."
        )
    binaries = programs(data)
    try:
        check_dump(binaries, dump)
    except EngineFailed as error:
        raise BackupDamaged(f"{source} holds a dump that can't be read whole. Nothing was changed. {error}") from None
    dump.seek(0)
    return binaries


def _replace(data: Path, binaries: Binaries, dump: IO[bytes]) -> Path | None:
    """Load a dump into a new cluster, in the place of the old one; returns where that one is now."""
    with EmbeddedPostgres(data, settings=AS_THEY_ARE, restoring=True) as engine:
        _load(engine, binaries, dump)
        old = restored_over(data)
        finish(data)
    return old


def _load(engine: EmbeddedPostgres, binaries: Binaries, dump: IO[bytes]) -> Mapping[str, int]:
    """Load a dump into an empty cluster, and bring it up to date; returns each table's rows as they were loaded."""
    passwords = RolePasswords(engine.passwords.owner, engine.passwords.app, engine.passwords.worker)
    make_empty_database(engine.addresses.superuser, DATABASE, passwords)
    superuser = make_conninfo(engine.addresses.superuser, dbname=DATABASE)
    read_dump(binaries, superuser, dump)
    with connected(superuser) as connection:
        rows = table_rows(connection)
    make_database(engine.addresses.superuser, DATABASE, passwords)
    migrate(OwnerDatabase(engine.addresses.owner))
    return rows


def dump_command(dsn: str, target: Path) -> str:
    """What an administrator runs to back a team's own PostgreSQL up: row-level security holds every other role back.

    `dsn` leads there, as whichever role; its password isn't shown: the program asks for the administrator's.
    """
    return f"pg_dump --format=custom {' '.join(WITHOUT)} --file={quote(str(target))} --dbname={_administrator(dsn)}"


def load_command(dsn: str, source: Path) -> str:
    """What an administrator runs to restore such a dump into a database with the roles and without our schemas."""
    return f"pg_restore --single-transaction --exit-on-error --dbname={_administrator(dsn)} {quote(str(source))}"


def _administrator(dsn: str) -> str:
    """The address of a database as its administrator, for a shell."""
    return quote(make_conninfo(split_password(dsn)[0], user=ADMINISTRATOR))
