"""Memory lists of a worktree: prefiltered by SQL, then graded at HEAD page by page."""

from collections.abc import Iterator
from itertools import islice

from scrubjay.freshness.graded import NOTHING
from scrubjay.freshness.grades import Grades
from scrubjay.listing.filters import ListFilters
from scrubjay.listing.listed import ListedMemory, MemoryListing
from scrubjay.memories import MemoryReader
from scrubjay.model.memory import Memory, MemoryStatus
from scrubjay.model.view import View

STATUSES = {"waiting": MemoryStatus.HELD, "faded": MemoryStatus.FADED}

PAGE = 200
"""Memories that are graded in one batch."""


def listed(memories: MemoryReader, grades: Grades, view: View, filters: ListFilters) -> MemoryListing:
    """The memories that pass the filters, in their order. Raises UsageError."""
    filters.check()
    candidates = _candidates(memories, filters)
    found = _graded(candidates, grades, view, filters)
    if filters.sort == "newest" and not filters.needs_grades:
        return MemoryListing(tuple(islice(found, filters.limit)), len(candidates))
    every = list(found)
    if filters.sort == "oldest":
        every.reverse()
    elif filters.sort == "grade":
        every.sort(key=lambda one: one.graded.grade.rank)
    elif filters.sort == "kind":
        every.sort(key=lambda one: one.memory.kind)
    return MemoryListing(tuple(every[: filters.limit]), len(every))


def _candidates(memories: MemoryReader, filters: ListFilters) -> tuple[Memory, ...]:
    """The prefilter: what SQL can decide, newest first."""
    status = STATUSES.get(filters.state, MemoryStatus.ACTIVE)
    found = memories.narrowed(
        status=status, kinds=filters.kinds, tags=tuple(tag.removeprefix("#").lower() for tag in filters.tags),
        author=filters.author, session=filters.session, since=filters.since, scope=filters.scope,
        hidden=filters.everywhere or filters.state == "lost",
    )  # fmt: skip
    lost = {one.id for one in memories.lost()} if filters.state == "lost" else None
    return tuple(one for one in found if lost is None or one.id in lost)


def _graded(found: tuple[Memory, ...], grades: Grades, view: View, filters: ListFilters) -> Iterator[ListedMemory]:
    for start in range(0, len(found), PAGE):
        page = found[start : start + PAGE]
        known = grades.of([one.id for one in page], view)
        for memory in page:
            graded = known.get(memory.id, NOTHING)
            if filters.matches(memory, graded):
                yield ListedMemory(memory, graded)
