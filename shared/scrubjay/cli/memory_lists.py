"""Lists of memories at the terminal: as lines, and what `retract` would take back."""

from dataclasses import replace
from typing import TYPE_CHECKING

import typer

from scrubjay.cli.output import say, warn
from scrubjay.memory.listing import memory_line, omitted_note
from scrubjay.memory.listing.render import published_line
from scrubjay.model.counted import counted

if TYPE_CHECKING:
    from scrubjay.app import Workspace
    from scrubjay.memory.listing import ListedMemory, ListFilters, MemoryListing


def show_listing(listing: "MemoryListing", filters: "ListFilters") -> None:
    """Print a list, a line for each memory, or why there is none."""

    rows, lost = listing.memories, filters.state == "lost"
    if lost and rows:
        say("Stored, but shown nowhere: git has lost the commits they depend on. `scrubjay provenance ID` shows which;")
        say("`scrubjay remember` stores one again that is still true, `scrubjay forget ID` deletes it.")
    elif not rows:
        none = "no memory matches" if filters.is_narrow else "no memory yet: `scrubjay remember` stores one"
        say("no memory is lost" if lost else none)
    for row in rows:
        say(memory_line(row))
    if left := omitted_note(len(rows), listing.total):
        say(f"… {left}")
    if elsewhere := published_line(listing.published, "`scrubjay memories --published`"):
        say(elsewhere)


def retractable(workspace: "Workspace", filters: "ListFilters") -> "tuple[tuple[ListedMemory, ...], int]":
    """What the filters select, and how many there are in all; says how many told ones stay. Raises Exit for none."""

    if "told" not in filters.grades:
        protected = _everywhere(workspace, replace(filters, grades=("told",)))[1]
        if protected:
            warn(f"{counted(protected, 'memory')} with the grade told stay; `--grade told` retracts these")
    rows, total = _everywhere(workspace, filters)
    if not rows:
        say("no memory matches")
        raise typer.Exit(1)
    return rows, total


def _everywhere(workspace: "Workspace", filters: "ListFilters") -> "tuple[tuple[ListedMemory, ...], int]":
    """Those that hold and those that faded, and how many there are in all."""

    holding, faded = workspace.listed(filters), workspace.listed(replace(filters, state="faded"))
    return (*holding.memories, *faded.memories), holding.total + faded.total
