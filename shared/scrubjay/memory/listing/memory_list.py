"""Memory lists of a worktree: narrowed by SQL and ordered in little more than ids; only what is shown is read."""

from collections.abc import Mapping, Sequence

from scrubjay.memory.freshness.graded import NOTHING, GradeResult
from scrubjay.memory.freshness.grades import Grades
from scrubjay.memory.grouping.relations import every_group
from scrubjay.memory.listing.filters import ListedMemory, ListFacts, ListFilters, MemoryListing
from scrubjay.memory.store.overview import MemoryKey
from scrubjay.memory.store.reader import MemoryReader
from scrubjay.memory.store.visible import StandIns
from scrubjay.model.frozen import replace
from scrubjay.model.memory import QUESTION, Memory, MemoryStatus
from scrubjay.model.view import View

LAST = "9"
"""After every moment: what ends never ends last."""


def ordered(
    keys: Sequence[MemoryKey],
    filters: ListFilters,
    *,
    ranks: Mapping[str, int] | None = None,
    moments: Mapping[str, str] | None = None,
) -> tuple[MemoryKey, ...]:
    """The keys in the order of the filters; equal ones stay newest first.

    `ranks` are those of grades, `moments` when they were used or fell, all by id.
    """
    rows = list(keys)
    ranks, moments = ranks or {}, moments or {}
    match filters.sort:
        case "oldest":
            rows.reverse()
        case "grade":
            rows.sort(key=lambda key: ranks.get(key.id, key.earned))
        case "kind":
            rows.sort(key=lambda key: key.kind)
        case "scope":
            rows.sort(key=lambda key: key.scope)
        case "author":
            rows.sort(key=lambda key: key.author.casefold())
        case "until":
            rows.sort(key=lambda key: key.valid_until or LAST)
        case "used" | "fallen":
            rows.sort(key=lambda key: moments.get(key.id, ""), reverse=True)
        case _:
            pass
    if filters.reverse:
        rows.reverse()
    return tuple(rows)


STATUSES = {"waiting": MemoryStatus.HELD, "faded": MemoryStatus.FADED}

Alike = Mapping[str, tuple[str, ...]]


def list_memories(
    memories: MemoryReader,
    grades: Grades,
    published: StandIns,
    view: View,
    filters: ListFilters,
    facts: ListFacts | None = None,
) -> MemoryListing:
    """The memories that pass the filters, in their order. Raises UsageError."""
    filters.check()
    facts = facts or ListFacts()
    keys = _of_grade(_candidates(memories, grades, published, view, filters, facts), grades, view, filters)
    keys, alike = _folded_groups(memories, filters, keys)
    keys = _in_order(memories, keys, grades, view, filters, facts)
    shown = [key.id for key in keys[filters.offset : filters.offset + filters.limit]]
    read = _read_memories(memories, shown, view, filters)
    rows = _listed_memories(read, memories, grades.of(shown, view), facts=facts, filters=filters, alike=alike)
    notes = published.elsewhere([row.memory.id for row in rows], view) if rows else {}
    return MemoryListing(
        tuple(replace(row, published=notes[row.memory.id].text) if row.memory.id in notes else row for row in rows),
        len(keys),
        _published(memories, grades, published, view, filters, facts),
    )


def _candidates(
    memories: MemoryReader,
    grades: Grades,
    published: StandIns,
    view: View,
    filters: ListFilters,
    facts: ListFacts,
) -> Sequence[MemoryKey]:
    """The keys of memories that pass those filters that SQL can decide, newest first."""
    keys = memories.keys(
        status=STATUSES.get(filters.state, MemoryStatus.ACTIVE), kinds=filters.kinds,
        tags=tuple(tag.removeprefix("#").lower() for tag in filters.tags), author=filters.author,
        session=filters.session, since=filters.since, until=filters.until, scope=filters.scope, words=filters.words,
        hidden=filters.everywhere or filters.state in ("lost", "published"),
        among=grades.contradicted(view) if filters.state == "contradicted" else None, weighed=filters.weighs,
    )  # fmt: skip
    match filters.state:
        case "lost":
            chosen = frozenset(memory.id for memory in memories.lost())
        case "published":
            chosen = published.ids()
        case "fallen":
            chosen = frozenset(id for id, at in facts.fallen().items() if not at or at >= filters.fallen_since)
        case "unused":
            used = facts.used([key.id for key in keys])
            chosen = frozenset(key.id for key in keys if key.id not in used)
        case _:
            return keys
    return [key for key in keys if key.id in chosen]


