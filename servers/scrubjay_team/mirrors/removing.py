"""A repository removed without a trace: what runs over it ends, then its rows, secrets and jobs go, then its folder."""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import UUID

from scrubjay_team.mirrors.adding import Q
from scrubjay_team.mirrors.folders import remove_folder

if TYPE_CHECKING:
    from scrubjay_team.database.owner import OwnerDatabase


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
