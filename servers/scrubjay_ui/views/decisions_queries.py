"""Queries of the decisions' pages: which decisions there are, their order, and how they relate to each other."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from scrubjay.errors import NotFound
from scrubjay.knowledge.documents.values import is_in_force
from scrubjay.model.decision import DecisionEntry
from scrubjay.model.frozen import dataclass
from scrubjay.model.view import View
from scrubjay.search.recall.decisions import DecisionFilters, chosen_decisions
from scrubjay.search.recall.evidence import status_of
from scrubjay_graph.api import EdgeKind, NodeKind, file_key, name_of
from scrubjay_graph.services import GraphServices
from scrubjay_ui.visit import Visit

ROW: Final = 28
TOP: Final = 20
RAIL: Final = 150
BARE: Final = 10
"""Where the rail stands: arrows need room at its left, and without any it stands at the edge."""

LEAST_BEND: Final = 18
MOST_BEND: Final = 130
WIDTH: Final = 900
LETTERS: Final = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineDot:
    """A decision's dot on the rail of the timeline. `words` fit beside it."""

    key: str
    y: int
    date: str
    words: str
    full: str
    in_force: bool


@dataclass(frozen=True, slots=True)
class TimelineArrow:
    """An arrow from a decision to the one that it replaces, or with `amends` changes in part: an SVG path."""

    path: str
    words: str
    amends: bool


@dataclass(frozen=True, slots=True)
class DecisionTimeline:
    """The drawing of a timeline. `outside` counts arrows that would lead to decisions which it doesn't show."""

    dots: tuple[TimelineDot, ...]
    arrows: tuple[TimelineArrow, ...]
    outside: int
    height: int
    rail: int
    width: int = WIDTH


A_PAGE = 50
SORTS = ("date", "name", "status", "title")


@dataclass(frozen=True, slots=True)
class RelatedDecision:
    """A decision that another one names: its path, and how it is called."""

    path: str
    name: str
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownDecision:
    """A decision as a page shows it. `gone` are successors that this view lacks, as the record writes them."""

    path: str
    blob: str
    name: str
    title: str
    status: str
    word: str
    date: str
    in_force: bool
    replaces: tuple[RelatedDecision, ...]
    superseded_by: tuple[RelatedDecision, ...]
    amends: tuple[RelatedDecision, ...]
    amended_by: tuple[RelatedDecision, ...]
    gone: tuple[str, ...]


def timeline(decisions: Sequence[ShownDecision]) -> DecisionTimeline:
    """The drawing of some decisions, in their order from top to bottom."""
    dots = {
        one.path: TimelineDot(
            key=one.path,
            y=TOP + number * ROW,
            date=one.date,
            words=_shortened(f"{one.name} {one.title}" if one.name != one.title else one.title),
            full=f"{one.name} {one.title}",
            in_force=one.in_force,
        )
        for number, one in enumerate(decisions)
    }
    known = {one.path: one for one in decisions}
    arrows: list[TimelineArrow] = []
    outside = 0
    for one in decisions:
        for older, amends in (*((it.path, False) for it in one.replaces), *((it.path, True) for it in one.amends)):
            if older in dots:
                arrows.append(_arrow(one, known[older], dots, amends=amends))
            else:
                outside += 1
    height = 2 * TOP + max(0, len(dots) - 1) * ROW
    return DecisionTimeline(tuple(dots.values()), tuple(arrows), outside, height, RAIL if arrows else BARE)


