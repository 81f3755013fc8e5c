"""Lines for files that the selection includes and the index doesn't hold, each with its reason."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrubjay.model.view import OmittedFile


def named(files: "Sequence[OmittedFile]", most: int) -> Iterator[str]:
    """A line a file, then how many more there are and what shows them."""
    for file in files[:most]:
        yield f"{file.path}: {file.reason}"
    if len(files) > most:
        yield f"… and {len(files) - most:,} more: `scrubjay log --limit {len(files)}`"
