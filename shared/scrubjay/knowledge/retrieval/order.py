"""Order of hits: named documents first, several phrasings as one question."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from scrubjay.knowledge.index.kinds import DISCUSSIONS, MEMORY
from scrubjay.knowledge.retrieval.exact import Exact
from scrubjay.knowledge.retrieval.scoring import current_first
from scrubjay.model.counted import counted
from scrubjay.model.frozen import replace
from scrubjay.model.hit import Hit, HybridResult
from scrubjay.text.words import words

ALIKE = 0.6
"""Share of the words of two passages, each counted once, that they have in common from which on one tells both."""

RECORD = "kep.yaml"
"""The metadata of a record, which its README tells at length."""


def are_twins(first: Hit, second: Hit) -> bool:
    """Whether two hits of different documents say the same, so that one place is enough for both.

    Passages are compared under the same title and headings alone: records that share a sentence are no twins, nor are
    two texts without a title.
    """
    if first.path == second.path or MEMORY in (first.kind, second.kind):
        return False
    if _record(first.path) == _record(second.path) != "":
        return True
    if not first.title or (first.title, first.heading, first.kind) != (second.title, second.heading, second.kind):
        return False
    ours, theirs = set(words(first.text.lower())), set(words(second.text.lower()))
    return len(ours & theirs) >= ALIKE * len(ours | theirs)


def _record(path: str) -> str:
    """The folder of a record that has its metadata in a file beside its README; "" for other paths."""
    folder, _, name = path.rpartition("/")
    return folder if name in (RECORD, "README.md") else ""


PER_DOCUMENT = 2
"""Passages of one document in an answer, so that one file doesn't fill it."""


def arrange(
    hits: Sequence[Hit], exact: Exact, superseded_by: Mapping[str, tuple[str, ...]], limit: int
) -> tuple[Hit, ...]:
    """The first `limit` hits of a pool that stands by score; what the query names exactly comes first.

    A successor that the arms didn't find comes last in the pool; it is shown only where it replaces a hit.
    """
    places = in_place([(hit.path, hit.content, hit.passage) for hit in hits], exact, superseded_by)
    return tuple(spread_hits((hits[place] for place in places), limit))


def in_place(
    found: Sequence[tuple[str, int, int]], exact: Exact, superseded_by: Mapping[str, tuple[str, ...]]
) -> list[int]:
    """The order of passages, each a path, content and passage: named ones first, none above its successor."""
    order: Sequence[int] = range(len(found))
    if exact.documents or exact.passages:
        ranks = [(-exact.documents.get(content, 0), -exact.passages.get(passage, 0)) for _, content, passage in found]
        order = sorted(order, key=ranks.__getitem__)
    return [place for _, place in current_first([(found[place][0], place) for place in order], superseded_by)]


def spread_hits(hits: Iterable[Hit], limit: int) -> list[Hit]:
    """The first hits, at most PER_DOCUMENT of a document and one of a discussion; twins share one place."""
    counts: dict[str, int] = {}
    chosen: list[Hit] = []
    alike: dict[object, list[int]] = {}
    for hit in hits:
        keys = [key for key in (_record(hit.path), hit.title and (hit.title, hit.heading, hit.kind)) if key]
        places = sorted({place for key in keys for place in alike.get(key, ())})
        twin = next((place for place in places if are_twins(chosen[place], hit)), None)
        if twin is not None:
            stands = chosen[twin]
            paths = dict.fromkeys([*stands.also, hit.path, *hit.also])
            chosen[twin] = replace(stands, also=tuple(path for path in paths if path != stands.path))
            continue
        counts[hit.path] = counts.get(hit.path, 0) + 1
        if counts[hit.path] <= (1 if hit.kind in DISCUSSIONS else PER_DOCUMENT):
            for key in keys:
                alike.setdefault(key, []).append(len(chosen))
            chosen.append(hit)
        if len(chosen) >= limit:
            break
    return chosen


Number = TypeVar("Number", int, float)


def fuse_phrasings(
    results: Sequence[HybridResult], superseded_by: Mapping[str, tuple[str, ...]], limit: int
) -> HybridResult:
    """The results of several phrasings of a question as one; the first is the question as asked.

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
        degraded=_without_duplicates(result.degraded for result in results),
        exact=_without_duplicates(result.exact for result in results),
        notes=_without_duplicates(result.notes for result in results),
        steps=(*first.steps, f"{counted(len(results), 'phrasing')}, each hit by the one that it fits best"),
        milliseconds=_summed(result.milliseconds for result in results),
        candidates=_summed(result.candidates for result in results),
    )


def _by_best_fit(rankings: Sequence[Sequence[Hit]]) -> list[Hit]:
    """The hits of all rankings, best first, each in the form with its highest score.

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


def _without_duplicates(parts: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """The texts of some tuples in one tuple, each once."""
    return tuple(dict.fromkeys(text for part in parts for text in part))


def _summed(parts: Iterable[Mapping[str, Number]]) -> dict[str, Number]:
    """Some mappings in one, the values of each name added up."""
    total: dict[str, Number] = {}
    for part in parts:
        for name, value in part.items():
            total[name] = total.get(name, 0) + value
    return total