def _of_grade(keys: Sequence[MemoryKey], grades: Grades, view: View, filters: ListFilters) -> Sequence[MemoryKey]:
    """The memories with one of the grades asked for, and with stale sources if these are asked for."""
    if filters.grades:
        quick = grades.quick(keys, view)
        keys = [key for key in keys if key.kind != QUESTION and str(quick[key.id]) in filters.grades]
    if filters.state == "stale":
        return grades.stale(keys, view)
    return keys


def _folded_groups(
    memories: MemoryReader, filters: ListFilters, keys: Sequence[MemoryKey]
) -> tuple[Sequence[MemoryKey], Alike]:
    """The strongest memory of each group that says the same, with the ids of the others; unfolded under a filter."""
    if filters.is_narrow or filters.everywhere:
        return keys, {}
    here = {key.id for key in keys}
    groups = [group for scope in memories.scopes() for group in every_group(memories, scope)]
    present = [[id for id in group.members if id in here] for group in groups]
    alike = {ids[0]: tuple(ids[1:]) for ids in present if len(ids) > 1}
    weaker = {id for ids in alike.values() for id in ids}
    return [key for key in keys if key.id not in weaker], alike


def _in_order(
    memories: MemoryReader,
    keys: Sequence[MemoryKey],
    grades: Grades,
    view: View,
    filters: ListFilters,
    facts: ListFacts,
) -> Sequence[MemoryKey]:
    """The keys, which come newest first, in the order that is asked for; looks up no more than it needs."""
    match filters.sort:
        case "grade":
            quick = grades.quick(keys, view)
            return ordered(keys, filters, ranks={id: grade.rank for id, grade in quick.items()})
        case "used":
            return ordered(keys, filters, moments=facts.used([key.id for key in keys]))
        case "fallen":
            return ordered(keys, filters, moments=facts.fallen())
        case _:
            return ordered(keys, filters)


def _read_memories(memories: MemoryReader, ids: Sequence[str], view: View, filters: ListFilters) -> list[Memory]:
    hidden = filters.everywhere or filters.state in ("lost", "published")
    found = memories.any_of_ids(ids) if hidden else memories.of_ids(ids, view.commit)
    return [found[id] for id in ids if id in found]


def _listed_memories(
    read: Sequence[Memory],
    memories: MemoryReader,
    graded: Mapping[str, GradeResult],
    facts: ListFacts,
    filters: ListFilters,
    alike: Alike,
) -> tuple[ListedMemory, ...]:
    ids = [memory.id for memory in read]
    used = facts.used(ids) if ids and (facts.detailed or filters.sort == "used") else {}
    fallen = facts.fallen() if ids and (facts.detailed or "fallen" in (filters.state, filters.sort)) else {}
    return tuple(
        ListedMemory(
            memory=memory, graded=graded.get(memory.id, NOTHING), alike=alike.get(memory.id, ()),
            fell_at=fallen.get(memory.id, ""), used=used.get(memory.id, ""),
        )
        for memory in read
    )  # fmt: skip


def _published(
    memories: MemoryReader,
    grades: Grades,
    published: StandIns,
    view: View,
    filters: ListFilters,
    facts: ListFacts,
) -> int:
    """How many memories the same filters choose that this branch shows as documents."""
    if filters.state or filters.everywhere or not published.ids():
        return 0
    there = _candidates(memories, grades, published, view, replace(filters, state="published"), facts)
    return len(_of_grade(there, grades, view, filters))
