"""Commands of git that bring what a partial clone lacks, for messages. scrubjay runs neither: it fetches nothing."""

from collections.abc import Collection
from typing import Final

BACKFILL: Final = "git backfill"
REFETCH: Final = "git fetch --refetch --no-filter"


def fetch_command(commands: Collection[str]) -> str:
    """The command that brings missing blobs, by the commands that git has."""
    return BACKFILL if BACKFILL.removeprefix("git ") in commands else REFETCH


def fetch_in(reason: str) -> str:
    """The command that a reason names, the first between backticks."""
    return reason.partition("`")[2].partition("`")[0] or REFETCH
