"""How do the tokens of a claim stand to those of a passage? Cosines of their states, and where the nearest stand."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from scrubjay.grounding.marks import unmarked
from scrubjay.grounding.terms import terms
from scrubjay.text.stems import stem
from scrubjay.text.words import Word, words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scrubjay.grounding.passage import Passage
    from scrubjay.inference.embedding.onnx import OnnxEmbedder

    Array = NDArray[Any]

HEADINGS: Final = 2
"""Headings above a passage that are read with it, the lowest."""

BESIDE: Final = 2
"""Tokens on either side that make what stands around one."""

WINDOW: Final = 6
"""Tokens on either side among which its neighbour is looked for."""

LIKE: Final = 0.5
"""Cosine from which on two tokens may stand for each other."""


def alignment(embedder: OnnxEmbedder, claim: str, passage: Passage) -> dict[str, float]:
    """What the model's states show of a claim beside a passage, by name; {} where one of both has no tokens.

    Raises ModelUnavailable.
    """
    import numpy as np

    written = words(unmarked(claim), Word.SIGNS)
    above = unmarked(" ".join((*passage.heading[-HEADINGS:], passage.lead)))
    claim_tokens, source = embedder.tokens(written), embedder.tokens([above, *map(unmarked, passage.sentences)])
    body = source.parts[0][1]
    if not claim_tokens.ids or body == len(source.ids):
        return {}
    claim_states, source_states = _unit(claim_tokens.states), _unit(source.states)
    cosines = claim_states @ source_states.T
    best, nearest = cosines.max(axis=1), cosines.argmax(axis=1)
    spans = [span for span in source.parts[1:] if span[0] < span[1]]
    covers = [_mean(cosines[:, first:end].max(axis=1), claim_tokens.tells) for first, end in spans]
    first, end = spans[int(np.argmax(covers))]
    back = cosines[:, first:end].max(axis=0)
    telling = [place for place in range(len(claim_tokens.ids)) if claim_tokens.tells[place] > 0]
    lowest, unanswered = _lowest(best, claim_tokens.tells), _lowest(back, source.tells[first:end])
    small = best[claim_tokens.tells <= 0]
    places = [int(cosines[place, body:].argmax()) for place in telling]
    jumps = [min(20, abs(following - place)) for place, following in pairwise(places)] or [0]
    return {
        **_words(written, claim_tokens.parts, claim_tokens.tells, best, passage),
        **_surroundings(claim_states, source_states, best, nearest, telling),
        "cosine": float(_unit(claim_tokens.states.mean(axis=0)) @ _unit(source.states[body:].mean(axis=0))),
        "covered": max(covers),
        "answers": _mean(back, source.tells[first:end]),
        "heading": _mean(cosines[:, :body].max(axis=1), claim_tokens.tells) if body else 0.0,
        "low 2": lowest[1], "low 3": lowest[2], "unanswered 2": unanswered[1], "unanswered 3": unanswered[2],
        "small least": float(small.min()) if len(small) else 1.0,
        "small mean": float(small.mean()) if len(small) else 1.0,
        "jump": float(np.mean(jumps)), "longest jump": float(max(jumps)),
        "drift": _drift(claim_tokens.ids, source.ids[first:end], cosines[:, first:end], telling),
    }  # fmt: skip


def _words(
    words: Sequence[str], parts: Sequence[tuple[int, int]], tells: Array, best: Array, passage: Passage
) -> dict[str, float]:
    """How near the passage comes to those words of a claim that it doesn't hold, and to those that it holds."""
    low, content = passage.around.lower(), terms(passage.around).content
    weights: list[float] = []
    absent: list[float] = []
    for word, (first, end) in zip(words, parts, strict=True):
        if first < end and tells[first:end].max() > 0:
            form = word.lower()
            present = stem(form) in content or (len(form) > 3 and form in low)
            (weights if present else absent).append(float(best[first:end].mean()))
    return {
        "absent": float(len(absent)), "absent share": len(absent) / max(1, len(absent) + len(weights)),
        "absent least": min(absent, default=0.9), "absent most": max(absent, default=0.9),
        "absent mean": sum(absent) / len(absent) if absent else 0.9,
        "held least": min(weights, default=0.3), "held mean": sum(weights) / len(weights) if weights else 0.3,
        "words": float(len(weights) + len(absent)),
    }  # fmt: skip


def _surroundings(
    claim_states: Array, source_states: Array, best: Array, nearest: Array, telling: Sequence[int]
) -> dict[str, float]:
    """Whether what stands around a word, and on which side of it, is the same in both."""
    import numpy as np

    cosines, last = claim_states @ source_states.T, len(source_states)
    around = [
        float(
            _unit(claim_states[max(0, place - BESIDE) : place + BESIDE + 1].mean(axis=0))
            @ _unit(source_states[max(0, nearest[place] - BESIDE) : nearest[place] + BESIDE + 1].mean(axis=0))
        )
        for place in telling
        if best[place] > LIKE
    ]
    sides = []
    for before, place, after in zip(telling, telling[1:], telling[2:], strict=False):
        position = int(nearest[place])
        left, right = slice(max(0, position - WINDOW), position), slice(position + 1, min(last, position + 1 + WINDOW))
        if best[place] >= LIKE and left.start < left.stop and right.start < right.stop:
            gain = cosines[before, left].max() - cosines[before, right].max()
            sides.append(float(gain + cosines[after, right].max() - cosines[after, left].max()))
    return {
        "around": float(np.mean(around)) if around else LIKE, "around least": min(around, default=LIKE),
        "sides": float(np.mean(sides)) if sides else 0.0, "sides least": min(sides, default=0.0),
    }  # fmt: skip


def _drift(ids: Sequence[int], other: Sequence[int], cosines: Array, telling: Sequence[int]) -> float:
    """The least cosine of one and the same token in both."""
    same = [
        float(cosines[place, position]) for place in telling for position, id in enumerate(other) if id == ids[place]
    ]
    return min(same, default=0.7)


def _lowest(cosines: Array, tells: Array) -> list[float]:
    """The three least cosines of tokens that tell something, 1 in place of missing ones."""
    return [*sorted(cosines[tells > 0].tolist())[:3], 1.0, 1.0, 1.0][:3]


def _mean(values: Array, weights: Array) -> float:
    return float((values * weights).sum() / max(float(weights.sum()), 1e-6))


def _unit(states: Array) -> Array:
    import numpy as np

    return np.asarray(states / np.maximum(np.linalg.norm(states, axis=-1, keepdims=True), 1e-9))
