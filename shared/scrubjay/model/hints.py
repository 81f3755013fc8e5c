"""Hints with which messages end: digits of an id, and commands that install scrubjay or fetch what a clone lacks."""

from collections.abc import Collection
from pathlib import Path
from typing import Final

LEAST_DIGITS = 8
"""Answers show twelve."""


def too_short_hint(id: str) -> str:
    """A hint for an id that wasn't found because it has too few digits; empty where it has enough."""
    few = len(id) < LEAST_DIGITS and set(id.lower()) <= set("0123456789abcdef")
    return f": that is too short, give at least its first {LEAST_DIGITS} digits" if few else ""


UPGRADE = "upgrade it: `git pull && pip install .` in the clone of scrubjay"

START_ANEW = "Start anew: "
"""How the advice begins."""

_KEEP = "with the scrubjay that wrote it, {}`scrubjay export memories.jsonl` keeps what it knows as text; then "


def start_anew(file: Path | str = "") -> str:
    """What to do with a file that is too old to be opened.

    A project's folder and the home's id are a home by themselves: that scrubjay opens them whatever the home's own
    files have become since, and the home's other projects go on.
    """
    folder = Path(file).parent
    if folder.parent.name != "projects":
        return f"{START_ANEW}{_KEEP.format('')}move the home away, and run `scrubjay init` with this one."
    home = folder.parents[1]
    moved = f"`mkdir -p OLD/projects && cp '{home}/id' OLD && mv '{folder}' OLD/projects` makes a home of it alone; "
    kept = _KEEP.format("SCRUBJAY_HOME=OLD and in its repository, `scrubjay doctor --repair` brings it back and ")
    return f"{START_ANEW}{moved}{kept}run `scrubjay init` there with this one."


def installing(extra: str) -> str:
    """The command that installs an optional part, such as `code`, with the place to run it in."""
    return f"`pip install '.[{extra}]'` in the clone of scrubjay"


def not_installed(modules: Collection[str], extra: str) -> str:
    """What isn't installed of an optional part, with the command that installs it."""
    return f"{', '.join(modules)} not installed: {installing(extra)}"


BACKFILL: Final = "git backfill"
REFETCH: Final = "git fetch --refetch --no-filter"


def fetch_command(commands: Collection[str]) -> str:
    """The command that brings missing blobs, by the commands that git has."""
    return BACKFILL if BACKFILL.removeprefix("git ") in commands else REFETCH


def fetch_in(reason: str) -> str:
    """The command that a reason names, the first between backticks."""
    return reason.partition("`")[2].partition("`")[0] or REFETCH
