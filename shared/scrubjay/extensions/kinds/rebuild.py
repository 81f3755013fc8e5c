"""Rebuild: what an extension does in a knowledge database that a repair made anew from what could be read."""

from typing import Any, Protocol


class AfterRebuild(Protocol):
    """Mends its own tables in a core file, whether its extension is on or off. Idempotent."""

    def __call__(self, connection: Any, /) -> None:
        """Called with the connection of the transaction that fills the file."""
        ...
