"""Planned file changes, applied atomically and only if the file is still as the plan saw it."""

import json
import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Self

from scrubjay.errors import ChangedMeanwhile, LimitExceeded, ScrubjayError, StorageForbidden, UnsafePath
from scrubjay.model.disk import REFUSED
from scrubjay.model.frozen import dataclass
from scrubjay.storage.destination import replace_atomically
from scrubjay.storage.filesystem import file_error, private_folder

MAX_RECEIPT_BYTES = 4 * 1024 * 1024


class Receipt:
    """Names of what was created, such as "folder /x/.claude"; stored in a file for `uninstall`.

    A receipt that is missing or unreadable is empty: then less is removed, never more. What another process recorded
    meanwhile is kept at each change.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._made = _read_names(file)
        self._renamed: dict[str, tuple[str, ...]] = {}

    @property
    def folder(self) -> Path:
        """The project's folder in the home."""
        return self._file.parent

    @classmethod
    def of(cls, project_folder: Path) -> Self:
        """The receipt of a project."""
        return cls(project_folder / "receipt.json")

    @classmethod
    def of_others(cls, home: Path, own: Self) -> tuple[Self, ...]:
        """The receipts of a home's projects, all but one's own."""
        receipts = (cls.of(folder) for folder in sorted((home / "projects").glob("*")))
        return tuple(receipt for receipt in receipts if receipt._file != own._file)

    def names(self, prefix: str) -> tuple[str, ...]:
        """All names with a prefix, in order."""
        return tuple(sorted(name for name in self._made if name.startswith(prefix)))

    def __contains__(self, name: str) -> bool:
        return name in self._made

    def add(self, *names: str) -> None:
        """Record created items."""
        self._set_names(self._current() | set(names))

    def drop(self, *names: str) -> None:
        """Record that created items were removed."""
        self._set_names(self._current() - set(names))

    def rename(self, older: str, *names: str) -> None:
        """Have a name read as other names from now on; the file is written with the next change."""
        self._renamed[older] = names
        self._made = self._with_names(self._made)

    def _current(self) -> set[str]:
        """What the file holds now, by the names that are read."""
        return self._with_names(_read_names(self._file))

    def _with_names(self, made: set[str]) -> set[str]:
        """The names, the older ones among them replaced by those that are read now."""
        return {newer for name in made for newer in self._renamed.get(name, (name,))}

    def _set_names(self, made: set[str]) -> None:
        """Set the names, and write the file where they changed."""
        self._made = made
        if made == _read_names(self._file):
            return
        try:
            if not made:
                self._file.unlink(missing_ok=True)
                return
            private_folder(self._file.parent)
            fresh = self._file.with_suffix(".new")
            fresh.write_text(json.dumps(sorted(made), indent=0), encoding="utf-8", errors="surrogatepass")
            fresh.chmod(0o600)
            fresh.replace(self._file)
        except OSError as error:
            raise file_error(self._file, error) from error


def _read_names(file: Path) -> set[str]:
    try:
        with file.open("rb") as stream:
            names = json.loads(stream.read(MAX_RECEIPT_BYTES))
    except (OSError, ValueError):
        return set()
    return {name for name in names if isinstance(name, str)} if isinstance(names, list) else set()


MAX_BYTES = 64 * 1024 * 1024
"""Larger files are left unchanged; the largest ~/.claude.json seen had a few megabytes."""


@dataclass(frozen=True, slots=True)
class FileChange:
    """A change of one file of somebody else: its bytes before and after; None where there is no file.

    `root` is the folder that the file must stay in: no part of the path below it may be a link. `mode` holds for a new
    file; an existing one keeps its own.
    """

    root: Path
    path: Path
    before: bytes | None
    after: bytes | None
    description: str
    mode: int = 0o644


def content(path: Path) -> bytes | None:
    """The bytes of a regular file, None when there is none. Raises UnsafePath for anything else."""
    try:
        info = path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    if not stat.S_ISREG(info.st_mode):
        raise UnsafePath(f"{path} is not a regular file, so scrubjay leaves it alone.")
    if info.st_size > MAX_BYTES:
        raise LimitExceeded(f"{path} is larger than {MAX_BYTES >> 20} MB, so scrubjay leaves it alone.")
    return path.read_bytes()


def check_writable(changes: Iterable[FileChange]) -> None:
    """See that each file can be written, before the first one is. Raises StorageForbidden."""
    for change in changes:
        folder = next(folder for folder in change.path.parents if folder.exists())
        if not folder.is_dir():
            raise _forbidden_error(change.path, f"{folder} is not a folder")
        if not os.access(folder, os.W_OK | os.X_OK):
            raise _forbidden_error(change.path, f"{folder} may not be written")


def apply(changes: Iterable[FileChange], receipt: Receipt) -> None:
    """Apply a plan, file by file, each one atomically.

    New folders are recorded in the receipt; a deletion removes such folders when they are empty. Raises
    ChangedMeanwhile when a file isn't what the plan saw, UnsafePath when a link leads out of `root`, StorageError when
    a file can't be written.
    """
    for change in changes:
        _check_inside(change)
        if content(change.path) != change.before:
            raise ChangedMeanwhile(
                f"{change.path} changed while scrubjay was about to write it. Nothing was lost; run the command again."
            )
        try:
            _apply_change(change, receipt)
        except OSError as error:
            raise _write_error(change.path, error) from error


def _apply_change(change: FileChange, receipt: Receipt) -> None:
    if change.after is None:
        change.path.unlink(missing_ok=True)
        _take_back_folders(change, receipt)
    else:
        receipt.add(*(f"folder {folder}" for folder in _make_folders(change)))
        _replace(change.path, change.after, change.mode)


def _write_error(path: Path, error: OSError) -> ScrubjayError:
    """The error for a file that couldn't be written."""
    if error.errno in REFUSED:
        return file_error(path, error)
    return _forbidden_error(path, error.strerror or str(error))


def _forbidden_error(path: Path, why: str) -> StorageForbidden:
    return StorageForbidden(
        f"{path} can't be written: {why}. It is as it was. Make it and its folder writable, and run the command again."
    )


def _check_inside(change: FileChange) -> None:
    """Check that a change stays below its root, by no link. Raises UnsafePath."""
    if ".." in change.path.parts:
        raise UnsafePath(f"The path {change.path} holds `..`, so scrubjay leaves it alone.")
    for folder in (change.path, *change.path.parents):
        if folder == change.root:
            return
        if folder.is_symlink():
            raise UnsafePath(f"{folder} is a link, so scrubjay leaves {change.path} alone.")
    raise UnsafePath(f"{change.path} is not below {change.root}, so scrubjay leaves it alone.")


def _make_folders(change: FileChange) -> list[Path]:
    missing = [folder for folder in change.path.parents if not folder.exists()]
    for folder in reversed(missing):
        folder.mkdir(exist_ok=True)
    return missing


def _take_back_folders(change: FileChange, receipt: Receipt) -> None:
    """Delete the folders above a file that the receipt names, upwards until one isn't empty."""
    for folder in change.path.parents:
        if folder == change.root or f"folder {folder}" not in receipt:
            return
        try:
            folder.rmdir()
        except OSError:
            return
        receipt.drop(f"folder {folder}")


def _replace(path: Path, data: bytes, mode: int) -> None:
    """Replace a file; an existing one keeps its permissions."""
    with suppress(FileNotFoundError):
        mode = stat.S_IMODE(path.stat().st_mode)
    replace_atomically(path, data, mode)
