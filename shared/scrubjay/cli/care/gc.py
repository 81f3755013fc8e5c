"""`scrubjay gc`: deletes index entries whose content git no longer has, and gives the space back."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.output import say
from scrubjay.extensions.records import drop_errors
from scrubjay.model.counted import counted
from scrubjay.storage.copy import upgrade_copies

if TYPE_CHECKING:
    from scrubjay.storage.database import Database


app = application()


@app.command()
def gc(ctx: typer.Context) -> None:
    """Delete index entries whose blob no clone of this project has, and those of older rules. Git is not changed.

    The databases are then rewritten without the space that became free, which needs as much free space for a moment.
    Servers go on meanwhile.
    """
    with open_workspace(invoked(ctx)) as (app_, workspace):
        report = workspace.documents.collect_garbage(
            tuple(app_.registry.clones(workspace.project)), [one.name for one in workspace.extensions.enabled]
        )
        drop_errors(workspace.extensions.home, workspace.extensions.is_ours)
        say(f"deleted {counted(report.gone, 'content')} that git no longer has, {report.outdated:,} of older rules and "
            f"{report.past:,} of past revisions; kept {report.kept:,}")  # fmt: skip
        databases = [("", database) for database in workspace.databases]
        if workspace.memories.user_exists():
            databases.append(("your own ", app_.user_database()))
        used = [(whose, database) for whose, database in databases if database.path.exists()]
        for whose, database in used:
            _shrink(whose, database)
        _name_copies([copy for _, database in used for copy in upgrade_copies(database.path)])


def _shrink(whose: str, database: "Database") -> None:
    before = database.path.stat().st_size
    shrunk = database.compact()
    after = f"{database.path.stat().st_size / 1e6:,.1f} MB" if shrunk else "smaller when a search that runs now ends"
    say(f"{whose}{database.path.name}: {before / 1e6:,.1f} MB before, {after}")


def _name_copies(copies: Sequence[Path]) -> None:
    """Say what stays: a copy from before an upgrade is the way back to the earlier version, which a person decides."""
    if copies:
        size = sum(copy.stat().st_size for copy in copies) / 1e6
        folders = ", ".join(dict.fromkeys(str(copy.parent) for copy in copies))
        say(f"{counted(len(copies), 'copy')} from before upgrades, {size:,.1f} MB, not deleted: whoever won't go back "
            f"to the earlier version may delete what is in {folders}")  # fmt: skip
