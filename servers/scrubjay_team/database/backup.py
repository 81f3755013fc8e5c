"""Backups of a team's embedded database, and how a team's own PostgreSQL is backed up instead.

The file is a zip with a manifest and PostgreSQL's own dump, so that a DBA can use it without scrubjay.
"""

import json
import os
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from shlex import quote
from typing import IO, Final

import psycopg
from psycopg.conninfo import make_conninfo

from scrubjay.errors import BackupDamaged, DiskFull, ScrubjayError, UsageError
from scrubjay.model.disk import REFUSED
from scrubjay.model.frozen import dataclass
from scrubjay_team.database.connecting import connected
from scrubjay_team.database.migrate import landed_migrations, migrate, migrations
from scrubjay_team.database.opening import AS_THEY_ARE, joined
from scrubjay_team.database.owner import OwnerDatabase
from scrubjay_team.database.roles import RolePasswords, make_database, make_empty_database
from scrubjay_team.engine.aside import finish, refuse_unfinished, restored_over, undo_cut_off
from scrubjay_team.engine.binaries import Binaries, find_binaries, usable
from scrubjay_team.engine.dump import WITHOUT, check_dump, read_dump, split_password, write_dump
from scrubjay_team.engine.embedded import DATABASE, EmbeddedPostgres, programs
from scrubjay_team.errors import EngineBusy, EngineFailed, RestoreUndone

MANIFEST: Final = "manifest.json"
DUMP: Final = "database.dump"
KIND: Final = "scrubjay team backup"
FORMAT: Final = 1
LARGEST_MANIFEST: Final = 100_000

KEY: Final = "key"
"""The file of the data folder whose key seals credentials."""


@dataclass(frozen=True, slots=True)
class TeamBackup:
    """What a backup says of itself: PostgreSQL's major and the schema's number that it was made with, and when."""

    postgres: int
    schema: int
    made_at: str


@dataclass(frozen=True, slots=True)
class TeamBackupMade:
    """A backup that was written: its file, its bytes, what it says of itself, and sentences on what it doesn't hold."""

    path: Path
    size: int
    backup: TeamBackup
    without: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TeamRestored:
    """A backup that was restored: what it says of itself, where the data are that were there before, what is to do."""

    backup: TeamBackup
    old: Path | None
    next: tuple[str, ...]


def back_up(data: Path, target: Path, now: datetime) -> TeamBackupMade:
    """Write the embedded database into a new file; a server may run meanwhile.

    Raises UsageError, EngineFailed, DiskFull.
    """
    with joined(data) as addresses:
        binaries = programs(data)
        superuser = make_conninfo(addresses.superuser, dbname=DATABASE)
        with connected(superuser) as connection:
            schema = max((one.number for one in landed_migrations(connection)), default=0)
        backup = TeamBackup(binaries.major, schema, now.isoformat())
        size = write_archive(target, backup, lambda stream: write_dump(binaries, superuser, stream))
    return TeamBackupMade(target, size, backup, _without(data))


def _without(data: Path) -> tuple[str, ...]:
    return (
        "It doesn't hold the mirrors: a server that it is restored to fetches and indexes them again.",
        f"It doesn't hold the key that opens the credentials of repositories: copy {data / KEY} to another safe place.",
    )


def restore(data: Path, source: Path) -> TeamRestored:
    """Restore a backup into a new embedded cluster; data that are there are moved aside first, and kept.

    The roles get new passwords, so nothing that knew the old ones gets in. Raises UsageError, BackupDamaged,
    EngineBusy while a server runs, and RestoreUndone for what fails later: the data that were there are back then.
    """
    undo_cut_off(data)
    with opened_archive(source) as (backup, dump):
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
            raise BackupDamaged(
                f"{source} holds a dump that can't be read whole. Nothing was changed. {error}"
            ) from None
        dump.seek(0)
        try:
            old = _replace(data, binaries, dump)
        except EngineBusy:
            raise
        except (ScrubjayError, psycopg.Error, OSError) as error:
            refuse_unfinished(data)
            raise RestoreUndone(
                f"The restore failed. What was there before is back in {data}, so nothing was changed. {error}"
            ) from error
    return TeamRestored(backup, old, _next(data))


def _replace(data: Path, binaries: Binaries, dump: IO[bytes]) -> Path | None:
    """Load a dump into a new cluster, in the place of the old one; returns where that one is now."""
    with EmbeddedPostgres(data, settings=AS_THEY_ARE, restoring=True) as engine:
        passwords = RolePasswords(engine.passwords.owner, engine.passwords.app, engine.passwords.worker)
        make_empty_database(engine.addresses.superuser, DATABASE, passwords)
        read_dump(binaries, make_conninfo(engine.addresses.superuser, dbname=DATABASE), dump)
        make_database(engine.addresses.superuser, DATABASE, passwords)
        migrate(OwnerDatabase(engine.addresses.owner))
        old = restored_over(data)
        finish(data)
    return old


