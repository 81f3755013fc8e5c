"""Order of decisions that supersede one another: the successor first; a reordering of what was found. Pure."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")
Newer = Mapping[str, tuple[str, ...]]
"""What replaced what: a path, or `memory:` with an id, to those that replaced it."""


def current_first(ordered: Sequence[tuple[str, T]], superseded_by: Newer) -> list[tuple[str, T]]:
    """Reorder hits (path, anything) so that no hit stands above one of its successors, near or far.

    A successor below what it replaces takes that place, and the old one follows it directly. Everything else keeps
    its order. A circle is not followed twice.
    """
    hits: dict[str, list[tuple[str, T]]] = {}
    for hit in ordered:
        hits.setdefault(hit[0], []).append(hit)
    newer = {path: _found(path, superseded_by, hits) for path in hits}
    moved = {path for path in hits if newer[path]}.union(*newer.values())
    result: list[tuple[str, T]] = []
    done: set[str] = set()
    for path, value in ordered:
        if path not in moved:
            result.append((path, value))
            continue
        for other in _newest_first(path, newer):
            if other not in done:
                done.add(other)
                result.extend(hits[other])
    return result


def successors(paths: Collection[str], superseded_by: Newer) -> list[str]:
    """What holds instead of some of `paths` and isn't among them, sorted: the ends of their chains."""
    reached = _reached(paths, superseded_by)
    return sorted(path for path in reached - set(paths) if not superseded_by.get(path))


def _found(path: str, superseded_by: Newer, hits: Iterable[str]) -> list[str]:
    """The hits that replace a path, directly or through others that weren't found, in their order."""
    newer = _reached([path], superseded_by) - {path} if superseded_by.get(path) else set()
    return [candidate for candidate in hits if candidate in newer] if newer else []


def _reached(paths: Collection[str], superseded_by: Newer) -> set[str]:
    waiting, reached = list(paths), set(paths)
    while waiting:
        newer = [path for path in superseded_by.get(waiting.pop(), ()) if path not in reached]
        reached.update(newer)
        waiting.extend(newer)
    return reached


def _newest_first(path: str, newer: Mapping[str, Sequence[str]]) -> list[str]:
    """A path behind everything found that replaces it, where each again stands behind what replaces it.

    `newer` holds all that is reached, so whatever replaces a successor is among the successors: those that fewer
    replace come first.
    """
    return sorted([*newer[path], path], key=lambda candidate: len(newer[candidate])) if newer[path] else [path]
