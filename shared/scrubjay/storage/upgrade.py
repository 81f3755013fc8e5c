"""What is kept before a database gets a newer schema? A copy beside it, the last two of each."""

from pathlib import Path

from scrubjay.storage.copy import copy_database

FOLDER = "backups"
KEPT = 2
"""Copies of one database: the state before the last upgrade and the one before that."""


def keep_copy(path: Path, version: int) -> Path:
    """Copy a database of an older schema before it is changed. Raises StorageError; then it must stay as it is."""
    target = path.parent / FOLDER / f"{path.stem}-schema-{version:04}.db"
    copy_database(path, target)
    for old in kept_copies(path)[:-KEPT]:
        old.unlink(missing_ok=True)
    return target


def kept_copies(path: Path) -> tuple[Path, ...]:
    """The copies of a database that upgrades left, oldest schema first."""
    return tuple(sorted((path.parent / FOLDER).glob(f"{path.stem}-schema-*.db")))
