"""Verification and extraction of a backup: every file is hashed again, and SQLite checks each database."""

import hashlib
import os
import tarfile
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from scrubjay.errors import BackupDamaged, StorageNewer, StorageOlder, UsageError
from scrubjay.model.hints import UPGRADE, start_anew
from scrubjay.operations.backup.manifest import MAX_BYTES, NAME, Entry, Manifest, parse
from scrubjay.storage.copy import inspect
from scrubjay.storage.filesystem import file_error, private_folder
from scrubjay.storage.migrate import SchemaName, newest_version, oldest_version

Progress = Callable[[int, int], None]
BLOCK = 1024 * 1024


def check(file: Path, progress: Progress = lambda done, total: None) -> Manifest:
    """Verify a whole backup.

    Raises BackupDamaged, StorageNewer, StorageOlder, UsageError for a file that can't be read.
    """
    with tempfile.TemporaryDirectory(prefix="scrubjay-check-") as folder:
        return extract(file, Path(folder), progress, keep=False)


def extract(file: Path, folder: Path, progress: Progress, *, keep: bool = True) -> Manifest:
    """Extract the files of a backup into an empty folder and check each; without `keep` one at a time.

    Only names that a manifest allows are written, as plain files: an archive can't write outside the folder.
    """
    with _opened_archive(file) as archive:
        manifest = parse(_read_manifest(archive))
        for done, entry in enumerate(manifest.files):
            progress(done, len(manifest.files))
            member = archive.next()
            same = member is not None and member.name == entry.path and member.size == entry.bytes
            stream = archive.extractfile(member) if member and same and member.isreg() else None
            if stream is None:
                raise BackupDamaged(f"The backup {file} lacks {entry.path}. Nothing was changed; use another backup.")
            _extract_file(stream, entry, folder, file)
            _examine_database(folder / entry.path, entry)
            if not keep:
                (folder / entry.path).unlink()
        progress(len(manifest.files), len(manifest.files))
    return manifest


@contextmanager
def _opened_archive(file: Path) -> Iterator[tarfile.TarFile]:
    """The opened archive of a backup. Raises BackupDamaged, UsageError."""
    try:
        with tarfile.open(file, "r:gz") as archive:
            yield archive
    except (tarfile.TarError, zlib.error, EOFError, ValueError) as error:
        raise BackupDamaged(f"{file} is no backup of scrubjay, or is cut off. Nothing was changed.") from error
    except OSError as error:
        if error.errno is None:  # gzip's error for data in another format
            raise BackupDamaged(f"{file} is no backup of scrubjay, or is damaged. Nothing was changed.") from error
        if error.filename == str(file):
            raise UsageError(f"{file}: {error.strerror}. Give a file that `scrubjay backup` wrote.") from error
        raise file_error(file, error) from error


def _read_manifest(archive: tarfile.TarFile) -> bytes:
    member = archive.next()
    stream = archive.extractfile(member) if member and member.name == NAME and member.isreg() else None
    if stream is None:
        raise BackupDamaged("The file has no manifest, so it is no backup of scrubjay. Nothing was changed.")
    return stream.read(MAX_BYTES)


def _extract_file(source: IO[bytes], entry: Entry, folder: Path, file: Path) -> None:
    """Extract one file of a backup. Raises BackupDamaged where its sha256 isn't that of the manifest."""
    target = folder / entry.path
    private_folder(target.parent)
    digest = hashlib.sha256()
    with os.fdopen(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
        while block := source.read(BLOCK):
            digest.update(block)
            stream.write(block)
        stream.flush()
        os.fsync(stream.fileno())
    if digest.hexdigest() != entry.sha256:
        raise BackupDamaged(f"{entry.path} in {file} is not what was kept: its sha256 differs. Nothing was changed.")


def _examine_database(file: Path, entry: Entry) -> None:
    """Check that an extracted database is sound and of a known schema. Raises BackupDamaged or by its version."""
    if not entry.schema:
        return
    state = inspect(file)
    if state.complaints or state.version != entry.version:
        problem = "; ".join(state.complaints) or f"schema {state.version}, not {entry.version}"
        raise BackupDamaged(f"{entry.path} in the backup is damaged: {problem}. Nothing was changed.")
    schema: SchemaName = entry.schema  # type: ignore[assignment]
    if 0 < state.version < oldest_version(schema):
        raise StorageOlder(
            f"The backup was made by an older scrubjay: {entry.path} has schema {state.version}, this one opens "
            f"{oldest_version(schema)} and later. Nothing was changed. {start_anew()}"
        )
    if state.version > newest_version(schema):
        raise StorageNewer(
            f"The backup was made by a newer scrubjay: {entry.path} has schema {state.version}, this one knows "
            f"{newest_version(schema)}. Nothing was changed. First {UPGRADE}."
        )
