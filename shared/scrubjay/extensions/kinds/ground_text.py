"""Ground text: the texts behind a citation, each with who wrote it."""

from collections.abc import Iterable
from typing import Protocol

from scrubjay.model.sourced import SourcedText


class GroundText(Protocol):
    """Gives what was written where a citation leads, so that a claim can be read beside it."""

    def texts(self, target: str) -> Iterable[SourcedText]:
        """The texts of a resolved citation in their order, those that are hidden left out; none for an unknown one."""
        ...
