"""Answers of servers that the home has joined, fused with the home's own by reciprocal ranks. Pure."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from scrubjay.knowledge.index.kinds import MEMORY
from scrubjay.knowledge.retrieval.scoring import reciprocal_rank_fusion
from scrubjay.memory.freshness.wording import ShownGround
from scrubjay.model.counted import counted
from scrubjay.model.decision import DecisionEntry
from scrubjay.model.far import FarAnswer, FarHit
from scrubjay.model.frozen import replace
from scrubjay.model.view import View
from scrubjay.search.recall.answer import RecallAnswer, RecallHit
from scrubjay.search.recall.evidence import standing_marks, status_of
from scrubjay.search.recall.fitness import NEAREST, WEAK_SHOWN, Fit, best_of
from scrubjay.search.recall.parts import PLACES

COMMIT_DIGITS: Final = 10


def as_here(
    far: Iterable[FarAnswer], view: View, decisions: Mapping[str, DecisionEntry], read: Callable[[str], str]
) -> list[FarAnswer]:
    """The answers, where what they have of this very repository is as its view has it: the worktree decides.

    A text of another state goes, and so does a decision that is superseded here: the home's own search ranks it. Other
    decisions get their status here. `read` gives git's id of a file at the view's commit that isn't indexed.
    """
    blobs = {file.path: file.blob for file in (*view.files, *view.borrowed)}

    def stands(hit: FarHit) -> bool:
        return bool(hit.blob) and hit.blob == (blobs.get(hit.path) or read(hit.path))

    def of(one: FarAnswer, hits: Sequence[FarHit]) -> Iterator[FarHit]:
        for hit in hits:
            entry = None if hit.id or hit.repository != one.here else decisions.get(hit.path)
            if entry is None:
                yield hit
            elif not entry.standing.superseded_by:
                yield replace(hit, status=status_of(entry), marks=standing_marks(entry, decisions))

    def kept(one: FarAnswer) -> FarAnswer:
        hits, below = (
            [hit for hit in some if hit.id or hit.repository != one.here or stands(hit)]
            for some in (one.hits, one.below)
        )
        left = len(one.hits) - len(hits)
        note = f"{counted(left, 'hit')} of this repository left out: HEAD here has another text there, or none"
        return replace(
            one, hits=tuple(of(one, hits)), below=tuple(of(one, below)), notes=(*one.notes, *([note] if left else []))
        )

    return [kept(one) if one.here else one for one in far]


def joined(answer: RecallAnswer, far: Sequence[FarAnswer]) -> RecallAnswer:
    """The home's answer with those of servers: the order of these doesn't matter.

    What doesn't fit on a server is only ever shown as what is nearest, and where nothing fits at all. The home's hit
    stands for the same one of a server: it was compared with the worktree. A server's word on how well it fits counts
    where something of it is shown.
    """
    request = answer.request
    sides = sorted(far, key=lambda one: one.called)
    fitting = [_hits_of(one, one.hits) for one in sides if one.hits and one.documents_fit != "nothing"]
    fits_here = answer.documents_fit != "nothing" or not fitting
    ranked = _fused([answer.hits, *fitting]) if fits_here else _fused([[], *fitting])
    hits = ranked if fits_here else _once([*ranked, *answer.hits])
    documents = best_of([answer.documents_fit, *_shown_fits(sides, hits[: request.limit])])
    remembered = [_hits_of(one, one.memories) for one in sides if one.memories and one.memories_fit != "nothing"]
    memories = _after_rivals(_fused([answer.memories, *remembered]))
    most = request.limit if documents == "nothing" or request.kinds == (MEMORY,) else min(PLACES, request.limit)
    rivals = frozenset[str]().union(*(hit.against for hit in answer.memories))
    weak = request.trimmed and documents == "weak"
    shown = hits[: min(request.limit, WEAK_SHOWN) if weak else request.limit]
    kept = memories[: most + len(rivals)] if remembered else answer.memories
    below = answer.below
    if not shown and not kept:
        nearest = [[*_hits_of(one, one.below), *_hits_of(one, (*one.hits, *one.memories))] for one in sides]
        below = tuple(_fused([below, *nearest])[:NEAREST])
    return replace(
        answer,
        hits=tuple(shown),
        memories=tuple(kept),
        below=below,
        documents_fit=documents,
        memories_fit=best_of([answer.memories_fit, *_shown_fits(sides, kept)]),
        more=answer.more or any(one.more for one in sides),
        notes=(*answer.notes, *(f"{one.called}: {note}" for one in sides for note in one.notes)),
        degraded=(*answer.degraded, *(f"{one.called}: {what}" for one in sides for what in one.degraded)),
    )


def _shown_fits(sides: Iterable[FarAnswer], shown: Iterable[RecallHit]) -> Iterator[Fit]:
    """How well the documents, or the memories, of those servers fit that have some among what is shown."""
    keys = {_same(hit) for hit in shown}
    for one in sides:
        for hits, fit in ((one.hits, one.documents_fit), (one.memories, one.memories_fit)):
            if any(_same(hit) in keys for hit in _hits_of(one, hits)):
                yield fit


def _hits_of(answer: FarAnswer, hits: Iterable[FarHit]) -> list[RecallHit]:
    return [far_hit(answer.called, hit) for hit in hits]


def far_hit(called: str, hit: FarHit) -> RecallHit:
    """A server's hit as answers show it: whose it is, and its grade as the server's word; the home vouches for none."""
    if hit.id:
        label = (called, hit.author and f"by {hit.author}", hit.date[:10])
        told = hit.grade == "told" and hit.told_by
        graded = f"told by {hit.told_by}, {hit.told_at[:10]}" if told else hit.grade and f"graded {hit.grade} there"
        marks = (graded, *hit.marks)
        return RecallHit(
            kind=hit.kind, title=hit.title, text=hit.text, date=hit.date, id=hit.id, status=hit.status,
            grade=hit.grade, source=" · ".join(filter(None, label)),
            grounds=tuple(_ground(called, one) for one in hit.grounds), marks=tuple(filter(None, marks)),
            score=hit.score, far=called,
        )  # fmt: skip
    at = f" @ {hit.commit[:COMMIT_DIGITS]}" if hit.commit else ""
    return RecallHit(
        kind=hit.kind, title=hit.title, text=hit.text, date=hit.date, path=hit.path, blob=hit.blob, author=hit.author,
        start_line=hit.start_line, end_line=hit.end_line, heading=hit.heading, status=hit.status,
        marks=(f"{called} · repo {hit.repository}{at}" if hit.repository else called, *hit.marks), score=hit.score,
        repository=hit.repository, commit=hit.commit, far=called,
    )  # fmt: skip


def _ground(called: str, line: str) -> ShownGround:
    """A memory's ground as a server states it."""
    return ShownGround(kind="place", place=line, words="", state=f"says {called}")


