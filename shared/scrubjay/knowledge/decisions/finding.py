"""Which records of a view does a reference mean? By path, by name, by number, the nearest first."""

import posixpath
import re
from collections.abc import Mapping

from scrubjay.model.decision import Decision

_NUMBER = re.compile(r"0*(\d{1,6})(?!\d)")
_SHARED_NAMES = ("readme", "kep", "index")


def link_paths(path: str, target: str) -> tuple[str, ...]:
    """The paths that a record's link can mean, relative to its own folder and to the top; none for a number."""
    if target.isdigit() or (target.startswith(("KEP-", "RFC-")) and target[4:].isdigit()):
        return ()
    both = (posixpath.join(posixpath.dirname(path), target.lstrip("/")), target.lstrip("/"))
    return tuple(dict.fromkeys(posixpath.normpath(place) for place in both))


class Finder:
    """Resolves a reference from one decision to another."""

    def __init__(self, decisions: Mapping[str, Decision], moved: Mapping[str, str]) -> None:
        self._decisions = decisions
        self._moved = moved
        self._by_number: dict[tuple[str, str], list[str]] = {}
        self._by_name: dict[str, list[str]] = {}
        for path, decision in decisions.items():
            self._by_number.setdefault((decision.series, decision.number), []).append(path)
            self._by_name.setdefault(_stem(path), []).append(path)

    def twins(self, path: str, decision: Decision) -> tuple[str, ...]:
        """Other records of the same folder with the number of a record; a translation of its file is none."""
        folder, same = posixpath.dirname(path), self._by_number[(decision.series, decision.number)]
        return tuple(
            other
            for other in (same if decision.number else ())
            if other != path and posixpath.dirname(other) == folder and _stem(other) != _stem(path)
        )

    def find(self, path: str, decision: Decision, target: str) -> list[str]:
        """The paths that a target can mean, seen from a record: one, none, or several with one number."""
        folder = posixpath.dirname(path)
        series: str = decision.series
        if target.startswith(("KEP-", "RFC-")) and target[4:].isdigit():
            series, target = target[:3], target[4:]
        if not target.isdigit():
            places = link_paths(path, target)
            for place in (*places, *(self._moved[place] for place in places if place in self._moved)):
                for name in (place, f"{place}/README.md", f"{place}/kep.yaml"):
                    if name in self._decisions:
                        return [name]
            named = _nearest(self._by_name.get(_stem(target), []), folder)
            number = _NUMBER.search(_stem(target))
            if named or not number:
                return named
            target = number.group(1)
        return _nearest(self._by_number.get((series, target.lstrip("0") or "0"), []), folder)


def _stem(path: str) -> str:
    """A file's name without its extension; for a shared name such as README, its folder's name."""
    folder, _, name = path.rstrip("/").rpartition("/")
    stem = name.partition(".")[0].lower()
    return posixpath.basename(folder).lower() if stem in _SHARED_NAMES else stem


def _nearest(paths: list[str], folder: str) -> list[str]:
    """The paths of the same folder, where there are any, else all."""
    return [path for path in paths if posixpath.dirname(path) == folder] or paths
