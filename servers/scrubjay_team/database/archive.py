"""A backup's file: a zip with a manifest and PostgreSQL's own dump, so that a DBA can use it without scrubjay."""

import json
import os
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import IO, Any, Final

from scrubjay.errors import BackupDamaged, DiskFull, UsageError
from scrubjay.model.disk import REFUSED
from scrubjay.model.frozen import dataclass, field

MANIFEST: Final = "manifest.json"
DUMP: Final = "database.dump"
KIND: Final = "scrubjay team backup"
FORMAT: Final = 1
PLAIN: Final = b"PGDMP"
"""What a dump of pg_dump's custom format begins with."""
LARGEST_MANIFEST: Final = 100_000


@dataclass(frozen=True, slots=True)
class TeamBackup:
    """What a backup says of itself: PostgreSQL's major and the schema's number that it was made with, and when.

    `rows` are those of each table at that moment, `settings` the server's, which hold no secret. A dump of pg_dump's
    own says nothing: 0, 0 and empty.
    """

    postgres: int
    schema: int
    made_at: str
    rows: Mapping[str, int] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)


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
                said = {"kind": KIND, "format": FORMAT} | asdict(backup)
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
    """A backup that was read through once and is whole, and its dump. Raises BackupDamaged, UsageError.

    A dump of pg_dump's own, in its custom format, is one that says nothing of itself.
    """
    try:
        with path.open("rb") as stream:
            is_plain = stream.read(len(PLAIN)) == PLAIN
        archive = None if is_plain else zipfile.ZipFile(path)
    except OSError as error:
        raise UsageError(f"{path} can't be read: {error.strerror}.") from None
    except zipfile.BadZipFile:
        raise BackupDamaged(f"{path} is damaged, cut off, or no backup of a team. Nothing was changed.") from None
    if archive is None:
        with path.open("rb") as dump:
            yield TeamBackup(0, 0, ""), dump
        return
    with archive:
        backup = _manifest(path, archive)
        with archive.open(DUMP) as member:
            yield backup, member


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
        rows = {str(table): int(number) for table, number in said.get("rows", {}).items()}
        settings = {str(name): value for name, value in said.get("settings", {}).items()}
        backup = TeamBackup(int(said["postgres"]), int(said["schema"]), made_at, rows, settings)
        if backup.schema < 0:
            raise ValueError
        return backup
    except UsageError:
        raise
    except Exception:  # whatever a library says of bytes that nobody wrote so
        raise BackupDamaged(f"{path} is damaged, cut off, or no backup of a team. Nothing was changed.") from None
