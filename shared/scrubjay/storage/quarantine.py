"""Quarantine of a damaged file: a folder beside it, named by file and moment; nothing there is ever deleted."""

import os
import shutil
from datetime import UTC, datetime
from pathlib import Path

from scrubjay.storage.copy import sync
from scrubjay.storage.filesystem import file_error, private_folder

FOLDER = "damaged"
PARTS = ("", "-wal", "-journal")


def quarantine(path: Path, now: datetime, *, fresh: Path | None = None) -> Path:
    """Move a file with its log into quarantine; `fresh`, if given, takes its place.

    While it is replaced, the path never leads to nothing: the old file gets its second name before the new one takes
    the first. Returns the old file's new path. Raises StorageError.
    """
    target = _place(path, now)
    try:
        for source, destination in _parts(path, target):
            _also(source, destination)
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
    target = _place(path, now)
    try:
        for source, destination in _parts(path, target):
            _copy(source, destination)
    except OSError as error:
        raise file_error(path, error) from error
    return target


def quarantined(folder: Path) -> tuple[Path, ...]:
    """The quarantined files below a folder, oldest first."""
    files = (file for file in folder.rglob(f"{FOLDER}/*") if not file.name.endswith(PARTS[1:]))
    return tuple(sorted(files, key=lambda file: file.name.rpartition("-")[2]))


def _place(path: Path, now: datetime) -> Path:
    folder = private_folder(path.parent / FOLDER)
    stamp = f"{now.astimezone(UTC):%Y%m%dT%H%M%S%fZ}"
    free = (folder / f"{path.stem}-{stamp}{again}{path.suffix}" for again in ("", *(f".{n}" for n in range(2, 100))))
    return next(target for target in free if not target.exists())


def _parts(path: Path, target: Path) -> list[tuple[Path, Path]]:
    pairs = [(path.with_name(f"{path.name}{part}"), target.with_name(f"{target.name}{part}")) for part in PARTS]
    return [(source, destination) for source, destination in pairs if source.is_file()]


def _also(source: Path, target: Path) -> None:
    """Hard-link a file under a second name, or copy it where the disk has no hard links."""
    try:
        os.link(source, target)
    except OSError:
        _copy(source, target)


def _copy(source: Path, target: Path) -> None:
    shutil.copyfile(source, target)
    target.chmod(0o600)
    sync(target)