def _next(data: Path) -> tuple[str, ...]:
    fetched = "`scrubjay serve team` fetches and indexes the mirrors again."
    if (data / KEY).exists():
        return (fetched,)
    sealed = f"Credentials of repositories stay sealed until the old server's key is back: {data / KEY}, mode 0600."
    return (fetched, sealed)


def write_archive(path: Path, backup: TeamBackup, dump: Callable[[IO[bytes]], None]) -> int:
    """Write a backup as a new file, 0600, whole or not at all; returns its bytes. Raises UsageError, DiskFull."""
    if path.exists() or path.is_symlink():
        raise UsageError(f"{path} exists, and a backup overwrites nothing. Choose another name.")
    if not path.parent.is_dir():
        raise UsageError(f"{path} can't be written: there is no folder {path.parent}. Make it first.")
    try:
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=".scrubjay-backup-")
    except OSError as error:
        raise UsageError(f"{path} can't be written: {error.strerror}. Choose another folder.") from None
    part = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
                said = {
                    "kind": KIND, "format": FORMAT, "postgres": backup.postgres, "schema": backup.schema,
                    "made_at": backup.made_at,
                }  # fmt: skip
                archive.writestr(MANIFEST, json.dumps(said, indent=2) + "\n")
                with archive.open(DUMP, "w", force_zip64=True) as member:
                    dump(member)
            stream.flush()
            os.fsync(stream.fileno())
            size = stream.tell()
        _name(part, path)
    except OSError as error:
        if error.errno in REFUSED:
            raise DiskFull(f"{path} can't be written. {REFUSED[error.errno]}") from None
        raise
    finally:
        part.unlink(missing_ok=True)
    return size


def _name(part: Path, path: Path) -> None:
    """Give a finished file its name, unless somebody took it meanwhile. Raises UsageError."""
    try:
        os.link(part, path)
    except FileExistsError:
        raise UsageError(f"{path} exists meanwhile, and a backup overwrites nothing. Choose another name.") from None
    except OSError:  # a file system without hard links
        part.rename(path)


@contextmanager
def opened_archive(path: Path) -> Iterator[tuple[TeamBackup, IO[bytes]]]:
    """A backup that was read through once and is whole, and its dump. Raises BackupDamaged, UsageError."""
    try:
        archive = zipfile.ZipFile(path)
    except OSError as error:
        raise UsageError(f"{path} can't be read: {error.strerror}.") from None
    except zipfile.BadZipFile:
        raise BackupDamaged(f"{path} is damaged, cut off, or no backup of a team. Nothing was changed.") from None
    with archive:
        backup = _manifest(path, archive)
        with archive.open(DUMP) as dump:
            yield backup, dump


def _manifest(path: Path, archive: zipfile.ZipFile) -> TeamBackup:
    """The manifest of an archive, whose every byte has been checked."""
    try:
        if archive.getinfo(MANIFEST).file_size > LARGEST_MANIFEST or archive.getinfo(DUMP).compress_type:
            raise ValueError
        said = json.loads(archive.read(MANIFEST))
        if said["kind"] != KIND or archive.testzip() is not None:
            raise ValueError
        if int(said["format"]) > FORMAT:
            raise UsageError(f"{path} was written by a newer scrubjay. Nothing was changed; upgrade this one.")
        made_at = datetime.fromisoformat(said["made_at"]).isoformat()
        backup = TeamBackup(int(said["postgres"]), int(said["schema"]), made_at)
        if backup.schema < 0:
            raise ValueError
        return backup
    except (KeyError, ValueError, TypeError, RecursionError, OSError, zipfile.BadZipFile, NotImplementedError):
        raise BackupDamaged(f"{path} is damaged, cut off, or no backup of a team. Nothing was changed.") from None


def dump_command(dsn: str, target: Path) -> str:
    """What a DBA runs to back a team's own PostgreSQL up; without the password, for which it asks."""
    address = quote(split_password(dsn)[0])
    return f"pg_dump --format=custom {' '.join(WITHOUT)} --file={quote(str(target))} --dbname={address}"


def load_command(dsn: str, source: Path) -> str:
    """What a DBA runs to restore such a dump into an empty database whose roles exist."""
    address = quote(split_password(dsn)[0])
    return f"pg_restore --single-transaction --exit-on-error --dbname={address} {quote(str(source))}"
