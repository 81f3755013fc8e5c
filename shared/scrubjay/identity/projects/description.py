"""The description in a project's folder, `project.json`, from which a lost home.db can be rebuilt."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from scrubjay.errors import StorageCorrupt
from scrubjay.storage.destination import replace_atomically
from scrubjay.storage.filesystem import file_error

NAME = "project.json"
VERSION = 1
MAX_BYTES = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Clone:
    """A git common directory that opens the project: its path, its device and inode, and its secret's SHA-256.

    `worktrees` may reach it by a `.git` file of their own.
    """

    common_dir: str
    device: int
    inode: int
    secret_sha256: str
    seen_at: str
    worktrees: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Departure:
    """A clone that `uninstall` left: the same folder, if its history still has `head`, gets its memory back."""

    common_dir: str
    device: int
    inode: int
    head: str
    left_at: str


@dataclass(frozen=True, slots=True)
class Description:
    """A project as its folder describes it; the folder's name is its id."""

    id: str
    name: str
    created_at: str
    roots: tuple[str, ...] = ()
    clones: tuple[Clone, ...] = ()
    departures: tuple[Departure, ...] = ()


def write(folder: Path, description: Description) -> None:
    """Replace the description in a project's folder, atomically, mode 0600. Raises StorageForbidden, DiskFull."""
    text = json.dumps({"version": VERSION, **asdict(description)}, indent=1, sort_keys=True)
    try:
        replace_atomically(folder / NAME, f"{text}\n".encode())
    except OSError as error:
        raise file_error(folder / NAME, error) from error


def read(folder: Path) -> Description | None:
    """The description in a project's folder; None without one. Raises StorageCorrupt where it is damaged."""
    file = folder / NAME
    try:
        raw = file.read_bytes() if file.stat().st_size <= MAX_BYTES else b""
    except FileNotFoundError:
        return None
    except OSError as error:
        raise file_error(file, error) from error
    try:
        fields = json.loads(raw)
        if fields.pop("version") != VERSION or fields["id"] != folder.name:
            raise ValueError(NAME)
        clones = tuple(
            Clone(**clone | {"worktrees": tuple(clone.get("worktrees", ()))}) for clone in fields.pop("clones")
        )
        departures = tuple(Departure(**departure) for departure in fields.pop("departures"))
        return Description(**fields | {"roots": tuple(fields["roots"])}, clones=clones, departures=departures)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise StorageCorrupt(f"{file} can't be read. `scrubjay doctor --repair` sets it aside.") from error
