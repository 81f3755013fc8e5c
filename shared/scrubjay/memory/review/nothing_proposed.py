"""Proposals where no extension makes any."""

from collections.abc import Sequence
from typing import NoReturn

from scrubjay.errors import NotFound
from scrubjay.extensions.kinds.memories import Proposed


class NothingProposed:
    """Has no proposal, and takes none."""

    def waiting(self) -> tuple[Proposed, ...]:
        """None."""
        return ()

    def named(self, ids: Sequence[str]) -> NoReturn:
        """Raises NotFound."""
        raise NotFound("Nothing is proposed: no extension that does so is on. `scrubjay extensions` lists them.")

    def approve(self, chosen: Sequence[Proposed], actor: str) -> tuple[str, ...]:
        """Nothing to tell."""
        return ()

    def decline(self, chosen: Sequence[Proposed], actor: str, reason: str) -> None:
        """Nothing to leave."""
