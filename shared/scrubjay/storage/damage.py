"""Damage of a database file: the check that finds it, frames that SQLite ignores, the quarantine of the file."""

import os
import shutil
import struct
from collections.abc import Iterable
from contextlib import closing
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from scrubjay.errors import StorageCorrupt
from scrubjay.model.pattern import pattern
from scrubjay.storage import driver
from scrubjay.storage.copy import sync
from scrubjay.storage.driver import Connection
from scrubjay.storage.failures import FAILURES, translate
from scrubjay.storage.filesystem import file_error, private_folder
from scrubjay.storage.migrate import (
    SchemaName,
    check_version,
    migrate,
    migrations_up_to,
    newest_version,
    oldest_version,
    untouched_access,
    version,
)

_FULL_TEXT = pattern("fts5: |(malformed|unable to validate the) inverted index for FTS5 table ")
_AROUND_SIGNS = pattern(r" ?([(),]) ?")

MOST = 20
"""Complaints that are collected at most."""


def only_full_text(lines: Iterable[str]) -> bool:
    """Whether the complaints are all about the full-text index, which can be rebuilt in place."""
    return all(_FULL_TEXT.match(line) for line in lines)


def complaints(path: Path, schema: SchemaName) -> tuple[str, ...]:
    """Complaints about a file's damage, in words; empty when it is sound. Reads the whole file.

    Raises StorageBusy, DiskFull, DiskFailed, StorageForbidden, StorageNewer, StorageOlder.
    """
    if path.stat().st_size == 0:
        return ("the file is empty",)
    try:
        with closing(driver.connect(path, access=untouched_access(path, schema))) as connection:
            if different := _schema_differs(connection, schema, path):
                return (different,)
            rows = [str(row[0]) for row in connection.execute(f"PRAGMA integrity_check({MOST})").fetchall()]
            return tuple(_unreadable(connection) if rows == ["ok"] else rows)
    except FAILURES as error:
        meant = translate(error, path)
        if not isinstance(meant, StorageCorrupt):
            raise meant from error
        return (f"{type(error).__name__}: {error}",)


def _schema_differs(connection: Connection, schema: SchemaName, path: Path) -> str:
    """The difference between a file's tables and the schema of its version, in words; empty for none."""
    forms = schema_forms(connection)
    newest = newest_version(schema)
    declared = version(connection)
    if not oldest_version(schema) <= declared <= newest:
        if forms != _forms_of_new_file(schema, newest):
            check_version(connection, schema, path)
        return f"it says it has schema {declared}, and has {newest}"
    if forms == _forms_of_new_file(schema, declared):
        return ""
    changed = sorted({name for name, _ in forms ^ _forms_of_new_file(schema, declared)})
    return f"schema {declared} has other tables: {', '.join(changed[:5])}"


@cache
def _forms_of_new_file(schema: SchemaName, number: int) -> frozenset[tuple[str, str]]:
    """The tables and indexes, with their SQL, of a new file with some schema version."""
    with closing(driver.connect(":memory:")) as fresh:
        migrate(fresh, schema, ":memory:", migrations_up_to(schema, number))
        return schema_forms(fresh)


def schema_forms(connection: Connection) -> frozenset[tuple[str, str]]:
    """Each table and index of a file with its SQL, in one form for all layouts."""
    rows = connection.execute("SELECT name, sql FROM sqlite_schema").fetchall()
    return frozenset((row["name"], _plain_sql(row["sql"])) for row in rows if not row["name"].startswith("sqlite_stat"))


def _plain_sql(sql: str | None) -> str:
    """SQL with each run of blanks as one space, and none around signs."""
    return _AROUND_SIGNS.sub(r"\1", " ".join((sql or "").split()))


def _unreadable(connection: Connection) -> list[str]:
    """Complaints about tables with invalid UTF-8, which SQLite's integrity check doesn't find."""
    unreadable = []
    for table in connection.execute("PRAGMA table_list").fetchall():
        if table["schema"] != "main" or table["type"] != "table" or table["name"].startswith("sqlite_"):
            continue
        columns = connection.execute(f"PRAGMA table_info({table['name']})").fetchall()
        texts = [row["name"] for row in columns if row["type"] == "TEXT"]
        try:
            for _ in connection.execute(f"SELECT {', '.join(texts) or '1'} FROM {table['name']}"):
                pass
        except FAILURES:
            unreadable.append(f"{table['name']} holds text that can't be read")
    return unreadable


