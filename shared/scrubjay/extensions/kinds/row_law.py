"""Rules for the rows of an extension's tables in a file of the core, which a repair applies to what it saves."""

from collections.abc import Mapping
from typing import Protocol

from scrubjay.model.row_law import ValueRule


class RowLaw(Protocol):
    """Says what a value of its tables must be. Made of nothing; asked whether its extension is on or off."""

    def rules(self, table: str) -> Mapping[str, ValueRule]:
        """The rules of a table, by column; empty for a table of somebody else."""
        ...