def _same(hit: RecallHit) -> Hashable:
    """What two hits have in common that are one entry: a memory's id, or git's id of a text with the lines."""
    if hit.id:
        return hit.id
    return (hit.blob, hit.start_line, hit.end_line) if hit.blob else (hit.far, hit.key)


def _fused(rankings: Sequence[Sequence[RecallHit]]) -> list[RecallHit]:
    """Rankings as one by reciprocal ranks, each entry once, as the first that has it shows it; ties in their order."""
    entries: dict[Hashable, RecallHit] = {}
    for hit in (hit for ranking in rankings for hit in ranking):
        entries.setdefault(_same(hit), hit)
    numbers = {key: -place for place, key in enumerate(entries)}  # of two with one score the higher comes first
    hits = {numbers[key]: hit for key, hit in entries.items()}
    votes = {
        f"{place:04}": [*dict.fromkeys(numbers[_same(hit)] for hit in ranking)]
        for place, ranking in enumerate(rankings)
    }
    return [hits[number] for number, _ in reciprocal_rank_fusion(votes, {})]


def _once(hits: Iterable[RecallHit]) -> list[RecallHit]:
    """Hits in order, each entry once; the home's stands for a server's."""
    entries: dict[Hashable, RecallHit] = {}
    for hit in hits:
        key = _same(hit)
        if key not in entries or not hit.far:
            entries[key] = hit
    return list(entries.values())


def _after_rivals(hits: Sequence[RecallHit]) -> list[RecallHit]:
    """Memories in order, but each behind those that say otherwise, without which it isn't shown."""
    by_key = {hit.key: hit for hit in hits}
    placed: dict[str, RecallHit] = {}

    def place(hit: RecallHit, waiting: frozenset[str]) -> None:
        for key in sorted(hit.against & by_key.keys() - waiting):
            place(by_key[key], waiting | {key})
        placed.setdefault(hit.key, hit)

    for hit in hits:
        place(hit, frozenset({hit.key}))
    return list(placed.values())
