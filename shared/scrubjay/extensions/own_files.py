"""The files that belong to an extension of others: `NAME.db` in a project's folder or in the user's, and beside it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

_BESIDE: Final = ("", "-wal", "-shm", "-journal")


def own_file(folder: Path, name: str) -> Path:
    """An extension's file in a folder of the home; it need not be there."""
    return folder / f"{name}.db"


def own_files(home: Path, name: str) -> Iterator[Path]:
    """Every file of an extension that is there, in all projects and the user's folder."""
    folders = [*sorted((home / "projects").glob("*")), home / "user"]
    for folder in folders:
        for beside in _BESIDE:
            file = folder / f"{name}.db{beside}"
            if file.is_file():
                yield file
