"""A repository removed without a trace: what runs over it ends, then its rows, secrets and jobs go, then its folder."""

import shutil
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final
from uuid import UUID

from scrubjay.errors import StorageBusy
from scrubjay.storage.filesystem import file_lock
from scrubjay_team.mirrors.adding import Q

if TYPE_CHECKING:
    from scrubjay_team.database.owner import OwnerDatabase

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


def remove_mirror(owner: "OwnerDatabase", project: UUID, data: Path, at: datetime) -> None:
    """Remove a project with its mirror, index, grants, secrets, jobs and folder.

    It is marked first, so that a fetch or an index under way ends within a second or two. Raises StorageBusy where one
    doesn't; then the server removes the folder later.
    """
    with owner.transaction() as connection:
        connection.execute(Q.mark_removed, {"project": project, "at": at})
    with owner.transaction() as connection:
        for statement in (Q.forget_in_tokens, Q.drop_jobs, Q.drop_project):
            connection.execute(statement, {"project": project})
    remove_folder(data, project)


def finish_removals(owner: "OwnerDatabase", data: Path, at: datetime) -> None:
    """Remove the projects whose removal began and didn't end, as a server starts."""
    with owner.transaction() as connection:
        going = [row["id"] for row in connection.execute(Q.going)]
    for project in going:
        remove_mirror(owner, project, data, at)
