"""May a file that the user names be written? A file that stands there is replaced only when that is wanted."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scrubjay.cli.output import can_ask, complain, say

if TYPE_CHECKING:
    from scrubjay.storage.destination import Destination

Force = Annotated[bool, typer.Option("--force", help="Replace a file that is there.")]


def chosen(path: Path, *, force: bool) -> "Destination":
    """The place that a path names. Raises UsageError where it can't be written, or is taken and nobody can be asked.

    At a terminal a question is asked first; Exit where the answer isn't y.
    """
    from scrubjay.errors import UsageError
    from scrubjay.person.keys import agreed
    from scrubjay.storage.destination import destination

    place = destination(Path.cwd() / path.expanduser())
    if not place.taken or force:
        return place
    if not can_ask():
        raise UsageError(f"{path} is there already. Nothing was written; --force replaces it.")
    if not agreed(f"{path} is there already. Replace it?", complain):
        say("Nothing was changed.")
        raise typer.Exit(1)
    return place
