"""How is a database copied while others write it, and is a copy whole?"""

import os
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from scrubjay.storage import driver
from scrubjay.storage.failures import translate
from scrubjay.storage.filesystem import access_to, forbidden, private_file, private_folder, read_only


@dataclass(frozen=True, slots=True)
class Inspection:
    """The schema version of a file, and SQLite's complaints about it; none when it is whole."""

    version: int
    complaints: tuple[str, ...]


def copy_database(source: Path, target: Path) -> None:
    """Copy what is committed in `source` at one moment into one file without a log; writers go on meanwhile.

    The copy is made beside the target and moved there when it is on the disk, so a target is always whole.
    Raises StorageError.
    """
    private_folder(target.parent)
    part = target.with_name(f".{target.name}.part")
    part.unlink(missing_ok=True)
    private_file(part)
    try:
        with (
            closing(driver.connect(source, access=access_to(source))) as old,
            closing(driver.connect(part)) as new,
        ):
            old.backup(new, pages=-1)  # all at once: step by step never ends while somebody writes
            new.execute("PRAGMA journal_mode = DELETE")
        sync(part)
        part.replace(target)
    except driver.DatabaseError as error:
        raise translate(error, source) from error
    except OSError as error:
        raise forbidden(target, error) from error
    finally:
        part.unlink(missing_ok=True)


def inspect(file: Path) -> Inspection:
    """Check a copy that nobody writes. Raises StorageError when it is no database."""
    try:
        with closing(driver.connect(file, access="immutable")) as connection:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            found = [str(row[0]) for row in connection.execute("PRAGMA quick_check(5)").fetchall()]
    except driver.DatabaseError as error:
        raise translate(error, file) from error
    return Inspection(int(version), () if found == ["ok"] else tuple(found))


def in_use(file: Path) -> bool:
    """Whether another connection has a database open: only the last one may leave WAL mode.

    Without WAL nobody can tell, and the answer is no.
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
    """See that a file's bytes are on the disk."""
    descriptor = os.open(file, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
