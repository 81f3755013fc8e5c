"""Where mirrors are on disk, and how one goes."""

import shutil
from pathlib import Path
from typing import Final
from uuid import UUID

from scrubjay.errors import StorageBusy
from scrubjay.storage.filesystem import file_lock

REMOVAL_S: Final = 60.0
"""Seconds that a removal waits for a fetch or an index that works in the folder."""


def folder_of(data: Path, project: UUID) -> Path:
    """Where the mirror of a project is, below the server's data folder."""
    return data / "mirrors" / str(project)


def remove_folder(data: Path, project: UUID) -> None:
    """Remove a mirror's folder, once neither a fetch nor an index works in it. Raises StorageBusy after a minute."""
    folder = folder_of(data, project)
    if not folder.is_dir():
        return
    with file_lock(folder / "lock", patience_s=REMOVAL_S) as mine:
        if not mine:
            raise StorageBusy(f"{folder} is in use by a fetch or an index. Remove the repository again in a minute.")
        shutil.rmtree(folder)
