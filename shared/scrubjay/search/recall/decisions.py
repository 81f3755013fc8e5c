"""List of the decisions that hold: a table for reading, newest first, filtered and in pages."""

from collections.abc import Callable, Mapping, Sequence

from scrubjay.errors import UsageError
from scrubjay.knowledge.documents.values import ENDED_STATUSES, is_in_force
from scrubjay.knowledge.retrieval.operators import PathFilter
from scrubjay.model.counted import counted
from scrubjay.model.decision import DecisionEntry, is_date
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.view import View
from scrubjay.search.recall.absence import MOST, nearest
from scrubjay.search.recall.evidence import behind_note, standing_marks, status_of
from scrubjay.search.recall.render import MAX_NAME, first_line, one_line
from scrubjay.text.telling import telling_words

USUAL = frozenset({"current", "all", "accepted", "proposed", "draft"}) | ENDED_STATUSES
"""Statuses that may be asked for where no record has them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionFilters:
    """Which decisions are listed; all filters together count, and an empty one lets everything through.

    `status`: "current", "all", one of the usual statuses or a record's own word for it. `path`: a file, a folder or a
    glob. `since`: the beginning of an ISO date; a record that neither it nor git dates isn't since anything. `words`
    all stand in name, title or path, as the beginning of a word or within one. `offset` decisions are skipped.
    """

    status: str = "current"
    path: str = ""
    since: str = ""
    words: str = ""
    limit: int = 30
    offset: int = 0


def decision_list(
    view: View, behind: int, entries: Sequence[DecisionEntry], filters: DecisionFilters,
    discussed: Callable[[str], str] = lambda _: "", search: Callable[[str], Sequence[str]] = lambda _: (),
) -> str:  # fmt: skip
    """A page of decisions as text; `discussed` tells by a decision's path where it was discussed.

    Where none passes, the nearest follow: those whose names begin so or, by `search`, that are about the words, or
    the newest. `search` gives paths for words, best first.
    Raises UsageError for a status or a date that is none.
    """
    chosen = chosen_decisions(entries, filters)
    head = first_line(view, [behind_note(behind)] if behind else [])
    start, end = filters.offset, filters.offset + max(1, filters.limit)
    by_path = {entry.path: entry for entry in entries}
    if not chosen[start:]:
        what, near = ("", []) if chosen else _nearest_or_newest(entries, filters, search)
        lines = [f"{what}:", *(_decision_line(entry, by_path, discussed(entry.path)) for entry in near)] if near else []
        return "\n".join([head, "", _empty_page_text(entries, chosen, filters), *lines])
    lines = [head, "", *(_decision_line(entry, by_path, discussed(entry.path)) for entry in chosen[start:end])]
    if start or len(chosen) > end:
        more = f"; offset={end} shows the next" if len(chosen) > end else ""
        lines.append(f"({start + 1}-{min(end, len(chosen))} of {counted(len(chosen), 'decision')}{more})")
    return "\n".join(lines)


def chosen_decisions(entries: Sequence[DecisionEntry], filters: DecisionFilters) -> list[DecisionEntry]:
    """The decisions that pass all filters, by series, then newest first. Raises UsageError."""
    status = filters.status.strip().lower() or "current"
    present = sorted({word for entry in entries for word in _statuses(entry)})
    if status not in USUAL and status not in present:
        raise UsageError(f"status {status[:40]!r} is unknown. There are: current, all, {', '.join(present)}.")
    since = filters.since.strip()
    if since and not is_date(since):
        raise UsageError(f"since {since[:40]!r} is no date. Write it as 2026-03-01, 2026-03 or 2026.")
    place = PathFilter(filters.path) if filters.path.strip(" /") else None
    stems = telling_words(filters.words)
    chosen = [
        entry
        for entry in entries
        if _has_status(entry, status)
        and (place is None or place.holds(entry.path))
        and entry.day >= since
        and all(stem in label_of(entry) for stem in stems)
    ]
    return sorted(chosen, key=_sort_key)


def _nearest_or_newest(
    entries: Sequence[DecisionEntry], filters: DecisionFilters, search: Callable[[str], Sequence[str]]
) -> tuple[str, Sequence[DecisionEntry]]:
    """Decisions to show when none passes the filters, with a label: the nearest by words, else the newest."""
    if filters.words:
        others = {entry.path: entry for entry in chosen_decisions(entries, replace(filters, words=""))}
        labels = {path: label_of(entry) for path, entry in others.items()}
        if near := nearest(filters.words, labels, search):
            return "Nearest", [others[path] for path in near]
    if filters.since:
        whenever = replace(filters, since="")
        found = chosen_decisions(entries, whenever) or chosen_decisions(entries, replace(whenever, words=""))
        earlier = [entry for entry in found if entry.day]
        return "The newest before", sorted(earlier, key=lambda entry: entry.day, reverse=True)[:MOST]
    return "", ()


def _has_status(entry: DecisionEntry, status: str) -> bool:
    """Whether a decision has a status; "current" means in force, "all" any."""
    return status == "all" or (status == "current" and is_in_force(entry)) or status in _statuses(entry)


def _statuses(entry: DecisionEntry) -> set[str]:
    """The statuses of a decision: its computed one, and its own word for it."""
    return {status_of(entry), entry.decision.word} - {""}


def label_of(entry: DecisionEntry) -> str:
    """The name, title and path of a decision in lower case, to look it up by."""
    return f"{entry.decision.name} {entry.decision.title} {entry.path}".lower()


def _sort_key(entry: DecisionEntry) -> tuple[str, int, str]:
    """A key that sorts decisions by series, then the newest number first."""
    number = entry.decision.number
    return entry.decision.series, -(int(number) if number.isdigit() else 0), entry.path


def _empty_page_text(
    entries: Sequence[DecisionEntry], chosen: Sequence[DecisionEntry], filters: DecisionFilters
) -> str:
    """Why a page of decisions is empty, with the next call to make."""
    if chosen:
        return f"No decision at offset={filters.offset}: there are {len(chosen)}. offset=0 shows the first."
    status = filters.status.strip().lower() or "current"
    narrowed = [
        f"{name}={value!r}"
        for name, value in (("path", filters.path), ("since", filters.since), ("words", filters.words))
        if value
    ]
    told = f"No decisions with {', '.join([f'status {status}', *narrowed])} among {len(entries)}."
    undated = sum(not entry.day for entry in entries) if filters.since else 0
    without = f" {counted(undated, 'decision')} without a date." if undated else ""
    within = ' search_knowledge(kinds=["decision"]) also looks inside them.' if filters.words else ""
    return one_line(f"{told}{without}{within}")


def _decision_line(entry: DecisionEntry, by_path: Mapping[str, DecisionEntry], discussed: str) -> str:
    """A decision in one line: its name, status, day, relations and path."""
    decision = entry.decision
    title = f"{decision.name} {decision.title}" if decision.number else decision.title
    marks = standing_marks(entry, by_path)
    status = "" if entry.standing.superseded_by else decision.status or "no status"
    about = "; ".join(part for part in (status, entry.shown_day, *marks, discussed) if part)
    return one_line(f"- {title[:MAX_NAME]} ({about}) {entry.path}")
