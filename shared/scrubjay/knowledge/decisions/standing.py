"""Standing of decisions among those of a view: which record a reference means, and what it supersedes."""

import posixpath
from collections.abc import Mapping, Set

from scrubjay.model.decision import Decision, Link, Standing, Unsettled
from scrubjay.model.pattern import pattern

_NUMBER = pattern(r"0*(\d{1,6})(?!\d)")
_SHARED_NAMES = ("readme", "kep", "index")


def link_paths(path: str, target: str) -> tuple[str, ...]:
    """The paths that a record's link may mean, from its own folder or from the top; none for a number."""
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
        """Other records in the same folder with the same number as a record; translations of its file don't count."""
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
    """A file's name without extension; for a common name such as README, the name of its folder."""
    folder, _, name = path.rstrip("/").rpartition("/")
    stem = name.partition(".")[0].lower()
    return posixpath.basename(folder).lower() if stem in _SHARED_NAMES else stem


def _nearest(paths: list[str], folder: str) -> list[str]:
    """The paths that lie in the given folder; all paths where none does."""
    return [path for path in paths if posixpath.dirname(path) == folder] or paths


NOT_IN_FORCE = ("proposed", "draft", "rejected")
"""Statuses in which a record's own "supersedes" is only planned: its target still holds."""


def resolve_supersession(
    decisions: Mapping[str, Decision], moved: Mapping[str, str] | None = None
) -> Mapping[str, Standing]:
    """The standing of each decision by path: what replaces it, what it replaces, what amends it.

    Links count from both ends. A target that isn't in the view is only named, so that a successor on an unmerged branch
    has no effect. A proposal supersedes nothing. Decisions that supersede each other in a cycle don't supersede at all.
    What several records fit is settled by what they say themselves, or left unsettled. What a status names without
    saying how is related to it and no more. `moved` maps renamed paths to their current ones.
    """
    found = _Relations(decisions, Finder(decisions, moved or {}))
    found.collect()
    circle = _circles(found.replaced)
    straight = {(old, new) for old, new in found.replaced if circle[old] != circle[new]}
    newer, older = _seconds_by_first(straight), _seconds_by_first({(new, old) for old, new in straight})
    changes, named = _seconds_by_first(found.amended - found.replaced), _seconds_by_first(found.named_both_ways())
    return {
        path: Standing(
            superseded_by=newer.get(path, ()),
            replaces=older.get(path, ()),
            amended_by=changes.get(path, ()),
            gone=tuple(found.gone.get(path, ())),
            named=named.get(path, ()),
            twins=found.finder.twins(path, decisions[path]),
            unsettled=tuple(found.unsettled.get(path, {})),
        )
        for path in decisions
    }


class _Relations:
    """The relations between decisions by their links: pairs (older, newer) of replaced, amended and named ones."""

    def __init__(self, decisions: Mapping[str, Decision], finder: Finder) -> None:
        self.finder = finder
        self._decisions = decisions
        self.replaced: set[tuple[str, str]] = set()
        self.amended: set[tuple[str, str]] = set()
        self.gone: dict[str, dict[str, None]] = {}
        self.unsettled: dict[str, dict[Unsettled, None]] = {}
        self._named: list[tuple[str, str]] = []

    def collect(self) -> None:
        """Relate decisions by all their links: first the unambiguous links, then those that these settle."""
        several: list[tuple[str, Link, list[str]]] = []
        for path, decision in self._decisions.items():
            for link in decision.links:
                others = [other for other in self.finder.find(path, decision, link.target) if other != path]
                if len(others) > 1:
                    several.append((path, link, others))
                elif others:
                    self._relate(path, link, others[0])
                elif link.relation == "superseded-by" and not self.finder.find(path, decision, link.target):
                    self.gone.setdefault(path, {})[link.target] = None
        for path, link, others in several:
            self._choose(path, link, others)

    def named_both_ways(self) -> set[tuple[str, str]]:
        """Pairs, in both orders, of decisions that name each other in a status and have no other relation."""
        known = self.replaced | self.amended
        pairs = {pair for pair in self._named if pair not in known and pair[::-1] not in known}
        return pairs | {pair[::-1] for pair in pairs}

    def _relate(self, path: str, link: Link, other: str) -> None:
        """Record the relation that a link states between a decision and another one."""
        by = link.relation.endswith("-by")
        if link.relation == "named":
            self._named.append((path, other))
        elif not (self._decisions[other].status == "rejected" if by else self._decisions[path].status in NOT_IN_FORCE):
            pair = (path, other) if by else (other, path)
            (self.replaced if link.relation.startswith("supersed") else self.amended).add(pair)

    def _choose(self, path: str, link: Link, others: list[str]) -> None:
        """Relate a record to the only one of several candidates that fits its link; else note the link as unsettled."""
        known = self.replaced | self.amended
        fit = [other for other in others if (other, path) in known or (path, other) in known]
        if not fit and link.relation == "supersedes":
            fit = [other for other in others if self._is_open(other)]
        if len(fit) == 1:
            self._relate(path, link, fit[0])
        elif not fit and link.relation != "named":
            unsettled = Unsettled(link.relation, path, link.target, tuple(sorted(others)))
            for one in (path, *others):
                self.unsettled.setdefault(one, {})[unsettled] = None

    def _is_open(self, path: str) -> bool:
        """Whether a record is superseded and nobody says by what."""
        succeeded = any(old == path for old, _ in self.replaced)
        return self._decisions[path].status == "superseded" and not succeeded and path not in self.gone


def _seconds_by_first(pairs: Set[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """Pairs as a mapping from each first member to all its second members."""
    groups: dict[str, list[str]] = {}
    for first, second in sorted(pairs):
        groups.setdefault(first, []).append(second)
    return {first: tuple(seconds) for first, seconds in groups.items()}


def _circles(pairs: Set[tuple[str, str]]) -> dict[str, int]:
    """Strongly connected components: a number for each path, equal where each reaches the other (Kosaraju)."""
    ahead = _seconds_by_first(pairs)
    back = _seconds_by_first({(second, first) for first, second in pairs})
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
