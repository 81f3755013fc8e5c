"""Scores: fusion of rankings, a candidate's worth, nearness; a successor stands before what it supersedes. Pure.

`reranker + (cosine + centre) / 2 + .2 * held * bm25 / max(bm25)` for documents, where `held` is 1, for a
question the share of its telling words that the best passage by words holds; `reranker + cosine` for memories among
themselves. Raw values keep how much better one candidate is, which ranks and z-scores throw away: measured on the
development sets, choices made on halves of the questions.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TypeVar

from scrubjay.model.frozen import dataclass, replace

K = 60
"""Cormack, Clarke and Büttcher, SIGIR 2009."""


def reciprocal_rank_fusion(
    rankings: Mapping[str, Sequence[int]],
    weights: Mapping[str, float],
    k: int = K,
    unseen: Mapping[str, Collection[int]] | None = None,
) -> list[tuple[int, float]]:
    """Fuse rankings of ids, best first: the sum of weight / (k + rank), ranks from 1.

    Only ranks count, never the scores behind them. Ties: the higher id first, which is the newer item. `unseen` names
    items that a ranking could not see: there they get the mean of the votes of those that could.
    """
    counting = {name: weight for name in sorted(rankings) if (weight := weights.get(name, 1.0)) > 0}
    scores: dict[int, float] = {}
    for name, weight in counting.items():
        for rank, item in enumerate(rankings[name], 1):
            scores[item] = scores.get(item, 0.0) + weight / (k + rank)
    blind = {name: set(items).difference(rankings[name]) for name, items in (unseen or {}).items() if name in counting}
    total = sum(counting.values())
    for item in set[int]().union(*blind.values()) & scores.keys():
        scores[item] *= total / (total - sum(counting[name] for name, items in blind.items() if item in items))
    return [(-item, -score) for score, item in sorted([(-score, -item) for item, score in scores.items()])]


def nearness(scores: Mapping[str, float]) -> float | None:
    """The mean of a hit's vector and reranker scores; None where it has neither."""
    values = [scores[name] for name in ("vector", "reranker") if name in scores]
    return sum(values) / len(values) if values else None


def keep_places(
    words: Sequence[float | None], judged: Sequence[float | None], complete: Sequence[bool], margin: float
) -> list[float]:
    """Scores from the judged ones; a candidate without a judgement keeps its place in the order of words.

    `words` is None for what words didn't find, `judged` for what nothing else saw. `complete` says whether the judge
    saw the passage that words found: a judgement without it may lift a candidate and doesn't lower it. What keeps its
    place scores between its neighbours, within `margin` of the best and the worst judgement at the ends.
    """
    if all(complete) and None not in judged:
        return [round(score or 0.0, 6) for score in judged]
    waiting = sorted((n for n, score in enumerate(judged) if score is not None), key=lambda n: (judged[n] or 0.0, -n))
    order: dict[int, float | None] = {}

    def place_judged() -> None:
        while waiting and waiting[-1] in order:
            waiting.pop()
        if waiting:
            candidate = waiting.pop()
            order[candidate] = judged[candidate]

    for candidate in sorted((n for n, score in enumerate(words) if score is not None), key=lambda n: -(words[n] or 0)):
        if candidate in order or (judged[candidate] is not None and complete[candidate]):
            place_judged()
        else:
            order[candidate] = None
    while waiting:
        place_judged()
    order |= {n: None for n in range(len(words)) if n not in order}
    scores = _filled_gaps(list(order.values()), margin)
    placed = dict(zip(order, scores, strict=True))
    return [round(placed[n], 6) for n in range(len(words))]


def _filled_gaps(scores: Sequence[float | None], margin: float) -> list[float]:
    """Falling scores with each gap (None) filled by evenly spaced values."""
    known = [score for score in scores if score is not None]
    upper = known[0] + margin if known else margin
    filled: list[float] = []
    gap = 0
    for score in (*scores, known[-1] - margin if known else 0.0):
        if score is None:
            gap += 1
            continue
        filled += [upper - (upper - score) * step / (gap + 1) for step in range(1, gap + 1)]
        filled.append(score)
        upper, gap = score, 0
    return filled[:-1]


@dataclass(frozen=True, slots=True)
class Features:
    """The scores of one candidate by each arm and stage; None where one gave none.

    `centre` is the cosine with the mean vector of the whole document. `seen`: the passage that words found has a
    vector, where they found one.
    """

    bm25: float | None = None
    cosine: float | None = None
    centre: float | None = None
    reranker: float | None = None
    seen: bool = True

    @property
    def judged(self) -> bool:
        """Whether vectors or the reranker gave the candidate a score."""
        return self.cosine is not None or self.reranker is not None