FOLDER = "damaged"
PARTS = ("", "-wal", "-journal")


def quarantine(path: Path, now: datetime, *, fresh: Path | None = None) -> Path:
    """Move a file with its log into quarantine, and put `fresh` in its place, if given.

    While it is replaced, the path never leads to nothing: the old file gets its second name before the new one takes
    the first. Returns the old file's new path. Raises StorageError.
    """
    target = _quarantine_path(path, now)
    try:
        for source, destination in _file_pairs(path, target):
            _link_or_copy(source, destination)
        for part in ("-wal", "-shm", "-journal"):
            path.with_name(f"{path.name}{part}").unlink(missing_ok=True)
        if fresh is not None:
            fresh.replace(path)
        else:
            path.unlink()
    except OSError as error:
        raise file_error(path, error) from error
    return target


def quarantine_copy(path: Path, now: datetime) -> Path:
    """Copy a file with its log into quarantine, and leave the originals in place. Raises StorageError."""
    target = _quarantine_path(path, now)
    try:
        for source, destination in _file_pairs(path, target):
            _copy_synced(source, destination)
    except OSError as error:
        raise file_error(path, error) from error
    return target


def quarantined(folder: Path) -> tuple[Path, ...]:
    """The quarantined files below a folder, oldest first."""
    files = (file for file in folder.rglob(f"{FOLDER}/*") if not file.name.endswith(PARTS[1:]))
    return tuple(sorted(files, key=lambda file: file.name.rpartition("-")[2]))


def _quarantine_path(path: Path, now: datetime) -> Path:
    """A free path in the quarantine folder for a file, named by the moment."""
    folder = private_folder(path.parent / FOLDER)
    stamp = f"{now.astimezone(UTC):%Y%m%dT%H%M%S%fZ}"
    free = (folder / f"{path.stem}-{stamp}{again}{path.suffix}" for again in ("", *(f".{n}" for n in range(2, 100))))
    return next(target for target in free if not target.exists())


def _file_pairs(path: Path, target: Path) -> list[tuple[Path, Path]]:
    """The files of a database that exist (itself, log, journal), each with its path at the target."""
    pairs = [(path.with_name(f"{path.name}{part}"), target.with_name(f"{target.name}{part}")) for part in PARTS]
    return [(source, destination) for source, destination in pairs if source.is_file()]


def _link_or_copy(source: Path, target: Path) -> None:
    """Hard-link a file under a second name, or copy it where the disk has no hard links."""
    try:
        os.link(source, target)
    except OSError:
        _copy_synced(source, target)


def _copy_synced(source: Path, target: Path) -> None:
    """Copy a file, readable by its owner only, and sync it to disk."""
    shutil.copyfile(source, target)
    target.chmod(0o600)
    sync(target)


HEADER, FRAME = 32, 24
MAGIC = 0x377F0682
"""Its last bit is set where checksums are computed over big-endian words."""


def ignored_frames(path: Path) -> int:
    """The number of frames in a database's log that belong to it, but that SQLite ignores."""
    try:
        data = path.with_name(f"{path.name}-wal").read_bytes()
    except OSError:
        return 0
    if len(data) < HEADER:
        return 0
    magic, _, page = struct.unpack(">3I", data[:12])
    size = FRAME + (page if page in (1 << n for n in range(9, 17)) else 4096)
    frames = [data[offset : offset + size] for offset in range(HEADER, len(data) - size + 1, size)]
    order = ">" if magic & 1 else "<"
    sums = _checksum(data[:24], (0, 0), order)
    if magic & ~1 != MAGIC or sums != struct.unpack(">2I", data[24:32]):
        return len(frames)
    for number, frame in enumerate(frames):
        if frame[8:16] != data[16:24]:
            return sum(1 for later in frames[number:] if later[8:16] == data[16:24])
        sums = _checksum(frame[FRAME:], _checksum(frame[:8], sums, order), order)
        if sums != struct.unpack(">2I", frame[16:24]):
            return sum(1 for later in frames[number:] if later[8:16] == data[16:24])
    return 0


def _checksum(data: bytes, sums: tuple[int, int], order: str) -> tuple[int, int]:
    """SQLite's checksum of a log's bytes, which goes on from earlier sums."""
    first, second = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for left, right in zip(words[::2], words[1::2], strict=True):
        first = (first + left + second) & 0xFFFFFFFF
        second = (second + right + first) & 0xFFFFFFFF
    return first, second
