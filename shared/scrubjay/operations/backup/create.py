"""Creation of a backup: a snapshot of each database, hashed, in one file."""

import hashlib
import shutil
import tarfile
import tempfile
from collections.abc import Callable
from datetime import datetime
from io import BytesIO
from pathlib import Path

from scrubjay import __version__
from scrubjay.errors import NotFound, StorageError, UsageError
from scrubjay.identity.projects.description import NAME as DESCRIPTION
from scrubjay.identity.projects.file import HOME_FILE
from scrubjay.model.clock import iso
from scrubjay.operations.backup.manifest import NAME, Entry, Manifest
from scrubjay.storage.copy import copy_database, inspect, sync
from scrubjay.storage.filesystem import file_error, file_lock, private_file, private_folder
from scrubjay.storage.migrate import SchemaName, untouched_access

Progress = Callable[[int, int], None]

STAGING = ".scrubjay-backup-"
LOCK = ".scrubjay-backup.lock"
GZIP_LEVEL = 1
"""gzip's level: vectors don't compress, text does, and time matters."""


def create(home: Path, target: Path, now: datetime, progress: Progress = lambda done, total: None) -> Manifest:
    """Write a backup of a home to a file; an existing one is replaced only when the new one is complete.

    `progress` gets the number of files done, and of all files. Raises NotFound without a home, UsageError for a
    target that is no plain file, StorageError.
    """
    if not (home / "home.db").is_file():
        raise NotFound(f"There is nothing to keep in {home}: no project was set up. Run `scrubjay init` first.")
    if target.exists() and not target.is_file():
        raise UsageError(f"{target} is not a file. Give the name of a file, or of a folder that exists.")
    target = target.resolve() if target.is_symlink() else target
    backups = home / "backups"
    if target.parent != backups and not target.parent.is_dir():
        raise UsageError(f"There is no folder {target.parent}. Make it, or give one that exists; nothing was written.")
    try:
        if target.parent == backups:
            backups.mkdir(mode=0o700, exist_ok=True)
        with file_lock(target.parent / LOCK, wait=True):
            try:
                _sweep(target.parent)
                with tempfile.TemporaryDirectory(prefix=STAGING, dir=target.parent) as staging:
                    manifest = _copy_files(home, Path(staging), now, progress)
                    _pack(manifest, Path(staging), target)
            finally:
                (target.parent / LOCK).unlink(missing_ok=True)
    except OSError as error:
        raise file_error(target, error) from error
    return manifest


def _wanted(home: Path) -> list[tuple[str, SchemaName | None]]:
    """The canonical files of a home: everything else is a lock, a log, a copy, or derived from these."""
    files: list[tuple[str, SchemaName | None]] = [
        ("home.db", "home"), (HOME_FILE, None), ("config.yaml", None), ("export.key", None),
        ("user/knowledge.db", "knowledge"),
    ]  # fmt: skip
    for folder in sorted((home / "projects").glob("*")):
        base = f"projects/{folder.name}"
        files += [
            (f"{base}/knowledge.db", "knowledge"), (f"{base}/session.db", "session"), (f"{base}/receipt.json", None),
            (f"{base}/{DESCRIPTION}", None), (f"{base}/forge.db", "knowledge"),
        ]  # fmt: skip
    rotated = [*home.glob("user/audit/*.jsonl"), *home.glob("projects/*/audit*/*.jsonl")]
    files += [(str(file.relative_to(home)), None) for file in sorted(rotated)]
    return [(path, schema) for path, schema in files if (home / path).is_file()]


def _copy_files(home: Path, staging: Path, now: datetime, progress: Progress) -> Manifest:
    """Copy each file of a home into a folder; returns the manifest of the copies."""
    files = _wanted(home)
    entries: list[Entry] = []
    for done, (path, schema) in enumerate(files):
        progress(done, len(files))
        copy = staging / path
        private_folder(copy.parent)
        version = 0
        if schema:
            copy_database(home / path, copy, untouched_access(home / path, schema))
            state = inspect(copy)
            if state.complaints:
                raise StorageError(f"{home / path} is damaged, so no backup was made. Run `scrubjay doctor`.")
            version = state.version
        else:
            shutil.copyfile(home / path, copy)
        entries.append(Entry(path, copy.stat().st_size, digest(copy), schema or "", version))
    progress(len(files), len(files))
    return Manifest(__version__, iso(now), tuple(entries))


def _pack(manifest: Manifest, staging: Path, target: Path) -> None:
    part = staging / "part"
    private_file(part)
    with tarfile.open(part, "w:gz", compresslevel=GZIP_LEVEL, format=tarfile.PAX_FORMAT) as archive:
        text = manifest.to_json().encode()
        archive.addfile(_archive_member(NAME, len(text)), BytesIO(text))
        for entry in manifest.files:
            with (staging / entry.path).open("rb") as source:
                archive.addfile(_archive_member(entry.path, entry.bytes), source)
            (staging / entry.path).unlink()
    sync(part)
    part.replace(target)


def _archive_member(name: str, size: int) -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.size, member.mode = size, 0o600
    return member


def digest(file: Path) -> str:
    """The sha256 of a file."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _sweep(folder: Path) -> None:
    """Delete what a killed backup left behind; our lock excludes any other backup."""
    for left in folder.glob(f"{STAGING}*"):
        shutil.rmtree(left, ignore_errors=True)
