"""Memory lists of a worktree: prefiltered by SQL, then graded at HEAD page by page."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice

from scrubjay.freshness.graded import NOTHING
from scrubjay.freshness.grades import Grades
from scrubjay.grouping.reading import every_group, weights_of
from scrubjay.listing.filters import ListFilters
from scrubjay.listing.listed import ListedMemory, MemoryListing
from scrubjay.memories import MemoryReader
from scrubjay.model.memory import Memory, MemoryStatus
from scrubjay.model.view import View
from scrubjay.published.published import PublishedMemories

STATUSES = {"waiting": MemoryStatus.HELD, "faded": MemoryStatus.FADED}

PAGE = 200
"""Memories that are graded in one batch."""


def listed(
    memories: MemoryReader, grades: Grades, published: PublishedMemories, view: View, filters: ListFilters
) -> MemoryListing:
    """The memories that pass the filters, in their order. Raises UsageError."""
    filters.check()
    candidates, alike = _folded(memories, filters, _candidates(memories, published, filters))
    rows = _graded(candidates, grades, view, filters, alike)
    if filters.sort == "newest" and not filters.needs_grades:
        chosen, total = tuple(islice(rows, filters.limit)), len(candidates)
    else:
        ordered = _sorted(memories, list(rows), filters.sort)
        chosen, total = tuple(ordered[: filters.limit]), len(ordered)
    standings = published.standings([row.memory.id for row in chosen], view) if chosen else {}
    return MemoryListing(
        tuple(replace(row, publication=standings.get(row.memory.id, row.publication)) for row in chosen),
        total,
        _published(memories, grades, published, view, filters),
    )


def _published(
    memories: MemoryReader, grades: Grades, published: PublishedMemories, view: View, filters: ListFilters
) -> int:
    """How many memories the same filters choose that this branch shows as documents."""
    if filters.state or filters.everywhere or not published.ids():
        return 0
    there = _candidates(memories, published, replace(filters, state="published"))
    return sum(1 for _ in _graded(there, grades, view, filters, {}))


def _sorted(memories: MemoryReader, rows: list[ListedMemory], sort: str) -> list[ListedMemory]:
    """Rows that come newest first, in another order."""
    match sort:
        case "oldest":
            rows.reverse()
        case "grade":
            rows.sort(key=lambda listed: listed.graded.grade.rank)
        case "rank":
            weights = weights_of(memories, [row.memory.id for row in rows])
            rows.sort(key=lambda listed: -weights.get(listed.memory.id, 1.0))
        case "kind":
            rows.sort(key=lambda listed: listed.memory.kind)
        case _:
            pass
    return rows


def _folded(
    memories: MemoryReader, filters: ListFilters, candidates: tuple[Memory, ...]
) -> tuple[tuple[Memory, ...], dict[str, tuple[str, ...]]]:
    """Of those that say the same the strongest, with the ids of the others; a filter lists each."""
    if filters.is_narrow or filters.everywhere:
        return candidates, {}
    here = {memory.id for memory in candidates}
    groups = [group for scope in memories.scopes() for group in every_group(memories, scope)]
    present = [[id for id in group.members if id in here] for group in groups]
    alike = {ids[0]: tuple(ids[1:]) for ids in present if len(ids) > 1}
    weaker = {id for ids in alike.values() for id in ids}
    return tuple(memory for memory in candidates if memory.id not in weaker), alike


def _candidates(memories: MemoryReader, published: PublishedMemories, filters: ListFilters) -> tuple[Memory, ...]:
    """The prefilter: what SQL can decide, newest first."""
    status = STATUSES.get(filters.state, MemoryStatus.ACTIVE)
    matching = memories.narrowed(
        status=status, kinds=filters.kinds, tags=tuple(tag.removeprefix("#").lower() for tag in filters.tags),
        author=filters.author, session=filters.session, since=filters.since, scope=filters.scope,
        hidden=filters.everywhere or filters.state in ("lost", "published"),
    )  # fmt: skip
    match filters.state:
        case "lost":
            chosen = frozenset(memory.id for memory in memories.lost())
        case "published":
            chosen = published.ids()
        case _:
            return matching
    return tuple(memory for memory in matching if memory.id in chosen)


def _graded(
    memories: tuple[Memory, ...], grades: Grades, view: View, filters: ListFilters, alike: Mapping[str, tuple[str, ...]]
) -> Iterator[ListedMemory]:
    for start in range(0, len(memories), PAGE):
        page = memories[start : start + PAGE]
        grade_results = grades.of([memory.id for memory in page], view)
        for memory in page:
            graded = grade_results.get(memory.id, NOTHING)
            if filters.matches(memory, graded):
                yield ListedMemory(memory, graded, alike=alike.get(memory.id, ()))
