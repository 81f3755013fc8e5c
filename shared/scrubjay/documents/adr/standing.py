"""Which decisions stand? Worked out among the decisions that one view shows."""

import posixpath
import re
from collections.abc import Mapping, Set

from scrubjay.model.decision import Decision, Standing

_NUMBER = re.compile(r"0*(\d{1,6})")


def resolve_supersession(decisions: Mapping[str, Decision]) -> Mapping[str, Standing]:
    """How each decision stands, by path: what superseded it, what it replaces, what amends it.

    Links count from both ends. A target that the view doesn't show has no effect, so that a successor on an
    unmerged branch doesn't count here. Decisions that supersede each other in a circle don't supersede at all.
    """
    finder = _Finder(decisions)
    replaced: set[tuple[str, str]] = set()
    amended: set[tuple[str, str]] = set()
    for path, decision in decisions.items():
        for link in decision.links:
            other = finder.find(path, decision, link.target)
            if other is None or other == path:
                continue
            pair = (path, other) if link.relation.endswith("-by") else (other, path)
            (replaced if link.relation.startswith("supersed") else amended).add(pair)
    circular = _circular(replaced)
    straight = {pair for pair in replaced if not (pair[0] in circular and pair[1] in circular)}
    return {
        path: Standing(
            tuple(sorted(new for old, new in straight if old == path)),
            tuple(sorted(old for old, new in straight if new == path)),
            tuple(sorted(new for old, new in amended if old == path)),
        )
        for path in decisions
    }


class _Finder:
    """Finds a decision by how another one names it."""

    def __init__(self, decisions: Mapping[str, Decision]) -> None:
        self._decisions = decisions
        self._by_number: dict[tuple[str, str], list[str]] = {}
        self._by_name: dict[str, list[str]] = {}
        for path, decision in decisions.items():
            self._by_number.setdefault((decision.series, decision.number), []).append(path)
            self._by_name.setdefault(_stem(path), []).append(path)

    def find(self, path: str, decision: Decision, target: str) -> str | None:
        folder = posixpath.dirname(path)
        if not target.isdigit():
            joined = posixpath.normpath(posixpath.join(folder, target))
            if joined in self._decisions:
                return joined
            named = _only(self._by_name.get(_stem(target), []), folder)
            number = _NUMBER.match(posixpath.basename(target))
            if named or not number:
                return named
            target = number.group(1)
        return _only(self._by_number.get((decision.series, target.lstrip("0") or "0"), []), folder)


def _stem(path: str) -> str:
    name = posixpath.basename(path.rstrip("/"))
    return name.partition(".")[0].lower()


def _only(paths: list[str], folder: str) -> str | None:
    """The only path, or the only one in the same folder; two that fit equally well are none."""
    near = [path for path in paths if posixpath.dirname(path) == folder]
    for some in (near, paths):
        if len(some) == 1:
            return some[0]
    return None


def _circular(pairs: Set[tuple[str, str]]) -> set[str]:
    """Paths on a circle: what is left when nodes without a successor or a predecessor are taken away."""
    following: dict[str, set[str]] = {}
    for old, new in pairs:
        following.setdefault(old, set()).add(new)
    return {path for path in following if _reaches(path, following)}


def _reaches(start: str, following: Mapping[str, set[str]]) -> bool:
    seen: set[str] = set()
    todo = list(following[start])
    while todo:
        path = todo.pop()
        if path == start:
            return True
        if path not in seen:
            seen.add(path)
            todo.extend(following.get(path, ()))
    return False
