"""Copies of a database made before a schema upgrade, the last two of each."""

from pathlib import Path

from scrubjay.storage.copy import copy_database

FOLDER = "backups"
KEPT = 2
"""Copies of one database that are kept: from before the last upgrade and from before the previous one."""


def copy_before_upgrade(path: Path, version: int) -> Path:
    """Copy a database of an older schema before it is migrated. Raises StorageError; then don't migrate it."""
    target = path.parent / FOLDER / f"{path.stem}-schema-{version:04}.db"
    copy_database(path, target)
    for old in upgrade_copies(path)[:-KEPT]:
        old.unlink(missing_ok=True)
    return target


def upgrade_copies(path: Path) -> tuple[Path, ...]:
    """The copies of a database that upgrades made, oldest schema first."""
    return tuple(sorted((path.parent / FOLDER).glob(f"{path.stem}-schema-*.db")))
