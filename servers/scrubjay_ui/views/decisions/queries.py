"""Which decisions are there, in which order, and how do they stand to each other?"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from scrubjay.knowledge.documents.in_force import is_in_force
from scrubjay.model.frozen import dataclass
from scrubjay.search.recall.decisions import DecisionFilters, chosen_decisions
from scrubjay.search.recall.evidence import status_of
from scrubjay_ui.views.decisions.timeline import DecisionTimeline, DrawnDecision, timeline

if TYPE_CHECKING:
    from scrubjay.model.decision_entry import DecisionEntry
    from scrubjay.model.view import View
    from scrubjay_ui.visit import Visit

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


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionPage:
    """A page of decisions with its timeline. `statuses` are what can be chosen, each with its number."""

    view: "View"
    behind: int
    shown: tuple[ShownDecision, ...]
    timeline: DecisionTimeline
    statuses: tuple[tuple[str, int], ...]
    found: int
    every: int
    last: int


def decision_page(visit: "Visit", filters: DecisionFilters, *, sort: str, up: bool, number: int) -> DecisionPage:
    """The decisions of a page, as of the revision that the address names. Raises UsageError, NotIndexed."""
    view, behind = visit.workspace.recall.searchable.current(visit.text("as_of"))
    entries = visit.workspace.documents.decisions(view)
    chosen = sorted(chosen_decisions(entries, filters), key=_order(sort), reverse=not up)
    start = (number - 1) * A_PAGE
    shown = described(chosen[start : start + A_PAGE], entries)
    present = Counter(status_of(entry) or "no status" for entry in entries)
    statuses = (("current", sum(map(is_in_force, entries))), ("all", len(entries)), *sorted(present.items()))
    return DecisionPage(
        view=view,
        behind=behind,
        shown=shown,
        timeline=timeline([_drawn(one) for one in shown]),
        statuses=tuple((name, many) for name, many in statuses if name != "no status"),
        found=len(chosen),
        every=len(entries),
        last=max(1, -(-len(chosen) // A_PAGE)),
    )


def described(chosen: Iterable["DecisionEntry"], entries: Sequence["DecisionEntry"]) -> tuple[ShownDecision, ...]:
    """Some decisions of a view, each with those that it stands in relation to."""
    by_path = {entry.path: entry for entry in entries}
    amends: dict[str, list[str]] = {}
    for entry in entries:
        for newer in entry.standing.amended_by:
            amends.setdefault(newer, []).append(entry.path)
    return tuple(_described(entry, by_path, amends.get(entry.path, ())) for entry in chosen)


def _described(entry: "DecisionEntry", by_path: Mapping[str, "DecisionEntry"], amends: Sequence[str]) -> ShownDecision:
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


def _drawn(one: ShownDecision) -> DrawnDecision:
    return DrawnDecision(
        key=one.path,
        name=one.name,
        title=one.title,
        date=one.date,
        in_force=one.in_force,
        replaces=tuple(older.path for older in one.replaces),
        amends=tuple(older.path for older in one.amends),
    )


def _order(sort: str) -> "Callable[[DecisionEntry], tuple[str | int, ...]]":
    """What decisions are sorted by; a record without a date stands by its number among those without."""

    def key(entry: "DecisionEntry") -> tuple[str | int, ...]:
        decision = entry.decision
        number = int(decision.number) if decision.number.isdigit() else 0
        dated = (entry.day, decision.series, number, entry.path)
        first = {"name": (), "date": (entry.day,), "status": (status_of(entry), entry.day)}
        return (decision.title.casefold(), entry.path) if sort == "title" else (*first[sort], *dated[1:])

    return key
