"""Does a reading come to an end? A listing that brings nothing new is left, and so is a run that is long enough."""

import time
from collections.abc import Callable, Iterable
from typing import Final

from scrubjay.errors import ForgeUnreadable
from scrubjay.model.counted import counted

IN_VAIN: Final = 2
"""Full pages in a row without anything new: one comes about where items move while they are listed."""

MOST_ITEMS: Final = 50_000
"""Of one run: a forge that invents discussions must not fill a disk in one go."""

MOST_MINUTES: Final = 30
"""Of one run, however slowly a forge answers."""

GOES_ON: Final = "What was read is kept; `scrubjay forge sync` goes on from there."


class RunBounds:
    """How much one run reads, from its making on; the next one goes on behind what was stored."""

    def __init__(
        self, timer: Callable[[], float] = time.monotonic, items: int = MOST_ITEMS, minutes: float = MOST_MINUTES
    ) -> None:
        self._timer = timer
        self._until = timer() + 60 * minutes
        self._items = items
        self._left = items
        self._minutes = minutes

    def add(self, items: int) -> None:
        """Take note of items that were read."""
        self._left -= items

    def ask(self) -> None:
        """Raises ForgeUnreadable where the run is long enough."""
        if self._left <= 0:
            raise ForgeUnreadable(f"More is there than the {counted(self._items, 'item')} of one run. {GOES_ON}")
        if self._timer() >= self._until:
            raise ForgeUnreadable(f"More is there than is read in the {self._minutes:g} minutes of one run. {GOES_ON}")


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
