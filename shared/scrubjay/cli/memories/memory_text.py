"""Memories as lists in an answer, and as Markdown for an editor."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import typer

from scrubjay.cli.output import say, warn
from scrubjay.errors import UsageError
from scrubjay.memory.listing import memory_line, omitted_note
from scrubjay.memory.listing.filters import published_line
from scrubjay.model.counted import counted
from scrubjay.model.memory import Memory

if TYPE_CHECKING:
    from scrubjay.app import Workspace
    from scrubjay.memory.listing import ListedMemory, ListFilters, MemoryListing


FENCE = "---"
FIELDS = ("kind", "tags", "applies", "valid_until")


@dataclass(frozen=True, slots=True)
class Written:
    """What somebody wrote in the editor."""

    content: str
    kind: str
    tags: tuple[str, ...]
    applies: str
    valid_until: str


def to_markdown(memory: Memory) -> str:
    """The memory as text to be edited."""
    until = memory.valid_until[:10] if memory.valid_until.endswith("T23:59:59Z") else ""
    values = (memory.kind, ", ".join(memory.tags), memory.applies, until)
    head = [f"{name}: {value}".rstrip() for name, value in zip(FIELDS, values, strict=True)]
    return "\n".join([FENCE, *head, FENCE, "", memory.content, ""])


def from_markdown(text: str) -> Written:
    """The text as it was saved. Raises UsageError where the fields above it can't be read."""
    lines = text.strip().splitlines()
    if not lines or lines[0] != FENCE or FENCE not in lines[1:]:
        raise UsageError(f"Keep the fields between the lines {FENCE} at the top of the text: {', '.join(FIELDS)}.")
    end = lines.index(FENCE, 1)
    fields = {}
    for line in filter(str.strip, lines[1:end]):
        name, _, value = line.partition(":")
        if name.strip() not in FIELDS:
            raise UsageError(f"Unknown field {name.strip()[:40]!r}. Fields: {', '.join(FIELDS)}.")
        fields[name.strip()] = value.strip()
    listed = fields.get("tags", "")
    tags = tuple(tag.strip(" ") for tag in listed.split(",")) if listed else ()
    content = "\n".join(lines[end + 1 :]).strip()
    return Written(content, fields.get("kind", ""), tags, fields.get("applies", ""), fields.get("valid_until", ""))


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
