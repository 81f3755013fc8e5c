"""Parts of a file that lie in each other, such as its functions; pure."""

from bisect import bisect_right
from collections.abc import Iterable, Set
from typing import Any, Final

FILE: Final = -1
"""The number of the whole file, which all parts lie in."""


class Spans:
    """Nodes of a syntax tree by their places, numbered from the first; a place is a byte."""

    def __init__(self, nodes: Iterable[Any]) -> None:
        """All these nodes; of those with one place, one."""
        places = sorted({(node.start_byte, -node.end_byte) for node in nodes})
        self._starts = [start for start, _ in places]
        self._ends = [-end for _, end in places]
        self._numbers = {(start, -end): number for number, (start, end) in enumerate(places)}
        self._around: list[int] = []
        for number, start in enumerate(self._starts):
            around = number - 1
            while around >= 0 and self._ends[around] <= start:
                around = self._around[around]
            self._around.append(around)

    def at(self, place: int) -> int:
        """The innermost one that a byte lies in."""
        number = bisect_right(self._starts, place) - 1
        while number >= 0 and self._ends[number] <= place:
            number = self._around[number]
        return number

    def around(self, node: Any) -> int:
        """The innermost one that a node lies in, which may be one itself."""
        number = self._numbers.get((node.start_byte, node.end_byte))
        return self.at(node.start_byte) if number is None else self._around[number]

    def innermost(self, place: int, wanted: Set[int]) -> int | None:
        """The innermost one of some that a byte lies in."""
        number = self.at(place)
        while number not in wanted:
            if number == FILE:
                return None
            number = self._around[number]
        return number
