"""Online copy of a database while others write to it, and the integrity check of a copy."""

import os
from contextlib import closing
from pathlib import Path

from scrubjay.errors import DiskFailed, StorageCorrupt, StorageError
from scrubjay.model.frozen import dataclass
from scrubjay.storage import driver
from scrubjay.storage.failures import probe_errno, translate
from scrubjay.storage.filesystem import access_to, file_error, private_file, private_folder, read_only, write_error


@dataclass(frozen=True, slots=True)
class Inspection:
    """The result of checking a file: its schema version, and SQLite's complaints, if any."""

    version: int
    complaints: tuple[str, ...]


def copy_database(source: Path, target: Path, access: driver.Access | None = None) -> None:
    """Copy a snapshot of the committed content of `source` into one file without a log; writers go on meanwhile.

    The copy is written beside the target, synced and renamed, so a target is always complete.
    Raises StorageError.
    """
    private_folder(target.parent)
    part = target.with_name(f".{target.name}.part")
    part.unlink(missing_ok=True)
    private_file(part)
    try:
        with (
            closing(driver.connect(source, access=access or access_to(source))) as old,
            closing(driver.connect(part)) as new,
        ):
            old.backup(new, pages=-1)  # in one step: stepwise, each write restarts it
            new.execute("PRAGMA journal_mode = DELETE")
        sync(part)
        part.replace(target)
    except driver.DatabaseError as error:
        raise _copy_error(error, source, part) from error
    except OSError as error:
        raise file_error(target, error) from error
    finally:
        part.unlink(missing_ok=True)


def _copy_error(error: driver.DatabaseError, source: Path, part: Path) -> StorageError:
    """The error that says why a copy failed, by a write probe or a check of the source, as the driver gives no code."""
    if met := probe_errno(part, source.stat().st_size):
        return write_error(part, met)
    if hasattr(error, "sqlite_errorcode"):
        return translate(error, source)
    complaints = inspect(source, access_to(source)).complaints
    return StorageCorrupt(f"{source}: {complaints[0]}. {StorageCorrupt()}") if complaints else DiskFailed()


def inspect(file: Path, access: driver.Access = "immutable") -> Inspection:
    """The schema version of a file that nobody writes, and complaints about it. Raises StorageError for no database."""
    try:
        with closing(driver.connect(file, access=access)) as connection:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            problems = [str(row[0]) for row in connection.execute("PRAGMA quick_check(5)").fetchall()]
    except driver.DatabaseError as error:
        raise translate(error, file) from error
    return Inspection(int(version), () if problems == ["ok"] else tuple(problems))


def in_use(file: Path) -> bool:
    """Whether another connection has the database open: while one has, the file can't leave WAL mode.

    Without WAL this can't be determined, and the answer is False.
    """
    if read_only(file) or not file.is_file():
        return False
    try:
        with closing(driver.connect(file, timeout=0)) as connection:
            (journal,) = connection.execute("PRAGMA journal_mode").fetchone()
            if journal != "wal":
                return False
            connection.execute("PRAGMA journal_mode = DELETE").fetchone()
            connection.execute("PRAGMA journal_mode = WAL").fetchone()
    except driver.DatabaseError as error:
        return (getattr(error, "sqlite_errorcode", 0) & 0xFF) in (driver.SQLITE_BUSY, driver.SQLITE_LOCKED)
    return False


def sync(file: Path) -> None:
    """Sync a file to disk."""
    descriptor = os.open(file, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


FOLDER = "backups"
KEPT = 2
"""Copies of one database that are kept: from before the last upgrade and from before the previous one."""


def copy_before_upgrade(path: Path, version: int) -> Path:
    """Copy a database before it is migrated; returns the copy's path. Raises StorageError."""
    target = path.parent / FOLDER / f"{path.stem}-schema-{version:04}.db"
    copy_database(path, target)
    for old in upgrade_copies(path)[:-KEPT]:
        old.unlink(missing_ok=True)
    return target


def upgrade_copies(path: Path) -> tuple[Path, ...]:
    """The copies of a database that upgrades made, oldest schema first."""
    return tuple(sorted((path.parent / FOLDER).glob(f"{path.stem}-schema-*.db")))
