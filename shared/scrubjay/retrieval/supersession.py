"""Does a superseded decision stand below its successor? Always; a pure reordering of paths."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")


def current_first(
    ordered: Sequence[tuple[str, T]], superseded_by: Mapping[str, tuple[str, ...]]
) -> list[tuple[str, T]]:
    """Reorder hits (path, anything) so that no hit stands above one of its successors.

    A successor below what it replaces takes that place, and the old one follows it directly. Everything else keeps
    its order. A circle is not followed twice.
    """
    placed: list[tuple[str, T]] = []
    waiting = list(ordered)
    present = {path for path, _ in ordered}
    done: set[str] = set()

    def place(path: str, trail: frozenset[str]) -> None:
        if path in done or path in trail:
            return
        for newer in superseded_by.get(path, ()):
            if newer in present:
                place(newer, trail | {path})
        if path not in done:
            done.add(path)
            placed.extend(hit for hit in waiting if hit[0] == path)

    first = {path: index for index, (path, _) in reversed(list(enumerate(ordered)))}
    moved = {path for path in present if any(n in present for n in superseded_by.get(path, ()))}
    moved |= {newer for path in moved for newer in superseded_by[path] if newer in present}
    result: list[tuple[str, T]] = []
    for index, (path, value) in enumerate(ordered):
        if path not in moved:
            result.append((path, value))
        elif first[path] == index:
            before = len(placed)
            place(path, frozenset())
            result.extend(placed[before:])
    return result
