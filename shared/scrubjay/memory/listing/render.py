"""Text and JSON forms of a listed memory. Pure."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from scrubjay.memory.freshness.wording import beneath, grade_text, grade_word, ground_object, grounds_of, reported_note
from scrubjay.memory.listing.filters import MAX_LISTED, ListedMemory, ListFilters, MemoryListing
from scrubjay.model.counted import counted
from scrubjay.model.memory import MemoryStatus

DIGITS = 12
MAX_CONTENT = 200
MAX_SOURCE = 160
NEAR = 3


def memory_line(listed: ListedMemory) -> str:
    """Such as "- 1a2b3c4d5e6f fact: … · told by anna, 2026-11-02 · #ops"."""
    memory, graded = listed.memory, listed.graded
    whose = "your own " if memory.scope == "user" else ""
    grade = "held" if memory.status is MemoryStatus.HELD else grade_text(memory, graded)
    marks = [
        grade, reported_note(memory, graded), _source(beneath(graded)),
        f"applies: {memory.applies}" if memory.applies else "",
        " ".join(f"#{tag}" for tag in memory.tags),
        f"contradicts {', '.join(id[:DIGITS] for id in memory.contradicts)}" if memory.contradicts else "",
        f"also said as {', '.join(id[:DIGITS] for id in listed.alike)}" if listed.alike else "",
        f"fell {listed.fell_at[:10]}" if listed.fell_at else "", memory.elsewhere, listed.published,
    ]  # fmt: skip
    content = _cut(_flat(memory.content), MAX_CONTENT)
    return f"- {memory.id[:DIGITS]} {whose}{memory.kind}: {content} · {' · '.join(filter(None, marks))}"


def as_object(listed: ListedMemory) -> dict[str, Any]:
    """The JSON form."""
    memory, graded = listed.memory, listed.graded
    return {
        "id": memory.id, "scope": memory.scope, "kind": memory.kind, "content": memory.content,
        "status": str(memory.status), "grade": grade_word(memory, graded), "told": grade_text(memory, graded),
        "grounds": [ground_object(ground) for ground in grounds_of(graded)], "tags": list(memory.tags),
        "applies": memory.applies, "author": memory.author, "origin": str(memory.origin), "agent": memory.agent,
        "session": memory.session,
        "branch": memory.branch, "commit": memory.commit, "at": memory.recorded_at, "valid_until": memory.valid_until,
        "contradicts": list(memory.contradicts), "elsewhere": memory.elsewhere, "alike": list(listed.alike),
        "published": listed.published, "fell_at": listed.fell_at,
        "used": listed.used,
    }  # fmt: skip


def omitted_note(count: int, total: int) -> str:
    """What a list omitted, and how to see it; empty where it omitted nothing."""
    if count >= total:
        return ""
    return (
        f"{count:,} of {total:,}; `--limit {min(total, MAX_LISTED)}` shows {'all' if total <= MAX_LISTED else 'more'}"
    )


def published_line(count: int, ask: str) -> str:
    """Says of memories that documents stand for; empty where there is none. `ask`: how to list them."""
    return f"{counted(count, 'published memory')} shown as documents: {ask}" if count else ""


def beside_dates(filters: ListFilters, listed: Callable[[ListFilters], MemoryListing]) -> list[str]:
    """What to show where no memory is of the days that are asked for: the newest of other days, a line each."""
    if not (filters.since or filters.until):
        return []
    near = listed(replace(filters, since="", until="", limit=NEAR, offset=0)).memories
    return ["of other days:", *map(memory_line, near)] if near else []


def _source(words: str) -> str:
    return _cut(_flat(words), MAX_SOURCE)


def _flat(text: str) -> str:
    return " ".join(text.split())


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[:longest]} …"