def _arrow(
    newer: ShownDecision, older: ShownDecision, dots: Mapping[str, TimelineDot], *, amends: bool
) -> TimelineArrow:
    """The arrow from a decision to the one that it replaces or amends."""
    start, end = dots[newer.path].y, dots[older.path].y
    left = RAIL - 8 - min(MOST_BEND, LEAST_BEND + abs(end - start) // ROW * 8)
    path = f"M{RAIL - 6} {start}C{left} {start} {left} {end} {RAIL - 8} {end}"
    return TimelineArrow(path, f"{newer.name} {'amends' if amends else 'replaces'} {older.name}", amends)


def _shortened(text: str) -> str:
    return text if len(text) <= LETTERS else f"{text[: LETTERS - 1]}…"


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionPage:
    """A page of decisions with its timeline. `statuses` are what can be chosen, each with its number."""

    view: View
    behind: int
    shown: tuple[ShownDecision, ...]
    timeline: DecisionTimeline
    statuses: tuple[tuple[str, int], ...]
    found: int
    every: int
    last: int


def decision_page(visit: Visit, filters: DecisionFilters, *, sort: str, up: bool, number: int) -> DecisionPage:
    """The decisions of a page, as of the revision that the address names. Raises UsageError, NotIndexed."""
    view, behind = visit.workspace.recall.searchable.current(visit.text("as_of"))
    entries = visit.workspace.documents.decisions(view)
    chosen = sorted(chosen_decisions(entries, filters), key=_sort_key(sort), reverse=not up)
    start = (number - 1) * A_PAGE
    shown = described(chosen[start : start + A_PAGE], entries)
    present = Counter(status_of(entry) or "no status" for entry in entries)
    statuses = (("current", sum(map(is_in_force, entries))), ("all", len(entries)), *sorted(present.items()))
    return DecisionPage(
        view=view,
        behind=behind,
        shown=shown,
        timeline=timeline(shown),
        statuses=tuple((name, many) for name, many in statuses if name != "no status"),
        found=len(chosen),
        every=len(entries),
        last=max(1, -(-len(chosen) // A_PAGE)),
    )


def described(chosen: Iterable[DecisionEntry], entries: Sequence[DecisionEntry]) -> tuple[ShownDecision, ...]:
    """The chosen decisions, each with the decisions that it is related to."""
    by_path = {entry.path: entry for entry in entries}
    amends: dict[str, list[str]] = {}
    for entry in entries:
        for newer in entry.standing.amended_by:
            amends.setdefault(newer, []).append(entry.path)
    return tuple(_described(entry, by_path, amends.get(entry.path, ())) for entry in chosen)


def _described(entry: DecisionEntry, by_path: Mapping[str, DecisionEntry], amends: Sequence[str]) -> ShownDecision:
    """A decision as the page shows it, with the names of those that it is related to."""
    decision, standing = entry.decision, entry.standing

    def related(paths: Iterable[str]) -> tuple[RelatedDecision, ...]:
        found = ((path, by_path[path].decision) for path in paths if path in by_path)
        return tuple(RelatedDecision(path, one.name, one.title) for path, one in found)

    return ShownDecision(
        path=entry.path,
        blob=entry.blob,
        name=decision.name,
        title=decision.title,
        status=status_of(entry) or "no status",
        word=decision.word,
        date=entry.shown_day,
        in_force=is_in_force(entry),
        replaces=related(standing.replaces),
        superseded_by=related(standing.superseded_by),
        amends=related(amends),
        amended_by=related(standing.amended_by),
        gone=standing.gone,
    )


def _sort_key(sort: str) -> Callable[[DecisionEntry], tuple[str | int, ...]]:
    """The sort key of decisions for an order; one without a date stands by its number among those without."""

    def key(entry: DecisionEntry) -> tuple[str | int, ...]:
        decision = entry.decision
        number = int(decision.number) if decision.number.isdigit() else 0
        dated = (entry.day, decision.series, number, entry.path)
        first = {"name": (), "date": (entry.day,), "status": (status_of(entry), entry.day)}
        return (decision.title.casefold(), entry.path) if sort == "title" else (*first[sort], *dated[1:])

    return key


CITING = (EdgeKind.CITES, EdgeKind.LINKS, EdgeKind.SUPERSEDES, EdgeKind.AMENDS, EdgeKind.CONCERNS)
MOST = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class CitingEntity:
    """Something that names the decision: its key in the graph, and where it says so."""

    key: str
    kind: str
    name: str
    relation: str
    evidence: str


def citing(visit: Visit, path: str) -> tuple[CitingEntity, ...] | None:
    """What cites a record, memories apart; None where the graph of HEAD isn't built yet."""
    if "graph" not in visit.workspace.registry:
        return ()
    graph = GraphServices.of(visit.workspace).graph
    if not graph.is_built():
        return None
    try:
        answer = graph.around(file_key(path), 1, links=CITING)
    except NotFound:
        return ()
    nodes, key = answer.title_of, file_key(path)
    edges = [edge for edge in answer.edges if edge.target == key and edge.source != key]
    return tuple(
        CitingEntity(
            key=edge.source,
            kind=str(nodes[edge.source].kind),
            name=name_of(nodes[edge.source]),
            relation=str(edge.link),
            evidence=str(edge.evidence),
        )
        for edge in edges
        if nodes[edge.source].kind is not NodeKind.MEMORY
    )[:MOST]
