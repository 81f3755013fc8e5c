"""Does a listing come to an end? One whose pages bring nothing new is left; pure."""

from collections.abc import Iterable
from typing import Final

from scrubjay.errors import ForgeUnreadable

IN_VAIN: Final = 2
"""Full pages in a row without anything new: one comes about where items move while they are listed."""


class NewOfPages:
    """What the pages of one listing brought, called `label` in the error."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._seen: set[str] = set()
        self._in_vain = 0

    def begin(self) -> None:
        """The listing is read again from an earlier place."""
        self._seen.clear()
        self._in_vain = 0

    def add(self, items: Iterable[str], *, more: bool) -> None:
        """Take note of a page, by what tells its items and their states apart. `more`: others are said to follow.

        Raises ForgeUnreadable where they never come to an end.
        """
        before = len(self._seen)
        self._seen.update(items)
        self._in_vain = self._in_vain + 1 if more and len(self._seen) == before else 0
        if self._in_vain >= IN_VAIN:
            raise ForgeUnreadable(
                f"{self._label} has no end: {IN_VAIN} pages in a row bring nothing new, and more are said to follow. "
                "What was read is kept. Try `scrubjay forge sync` later; if it stays so, tell who runs the forge."
            )