@dataclass(frozen=True, slots=True)
class Blend:
    """The weight of each score in a blended one."""

    bm25: float
    cosine: float
    centre: float
    reranker: float

    def with_words(self, share: float) -> "Blend":
        """The blend with the weight of words multiplied by a share."""
        return replace(self, bm25=self.bm25 * share)


def blended(candidates: Sequence[Features], blend: Blend) -> list[float]:
    """The blended score of each candidate, in the given order, to six digits.

    What isn't embedded yet is neither worth more nor less for it: it keeps its place among words, see `keep_places`.
    """
    best = max([candidate.bm25 or 0.0 for candidate in candidates], default=0.0)
    words = [max(candidate.bm25 or 0.0, 0.0) / best if best > 0 else 0.0 for candidate in candidates]
    judged = [n for n, candidate in enumerate(candidates) if candidate.judged]
    rows = [candidates[n] for n in judged]
    cosines = imputed([row.cosine for row in rows], [row.reranker or 0.0 for row in rows])
    centres = imputed([row.centre for row in rows], cosines)
    reranked = imputed([row.reranker for row in rows], cosines)
    scores = {
        n: blend.bm25 * words[n] + blend.cosine * c + blend.centre * m + blend.reranker * r
        for n, c, m, r in zip(judged, cosines, centres, reranked, strict=True)
    }
    return keep_places(
        [candidate.bm25 for candidate in candidates],
        [scores.get(n) for n in range(len(candidates))],
        [candidate.seen for candidate in candidates],
        blend.bm25,
    )


def imputed(values: Sequence[float | None], guide: Sequence[float]) -> list[float]:
    """The values with each None filled in from its guide: the known value at the same quantile.

    All zero when nothing is known.
    """
    present = sorted([value for value in values if value is not None])
    if len(present) == len(values):
        return [value for value in values if value is not None]
    if not present:
        return [0.0] * len(values)
    guides = sorted(g for g, value in zip(guide, values, strict=True) if value is not None)
    return [
        present[min(len(present) - 1, sum(g < level for g in guides))] if value is None else value
        for value, level in zip(values, guide, strict=True)
    ]


T = TypeVar("T")
Newer = Mapping[str, tuple[str, ...]]
"""What replaced what: a path, or `memory:` with an id, to those that replaced it."""


def current_first(ordered: Sequence[tuple[str, T]], superseded_by: Newer) -> list[tuple[str, T]]:
    """The hits, each a path and a value, reordered so that none stands above one of its successors.

    A successor below what it replaces takes that place, and the old one follows it directly. Everything else keeps
    its order. A circle is not followed twice.
    """
    if superseded_by.keys().isdisjoint([path for path, _ in ordered]):
        return list(ordered)
    hits: dict[str, list[tuple[str, T]]] = {}
    for hit in ordered:
        hits.setdefault(hit[0], []).append(hit)
    newer = {path: _found_successors(path, superseded_by, hits) for path in hits}
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
    """The newest successors of some replaced paths, without paths that were given, sorted."""
    if superseded_by.keys().isdisjoint(paths):
        return []
    reached = _paths_reached(paths, superseded_by)
    return sorted(path for path in reached - set(paths) if not superseded_by.get(path))


def _found_successors(path: str, superseded_by: Newer, hits: Iterable[str]) -> list[str]:
    """The hits that replace a path, directly or through others, in their order."""
    newer = _paths_reached([path], superseded_by) - {path} if superseded_by.get(path) else set()
    return [candidate for candidate in hits if candidate in newer] if newer else []


def _paths_reached(paths: Collection[str], superseded_by: Newer) -> set[str]:
    """Some paths and all that supersede them, directly or through others."""
    waiting, reached = list(paths), set(paths)
    while waiting:
        newer = [path for path in superseded_by.get(waiting.pop(), ()) if path not in reached]
        reached.update(newer)
        waiting.extend(newer)
    return reached


def _newest_first(path: str, newer: Mapping[str, Sequence[str]]) -> list[str]:
    """A path and the found paths that replace it, the newest first.

    `newer` holds all that is reached, so whatever replaces a successor is among the successors: those that fewer
    replace come first.
    """
    return sorted([*newer[path], path], key=lambda candidate: len(newer[candidate])) if newer[path] else [path]
