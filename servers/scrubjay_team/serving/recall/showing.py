"""Hits of a team's answer as they are shown: of which repository each is, with its evidence; memories by whom."""

from collections.abc import Iterable
from typing import Final

from scrubjay.memory.freshness.grounds import Ground
from scrubjay.memory.freshness.wording import ShownGround, place_ground
from scrubjay.model.evidence import CitationResult
from scrubjay.model.frozen import replace
from scrubjay.model.hit import Hit
from scrubjay.model.memory import MemoryStatus
from scrubjay.search.recall.answer import RecallHit
from scrubjay.search.recall.evidence import document_hit, same_elsewhere
from scrubjay_team.index.api import number_of
from scrubjay_team.memories.memory import FoundMemory
from scrubjay_team.serving.recall.views import GrantedViews, MirroredView

ID_DIGITS: Final = 12


def own_path(view: MirroredView, path: str) -> str:
    """A path as its repository has it: a search of several puts the repository's name before it."""
    return path.removeprefix(f"{view.name}:")


def shown_hits(hits: Iterable[Hit], views: GrantedViews) -> tuple[RecallHit, ...]:
    """Hits with their evidence, each with its repository and commit."""
    by_number = {one.number: one for one in views.views}
    several = len(views.views) > 1
    return tuple(
        _shown(hit, by_number[number_of(hit.content)], several=several)
        for hit in hits
        if number_of(hit.content) in by_number
    )


def _shown(hit: Hit, view: MirroredView, *, several: bool) -> RecallHit:
    path = own_path(view, hit.path) if several else hit.path
    own = replace(hit, path=path, also=tuple(own_path(view, one) for one in hit.also)) if several else hit
    told = document_hit(own, view.records.by_path, view.records.incidents.get(path), dirty=False)
    (told,) = same_elsewhere([told], view.view)
    return replace(told, repository=view.name, commit=view.view.commit)


def memory_hit(found: FoundMemory) -> RecallHit:
    """A memory as a hit of an answer."""
    hit, memory = found.hit, found.memory
    marks = (
        memory.project_name,
        memory.waits,
        memory.hearsay,
        "" if memory.status is MemoryStatus.ACTIVE else str(memory.status),
        f"holds until {memory.valid_until[:10]}" if memory.valid_until else "",
        f"applies to {memory.applies}" if memory.applies else "",
        f"tags {', '.join(memory.tags)}" if memory.tags else "",
    )
    return RecallHit(
        kind="memory",
        title=f"{memory.scope} {memory.kind} {memory.id[:ID_DIGITS]}",
        text=hit.text,
        date=memory.recorded_at,
        id=memory.id,
        author=memory.author_name,
        status=memory.status,
        grade=str(memory.grade),
        worth=memory.grade,
        source=f"{memory.graded} · {memory.label}",
        grounds=tuple(
            place_ground(Ground(text=one.text, path=one.path, status=one.status, citation=one))
            for one in memory.grounds
        ),
        marks=tuple(filter(None, marks)),
        score=hit.score,
        scores=hit.scores,
        ranks=hit.ranks,
    )


def _ground(cited: CitationResult) -> ShownGround:
    """A ground as it stands at the mirror's head."""
    return place_ground(Ground(text=cited.text, path=cited.path, status=cited.status, citation=cited))
