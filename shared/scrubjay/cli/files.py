"""Files that a user names for output, and copies of databases that an upgrade left."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scrubjay.cli.acts import ask
from scrubjay.cli.output import can_ask
from scrubjay.errors import UsageError
from scrubjay.storage.copy import upgrade_copies
from scrubjay.storage.destination import destination

if TYPE_CHECKING:
    from scrubjay.app import Workspace
    from scrubjay.storage.destination import Destination


Force = Annotated[bool, typer.Option("--force", help="Replace an existing file.")]


def chosen(path: Path, *, force: bool) -> "Destination":
    """The place that a path names. Raises UsageError where it can't be written, or is taken and nobody can be asked.

    At a terminal a question is asked first; Exit where the answer isn't y.
    """
    place = destination(Path.cwd() / path.expanduser())
    if not place.exists or force:
        return place
    if not can_ask():
        raise UsageError(f"{path} exists already. Nothing was written; --force replaces it.")
    ask([f"{path} exists already."], "Replace it?")
    return place


def upgrade_copies_of(workspace: "Workspace") -> list[Path]:
    """The copies of the databases of a project, each database's oldest first."""
    return [copy for database in workspace.databases for copy in upgrade_copies(database.path)]
