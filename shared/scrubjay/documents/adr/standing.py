"""Resolution of supersession among the decisions of one view."""

import posixpath
import re
from collections.abc import Mapping, Set

from scrubjay.model.decision import Decision, Standing

_NUMBER = re.compile(r"0*(\d{1,6})(?!\d)")
NOT_IN_FORCE = ("proposed", "draft", "rejected")
"""Statuses in which a record's own "supersedes" is only planned: its target still holds."""

_SHARED_NAMES = ("readme", "kep", "index")


def link_paths(path: str, target: str) -> tuple[str, ...]:
    """The paths that a record's link can mean, relative to its own folder and to the top; none for a number."""
    if target.isdigit() or (target.startswith(("KEP-", "RFC-")) and target[4:].isdigit()):
        return ()
    both = (posixpath.join(posixpath.dirname(path), target.lstrip("/")), target.lstrip("/"))
    return tuple(dict.fromkeys(posixpath.normpath(place) for place in both))


def resolve_supersession(
    decisions: Mapping[str, Decision], moved: Mapping[str, str] | None = None
) -> Mapping[str, Standing]:
    """The standing of each decision by path: what supersedes it, what it replaces, what amends it.

    Links count from both ends. A target that isn't in the view is only named, so that a successor on an unmerged branch
    has no effect. A proposal supersedes nothing. Decisions that supersede each other in a cycle don't supersede at all.
    `moved` maps renamed paths to their current ones.
    """
    finder = _Finder(decisions, moved or {})
    replaced: set[tuple[str, str]] = set()
    amended: set[tuple[str, str]] = set()
    gone: dict[str, dict[str, None]] = {}
    for path, decision in decisions.items():
        for link in decision.links:
            other = finder.find(path, decision, link.target)
            if other is None and link.relation == "superseded-by":
                gone.setdefault(path, {})[link.target] = None
            if other is None or other == path:
                continue
            if link.relation in ("supersedes", "amends") and decision.status in NOT_IN_FORCE:
                continue
            if link.relation.endswith("-by") and decisions[other].status == "rejected":
                continue
            pair = (path, other) if link.relation.endswith("-by") else (other, path)
            (replaced if link.relation.startswith("supersed") else amended).add(pair)
    circle = _circles(replaced)
    straight = {(old, new) for old, new in replaced if circle[old] != circle[new]}
    newer = _grouped(straight)
    older = _grouped({(new, old) for old, new in straight})
    changes = _grouped(amended)
    return {
        path: Standing(newer.get(path, ()), older.get(path, ()), changes.get(path, ()), tuple(gone.get(path, ())))
        for path in decisions
    }


class _Finder:
    """Resolves a reference from one decision to another."""

    def __init__(self, decisions: Mapping[str, Decision], moved: Mapping[str, str]) -> None:
        self._decisions = decisions
        self._moved = moved
        self._by_number: dict[tuple[str, str], list[str]] = {}
        self._by_name: dict[str, list[str]] = {}
        for path, decision in decisions.items():
            self._by_number.setdefault((decision.series, decision.number), []).append(path)
            self._by_name.setdefault(_stem(path), []).append(path)

    def find(self, path: str, decision: Decision, target: str) -> str | None:
        """The path that a target means, seen from a record; None where there is none, or more than one."""
        folder = posixpath.dirname(path)
        series: str = decision.series
        if target.startswith(("KEP-", "RFC-")) and target[4:].isdigit():
            series, target = target[:3], target[4:]
        if not target.isdigit():
            places = link_paths(path, target)
            for place in (*places, *(self._moved[place] for place in places if place in self._moved)):
                for name in (place, f"{place}/README.md", f"{place}/kep.yaml"):
                    if name in self._decisions:
                        return name
            named = _only(self._by_name.get(_stem(target), []), folder)
            number = _NUMBER.search(_stem(target))
            if named or not number:
                return named
            target = number.group(1)
        return _only(self._by_number.get((series, target.lstrip("0") or "0"), []), folder)


def _stem(path: str) -> str:
    """A file's name without its extension; for a shared name such as README, its folder's name."""
    folder, _, name = path.rstrip("/").rpartition("/")
    stem = name.partition(".")[0].lower()
    return posixpath.basename(folder).lower() if stem in _SHARED_NAMES else stem


def _only(paths: list[str], folder: str) -> str | None:
    """The only path, or the only one in the same folder; None when ambiguous."""
    siblings = [path for path in paths if posixpath.dirname(path) == folder]
    for candidates in (siblings, paths):
        if len(candidates) == 1:
            return candidates[0]
    return None


def _grouped(pairs: Set[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    groups: dict[str, list[str]] = {}
    for first, second in sorted(pairs):
        groups.setdefault(first, []).append(second)
    return {first: tuple(seconds) for first, seconds in groups.items()}


def _circles(pairs: Set[tuple[str, str]]) -> dict[str, int]:
    """Strongly connected components: a number for each path, equal where each reaches the other (Kosaraju)."""
    ahead = _grouped(pairs)
    back = _grouped({(second, first) for first, second in pairs})
    order: list[str] = []
    seen: set[str] = set()
    for start in sorted({path for pair in pairs for path in pair}):
        order.extend(_finished(start, ahead, seen))
    circle: dict[str, int] = {}
    reached: set[str] = set()
    for number, start in enumerate(reversed(order)):
        circle.update(dict.fromkeys(_finished(start, back, reached), number))
    return circle


def _finished(start: str, edges: Mapping[str, tuple[str, ...]], seen: set[str]) -> list[str]:
    """Unvisited paths reachable from a start, in post-order."""
    if start in seen:
        return []
    seen.add(start)
    order: list[str] = []
    stack = [(start, iter(edges.get(start, ())))]
    while stack:
        path, rest = stack[-1]
        following = next((other for other in rest if other not in seen), None)
        if following is None:
            order.append(path)
            stack.pop()
        else:
            seen.add(following)
            stack.append((following, iter(edges.get(following, ()))))
    return order
