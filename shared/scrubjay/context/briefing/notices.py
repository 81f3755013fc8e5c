"""One-time notices about memories: downgraded, kept automatically, typed by the user, acts in a person's name."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from scrubjay.context.briefing.difference import OneTimeLine
from scrubjay.errors import NotFound
from scrubjay.memory.lifecycle.figures import acts_since, last_pass, newest_captured, newest_said
from scrubjay.memory.store.reader import MemoryReader
from scrubjay.model.clock import iso
from scrubjay.model.counted import counted
from scrubjay.model.evidence import EvidenceObject
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Memory, MemoryStatus
from scrubjay.model.pattern import pattern
from scrubjay.model.view import View

if TYPE_CHECKING:
    from scrubjay.memory.freshness.freshness import MovedMemory
    from scrubjay.memory.freshness.graded import GradeResult
    from scrubjay.memory.freshness.grades import Grades

ID = pattern(r"\b[0-9a-f]{8}\b")
MAX_LOOKUPS = 100
MAX_NOTICES = 5
NOTICE_DAYS = 30
"""Days for which a notice about an automatically kept memory waits for a session."""

MAX_CONFIRMATIONS = 3
"""Statements of a person that are shown for confirmation per day."""

CONSOLIDATED_DAYS = 7
"""Days for which the line about a pass of consolidation waits for a session."""

CONSOLIDATED = {
    "lifetimes": ("memory", "{} faded, archived or brought back"),
    "cluster": ("group", "{} of memories that say the same (`scrubjay memories`)"),
    "contradictions": ("contradiction", "{} to look at (`scrubjay review settle`)"),
    "procedures": ("procedure", "{} learnt"),
}
"""The steps that are told, with what each counts."""

ENDED = (MemoryStatus.RETRACTED, MemoryStatus.EXPIRED, MemoryStatus.SUPERSEDED)


def one_time_notices(
    memories: MemoryReader,
    grades: "Grades",
    view: View,
    moved: "Sequence[MovedMemory]",
    shown_text: str,
    shown_keys: Collection[str],
    now: datetime,
    proposed: tuple[str, str] | None = None,
) -> tuple[OneTimeLine, ...]:
    """All notices that weren't shown yet.

    `shown_text` is the text that sessions here were shown so far, `shown_keys` the keys of the notices that were.
    `proposed` is the key and the text of a line about what waits to be told to others.
    """
    notices = [
        *_ended_notices(memories, grades, view, moved, shown_text),
        *_person_acts(memories, shown_keys),
        *_captured(memories, now),
        *_consolidated(memories, now),
        *_to_keep(memories, shown_keys, now),
        *([OneTimeLine(*proposed)] if proposed else ()),
    ]
    return tuple(notice for notice in notices if notice.key not in shown_keys)


def _ended_notices(
    memories: MemoryReader, grades: "Grades", view: View, moved: "Sequence[MovedMemory]", shown_text: str
) -> list[OneTimeLine]:
    """Notices of memories that sessions here were shown and that have ended or lost their source."""
    ids = list(dict.fromkeys(reversed(ID.findall(shown_text))))[:MAX_LOOKUPS]
    graded = grades.of([entry.memory.id for entry in moved if entry.memory.id[:8] in ids], view)
    fallen = {entry.memory.id: entry for entry in moved if entry.memory.id in graded}
    lines = [
        OneTimeLine(
            f"fell {id[:8]}",
            f"No longer grounded: {_shortened(entry.memory.content)} ({id[:8]}, {entry.standing.mark})",
        )
        for id, entry in fallen.items()
        if graded[id].grade is Grade.SAID
    ]
    for id in ids:
        memory = _find_or_none(memories, id)
        if memory is not None and memory.status in ENDED:
            why = f"{memory.status} by {memory.belief.actor} on {memory.belief.recorded_at[:10]}"
            lines.append(
                OneTimeLine(
                    f"ended {id} {memory.status}", f"No longer holds: {_shortened(memory.content)} ({id}, {why})"
                )
            )
    return lines[:MAX_NOTICES]


def _find_or_none(memories: MemoryReader, id: str) -> Memory | None:
    try:
        return memories.get(id)
    except NotFound:
        return None


def _person_acts(memories: MemoryReader, shown_keys: Collection[str]) -> list[OneTimeLine]:
    """A notice of how often somebody acted as a person, since the last notice, where an agent could have."""
    since = max((key.removeprefix("acts ") for key in shown_keys if key.startswith("acts ")), default="")
    count, last = count_person_acts(memories, since)
    times = "once" if count == 1 else f"{count} times"
    text = (
        f"Somebody acted as a person {times} since the last briefing where an agent's process could have done it "
        "(`scrubjay audit show --scope user` has terminal and programs)"
    )
    return [OneTimeLine(f"acts {last}", text)] if count else []


def count_person_acts(memories: MemoryReader, since: str) -> tuple[int, str]:
    """How often since a moment somebody acted as a person where an agent could have, and when last; in both scopes."""
    counts = [memories.once(scope, acts_since, since) for scope in _scopes(memories)]
    return sum(n for n, _ in counts), max((moment for _, moment in counts), default="")


def _captured(memories: MemoryReader, now: datetime) -> list[OneTimeLine]:
    """Notices of memories that were kept from sessions within some days, without anybody asking for it."""
    since = iso(now - timedelta(days=NOTICE_DAYS))
    ids = [id for scope in _scopes(memories) for id in memories.once(scope, newest_captured, since[:10], MAX_NOTICES)]
    by_id = {id: memory for id, memory in memories.of_ids(ids).items() if memory.recorded_at >= since}
    stop = "; `extraction.by: off` stops this"
    return [
        OneTimeLine(
            f"kept {id[:8]}", f"Kept from a session: {by_id[id].kind}: {_shortened(by_id[id].content)} ({id[:8]}){stop}"
        )
        for id in ids
        if id in by_id
    ]


def _consolidated(memories: MemoryReader, now: datetime) -> list[OneTimeLine]:
    """A notice of what the last pass of consolidation did; none where it did nothing."""
    passes = [done for scope in _scopes(memories) if (done := memories.once(scope, last_pass))]
    day = max((done.day for done in passes), default="")
    if day < iso(now - timedelta(days=CONSOLIDATED_DAYS))[:10]:
        return []
    sums = Counter[str]()
    for done in passes:
        sums.update(done.steps if done.day == day else {})
    parts = [text.format(counted(sums[name], what)) for name, (what, text) in CONSOLIDATED.items() if sums[name]]
    return (
        [OneTimeLine(f"consolidated {day}", f"Memory was consolidated on {day}: {'; '.join(parts)}")] if parts else []
    )


def _to_keep(memories: MemoryReader, shown_keys: Collection[str], now: datetime) -> list[OneTimeLine]:
    """A notice, once a day, of what the user typed and what was kept of it without their confirmation."""
    today = iso(now)[:10]
    if any(key.startswith(f"keep {today}") for key in shown_keys):
        return []
    since = iso(now - timedelta(days=1))[:10]
    ids = memories.once("project", newest_said, since, MAX_CONFIRMATIONS)
    if not (by_id := memories.of_ids(ids)):
        return []
    evidence = memories.evidence(by_id)
    listed = "; ".join(
        f"“{_shortened(by_id[id].content, 80)}” ({id[:8]}), from your “{_shortened(person_quote(evidence[id]), 80)}”"
        for id in ids if id in by_id
    )  # fmt: skip
    line = f"scrubjay memories confirm {' '.join(id[:8] for id in ids if id in by_id)}"
    question = f"{counted(len(by_id), 'thing')} an agent kept from what you said: right, and told by you? (`{line}`)"
    return [OneTimeLine(f"keep {today}", f"{question}: {listed}")]


def person_quote(evidence: Sequence[EvidenceObject]) -> str:
    """The person's words that a memory rests on."""
    return next((item.turn.words for item in reversed(evidence) if item.turn), "")


def _scopes(memories: MemoryReader) -> tuple[str, ...]:
    return ("project", "user") if memories.user_exists() else ("project",)


def _shortened(text: str, most: int = 140) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= most else f"{flat[: most - 1].rstrip()}…"


def downgraded_ids(grades: "Mapping[str, GradeResult]", least: Grade) -> frozenset[str]:
    """Ids of memories whose grade is now below `least`."""
    return frozenset(id for id, graded in grades.items() if graded.grade < least)
