"""Texts that are read by a name of their own form instead of a path."""

from typing import Protocol

from scrubjay.errors import NotFound
from scrubjay.model.named_text import NamedText
from scrubjay.model.view import View


class NamedTextReader(Protocol):
    """Reads texts by name, as a view has them."""

    def read(self, name: str, view: View) -> NamedText | None:
        """The text of a name; None for one that names none here. Raises NotFound for one that the view doesn't show."""
        ...

    def missing(self, name: str) -> NotFound | None:
        """The error for a name of its form that nothing is kept of; None for any other name."""
        ...
