"""Copies of a project's databases from before an upgrade, which may still hold what was deleted since."""

from pathlib import Path
from typing import TYPE_CHECKING

from scrubjay.storage.upgrade import upgrade_copies

if TYPE_CHECKING:
    from scrubjay.app import Workspace


def upgrade_copies_of(workspace: "Workspace") -> list[Path]:
    """The copies of the databases of a project, each database's oldest first."""

    return [copy for database in workspace.databases for copy in upgrade_copies(database.path)]
