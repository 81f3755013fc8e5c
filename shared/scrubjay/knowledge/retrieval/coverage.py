"""Scores of candidates of which meaning judged only some: the others keep their places among words. Pure.

A stage that hasn't seen a candidate says nothing of it, good or bad. What no vector speaks for stands at least as high
as words alone put it; the remaining places go to what was judged, best first. With nothing judged that is the order
by words, with everything judged the order by score.
"""

from collections.abc import Sequence


def keep_places(
    words: Sequence[float | None], judged: Sequence[float | None], complete: Sequence[bool], margin: float
) -> list[float]:
    """The score of each candidate, in the same order, to six digits.

    `words` is None for what words didn't find, `judged` for what nothing else saw. `complete` says whether the judge
    saw the passage that words found: a judgement without it may lift a candidate and doesn't lower it. What keeps its
    place scores between its neighbours, within `margin` of the best and the worst judgement at the ends.
    """
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
    scores = _between(list(order.values()), margin)
    placed = dict(zip(order, scores, strict=True))
    return [round(placed[n], 6) for n in range(len(words))]


def _between(scores: Sequence[float | None], margin: float) -> list[float]:
    """Fill gaps in falling scores evenly."""
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
