"""Order of hits: named documents first, current before superseded, several phrasings as one question."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from scrubjay.knowledge.index.kinds import DISCUSSIONS, MEMORY
from scrubjay.knowledge.retrieval.exact import Exact
from scrubjay.model.counted import counted
from scrubjay.model.hit import Hit, HybridResult
from scrubjay.text.words import words

T = TypeVar("T")
Newer = Mapping[str, tuple[str, ...]]
"""What replaced what: a path, or `memory:` with an id, to those that replaced it."""


def current_first(ordered: Sequence[tuple[str, T]], superseded_by: Newer) -> list[tuple[str, T]]:
    """Reorder hits (path, anything) so that no hit stands above one of its successors, near or far.

    A successor below what it replaces takes that place, and the old one follows it directly. Everything else keeps
    its order. A circle is not followed twice.
    """
    hits: dict[str, list[tuple[str, T]]] = {}
    for hit in ordered:
        hits.setdefault(hit[0], []).append(hit)
    newer = {path: _found(path, superseded_by, hits) for path in hits}
    moved = {path for path in hits if newer[path]}.union(*newer.values())
    result: list[tuple[str, T]] = []
    done: set[str] = set()
    for path, value in ordered:
        if path not in moved:
            result.append((path, value))
            continue
        for other in _newest_first(path, newer):
            if other not in done:
                done.add(other)
                result.extend(hits[other])
    return result


def successors(paths: Collection[str], superseded_by: Newer) -> list[str]:
    """What holds instead of some of `paths` and isn't among them, sorted: the ends of their chains."""
    reached = _reached(paths, superseded_by)
    return sorted(path for path in reached - set(paths) if not superseded_by.get(path))


def _found(path: str, superseded_by: Newer, hits: Iterable[str]) -> list[str]:
    """The hits that replace a path, directly or through others that weren't found, in their order."""
    newer = _reached([path], superseded_by) - {path} if superseded_by.get(path) else set()
    return [candidate for candidate in hits if candidate in newer] if newer else []


def _reached(paths: Collection[str], superseded_by: Newer) -> set[str]:
    waiting, reached = list(paths), set(paths)
    while waiting:
        newer = [path for path in superseded_by.get(waiting.pop(), ()) if path not in reached]
        reached.update(newer)
        waiting.extend(newer)
    return reached


def _newest_first(path: str, newer: Mapping[str, Sequence[str]]) -> list[str]:
    """A path behind everything found that replaces it, where each again stands behind what replaces it.

    `newer` holds all that is reached, so whatever replaces a successor is among the successors: those that fewer
    replace come first.
    """
    return sorted([*newer[path], path], key=lambda candidate: len(newer[candidate])) if newer[path] else [path]


ALIKE = 0.6
"""Share of the words of two passages, each counted once, that they have in common from which on one tells both."""

RECORD = "kep.yaml"
"""The metadata of a record, which its README tells at length."""


def are_twins(first: Hit, second: Hit) -> bool:
    """Whether two hits of different documents take one place.

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
    ordered = sorted(hits, key=lambda hit: exact.rank(hit.content, hit.passage))
    current = [hit for _, hit in current_first([(hit.path, hit) for hit in ordered], superseded_by)]
    return tuple(_spread(current, limit))


def _spread(hits: Sequence[Hit], limit: int) -> list[Hit]:
    """The first hits, at most PER_DOCUMENT of one document and one of a discussion, whose thread is read as a whole; a
    twin of one that stands is named there.
    """
    counts: dict[str, int] = {}
    chosen: list[Hit] = []
    for hit in hits:
        twin = next((place for place, other in enumerate(chosen) if are_twins(other, hit)), None)
        if twin is not None:
            stands = chosen[twin]
            paths = dict.fromkeys([*stands.also, hit.path, *hit.also])
            chosen[twin] = replace(stands, also=tuple(path for path in paths if path != stands.path))
            continue
        counts[hit.path] = counts.get(hit.path, 0) + 1
        if counts[hit.path] <= (1 if hit.kind in DISCUSSIONS else PER_DOCUMENT):
            chosen.append(hit)
        if len(chosen) >= limit:
            break
    return chosen


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
