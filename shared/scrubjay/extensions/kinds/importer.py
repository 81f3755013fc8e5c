"""Importer: reads what another program remembered."""

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from scrubjay.model.record import Item


class StoreReader(Protocol):
    """Reads the store of one program. Each record is checked as an agent's claim, whatever it says of itself."""

    @property
    def program(self) -> str:
        """The program in a few words, as help shows it."""
        ...

    def fits(self, path: Path) -> bool:
        """Whether a file or folder is such a store; decided by a look at it, without an error for any content."""
        ...

    def read(self, path: Path) -> Iterator[Item]:
        """Everything in the store: a Record for each claim, a Skipped with the reason for anything else.

        May raise ScrubjayError where the whole can't be read.
        """
        ...
