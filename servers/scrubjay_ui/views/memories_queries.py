"""Queries of the memories' page: the memories that this worktree sees, filtered and ordered."""

from datetime import timedelta
from textwrap import shorten

from scrubjay.app import Workspace
from scrubjay.memory.freshness.grounds import Ground
from scrubjay.memory.freshness.wording import NO_SOURCE, grade_text, grade_word, grounds_of
from scrubjay.memory.lifecycle.undo import UndoStep
from scrubjay.memory.listing.filters import ListedMemory, ListFilters
from scrubjay.memory.review.claims import word_changes
from scrubjay.memory.store.claim import stamp
from scrubjay.model.frozen import dataclass
from scrubjay_ui.visit import Visit

PAGE = 50
"""Memories on one page."""

OPENING = 80
"""Characters of a memory that name it."""

EXCERPT = 300
"""Characters of a source that are shown of what changed in it."""

STATES = {
    "": "holding",
    "fallen": "fallen",
    "stale": "stale",
    "waiting": "held",
    "faded": "faded",
    "contradicted": "contradicted",
    "lost": "lost",
    "published": "published",
    "unused": "never used",
}
"""The states that the page offers, and their words."""

MEANS = {
    "": "They count now, as far as this branch shows them.",
    "fallen": "Their source is gone or superseded, or what they quoted changed.",
    "stale": "A source that they name changed, or never was there.",
    "waiting": "Each waits for a person to decide on it, and is told to no agent until then.",
    "faded": "Their time is over: nobody used or confirmed them in it.",
    "contradicted": "Another memory says the same with another figure, version or name, or was told in its place; "
    "or your model reads that its ground says otherwise.",
    "lost": "No branch shows them: what they were learned on is gone.",
    "published": "A document of this branch says them now, and is shown in their place.",
    "unused": "No session that is known was told them.",
}
"""What each state means, in a sentence."""

COLUMNS = {
    "kind": "Kind",
    "scope": "Scope",
    "grade": "Grade",
    "used": "Last used",
    "newest": "Recorded",
}
"""Columns that sort, by the name of their order."""


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A memory in the list, with its grade in words, its stamp, its grounds, and what changed in them.

    `moved`: each change in short, and the words of it, before and now: (whose, words). `grounds` as text, with state.
    """

    listed: ListedMemory
    grade: str
    why: str
    stamp: str
    moved: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    grounds: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryPage:
    """A page of the list. `published` counts those that documents stand for."""

    rows: tuple[ShownRow, ...]
    total: int
    published: int
    number: int
    last: int


def filters_of(visit: Visit) -> ListFilters:
    """The filters, the order and the page that the address asks for. Raises UsageError."""
    sort = visit.choice("sort", (*COLUMNS, "fallen", "oldest", "author", "until"), "newest")
    number = visit.number("page", 1, 1, 10_000)
    return ListFilters(
        kinds=visit.texts("kind"),
        grades=visit.texts("grade"),
        tags=tuple(" ".join(visit.texts("tag")).split()),
        scope=visit.text("scope"),
        author=visit.text("author"),
        session=visit.text("session"),
        since=visit.text("since"),
        until=visit.text("until"),
        words=tuple(visit.text("q").split()[:20]),
        fallen_since=visit.text("fallen_since"),
        state=visit.choice("state", tuple(STATES), ""),  # type: ignore[arg-type]  # each is a State
        sort=sort,  # type: ignore[arg-type]  # each is a Sort
        reverse=visit.choice("order", ("down", "up"), "down") == "up",
        limit=PAGE,
        offset=(number - 1) * PAGE,
    )


def memory_page(visit: Visit, filters: ListFilters) -> MemoryPage:
    """One page of the memories that pass the filters. Raises UsageError."""
    listing = visit.workspace.listed(filters, detailed=True)
    rows = tuple(
        ShownRow(
            row,
            grade_word(row.memory, row.graded),
            grade_text(row.memory, row.graded),
            stamp(row.memory),
            tuple((ground.describe(), _pieces(ground)) for ground in row.graded.standing.moved),
            tuple(ground.text for ground in grounds_of(row.graded)) or (NO_SOURCE,),
        )
        for row in listing.memories
    )
    last = max(1, -(-listing.total // PAGE))
    return MemoryPage(
        rows=rows, total=listing.total, published=listing.published, number=filters.offset // PAGE + 1, last=last
    )


def _pieces(ground: Ground) -> tuple[tuple[str, str], ...]:
    """The words that a source had when it was named, and those that stand there now."""
    before = ground.citation.words if ground.citation else ""
    return word_changes(before[:EXCERPT], ground.words[:EXCERPT]) if before or ground.words else ()


def undone_memory(workspace: Workspace, step: UndoStep | None) -> str:
    """The first words of the memory that the last decision was about; empty for several or a hidden one."""
    if step is None or len(step.ids) != 1:
        return ""
    (found,) = workspace.memories.of_ids(step.ids).values() or (None,)
    return shorten(found.content, OPENING, placeholder=" …") if found else ""


def last_friday(visit: Visit) -> str:
    """The Friday before today, as a day: the week's end is when people look back."""
    now = visit.home.clock()
    return (now - timedelta(days=(now.weekday() - 4) % 7 or 7)).date().isoformat()
