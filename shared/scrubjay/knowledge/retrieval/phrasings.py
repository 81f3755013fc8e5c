"""How do several phrasings of one question answer together? A hit is worth what its best phrasing says. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from scrubjay.knowledge.retrieval.exact import Exact
from scrubjay.knowledge.retrieval.order import arrange
from scrubjay.model.counted import counted
from scrubjay.model.hit import Hit, HybridResult

Number = TypeVar("Number", int, float)


def fuse_phrasings(
    results: Sequence[HybridResult], superseded_by: Mapping[str, tuple[str, ...]], limit: int
) -> HybridResult:
    """One result of several, of which the first answers the question as it was asked.

    Each passage stands where the phrasing puts it that it fits best, so one that clearly finds its place isn't watered
    down by a vague one. What the question itself names exactly stays first, and a superseded decision stays below its
    successor. Memories stand where the phrasing puts them that is nearest, each once.
    """
    first, *others = results
    if not others:
        return first
    ranked = _by_best_fit([result.hits for result in results])
    named = Exact(documents=dict.fromkeys(first.named, 1))
    return replace(
        first,
        hits=arrange(ranked, named, superseded_by, limit),
        memories=best_of_each(hit for result in results for hit in result.memories),
        degraded=_joined(result.degraded for result in results),
        exact=_joined(result.exact for result in results),
        notes=_joined(result.notes for result in results),
        steps=(*first.steps, f"{counted(len(results), 'phrasing')}, each hit by the one that it fits best"),
        milliseconds=_added(result.milliseconds for result in results),
        candidates=_added(result.candidates for result in results),
    )


def _by_best_fit(rankings: Sequence[Sequence[Hit]]) -> list[Hit]:
    """The hits of all rankings, best first, each as the ranking shows it in which it is worth most.

    A place is worth a score of its ranking, the first one the highest: what stands first for its name, or for what it
    replaces, is worth its place. Of equal ones that stands first which stands higher.
    """
    placed: list[tuple[float, int, Hit]] = []
    for ranking in rankings:
        scores = sorted((hit.score for hit in ranking), reverse=True)
        placed += [
            (-score, place, replace(hit, score=score))
            for place, (hit, score) in enumerate(zip(ranking, scores, strict=True))
        ]
    best: dict[int, Hit] = {}
    for _, _, hit in sorted(placed, key=lambda one: one[:2]):
        best.setdefault(hit.passage, hit)
    return list(best.values())


def best_of_each(hits: Iterable[Hit]) -> tuple[Hit, ...]:
    """Hits of one kind by score, each content once; of equal ones the newer first."""
    best: dict[str, Hit] = {}
    for hit in hits:
        if hit.blob not in best or hit.score > best[hit.blob].score:
            best[hit.blob] = hit
    return tuple(sorted(best.values(), key=lambda hit: (hit.score, hit.changed_at, hit.blob), reverse=True))


def _joined(parts: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for part in parts for text in part))


def _added(parts: Iterable[Mapping[str, Number]]) -> dict[str, Number]:
    total: dict[str, Number] = {}
    for part in parts:
        for name, value in part.items():
            total[name] = total.get(name, 0) + value
    return total
