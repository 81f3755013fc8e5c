"""What must a reader know about a hit? Its standing, its source and its time; pure."""

from collections.abc import Mapping, Sequence

from scrubjay.documents.decisions import DecisionEntry
from scrubjay.memories import MemoryHit
from scrubjay.model.hit import Hit
from scrubjay.recall.answer import RecallHit

UNCOMMITTED = "uncommitted changes; this is HEAD's text"
ID_DIGITS = 12
"""So much of a memory's id is shown; `supersedes` takes it."""


def document_hit(hit: Hit, decisions: Mapping[str, DecisionEntry], *, dirty: bool) -> RecallHit:
    """A passage with its address; for a decision with its status and what replaces what."""
    entry = decisions.get(hit.path)
    standing = standing_marks(entry, decisions) if entry else ()
    decision = entry.decision if entry else None
    return RecallHit(
        kind="decision" if entry else "document",
        title=f"{decision.name} {decision.title}" if decision and decision.number else hit.title,
        text=hit.text,
        date=(decision.date if decision else "") or hit.changed_at,
        path=hit.path,
        blob=hit.blob,
        start_line=hit.start_line,
        end_line=hit.end_line,
        heading=_below(hit),
        status=status_of(entry) if entry else "",
        replaces=tuple(decisions[path].decision.name for path in entry.standing.replaces) if entry else (),
        marks=(*standing, UNCOMMITTED) if dirty else standing,
        score=hit.score,
        scores=hit.scores,
        ranks=hit.ranks,
    )


def status_of(entry: DecisionEntry) -> str:
    """The status that counts in this view: superseded where another decision of it says so, else the record's own."""
    return "superseded" if entry.standing.superseded_by else entry.decision.status


def standing_marks(entry: DecisionEntry, decisions: Mapping[str, DecisionEntry]) -> tuple[str, ...]:
    """ "superseded by ADR-009", "replaces ADR-002", "amended by ADR-011", as far as they apply."""
    links = {
        "superseded by": entry.standing.superseded_by,
        "replaces": entry.standing.replaces,
        "amended by": entry.standing.amended_by,
    }
    return tuple(
        f"{relation} {', '.join(decisions[path].decision.name for path in paths)}"
        for relation, paths in links.items()
        if paths
    )


def memory_hit(hit: MemoryHit, rank: int) -> RecallHit:
    """A memory with who told it and when. Its score compares with no document's."""
    memory = hit.memory
    told = f"{memory.source} ({memory.author})" if memory.author else memory.source
    whose = "user " if memory.scope == "user" else ""
    return RecallHit(
        kind="memory",
        title=f"{whose}{memory.kind} {memory.id[:ID_DIGITS]}",
        text=memory.content,
        date=memory.recorded_at,
        status=memory.status,
        source=f"{told}, who names {memory.claimed}" if memory.claimed else told,
        marks=(memory.status, f"holds until {memory.valid_until[:10]}") if memory.valid_until else (memory.status,),
        score=round(hit.score, 6),
        scores={"bm25": round(hit.score, 6)},
        ranks={"bm25": rank},
    )


def merge(documents: Sequence[RecallHit], memories: Sequence[RecallHit], limit: int) -> tuple[RecallHit, ...]:
    """At most `limit` hits: a memory after every two documents, since their scores don't compare, only their ranks."""
    merged: list[RecallHit] = []
    waiting = list(memories)
    for index, hit in enumerate(documents, 1):
        merged.append(hit)
        if waiting and index % 2 == 0:
            merged.append(waiting.pop(0))
    return tuple([*merged, *waiting][:limit])


def _below(hit: Hit) -> str:
    """The headings below the document's own title."""
    first, _, rest = hit.heading.partition(" > ")
    return rest if first == hit.title else hit.heading


def behind_note(files: int, trouble: str = "") -> str:
    """What the first line says when the index is behind; `trouble` is why it can't be written now."""
    return f"{files} file{'s' if files != 1 else ''} behind; {trouble or 'the worker is on it'}"
