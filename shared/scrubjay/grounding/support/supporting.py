"""How far does a passage support a claim? The score of a model that learnt it from rows, with the bundled encoder."""

from __future__ import annotations

from functools import lru_cache

from scrubjay.grounding.passage import Passage
from scrubjay.grounding.speaks import Support
from scrubjay.grounding.support.alignment import alignment
from scrubjay.grounding.support.forest import forest
from scrubjay.grounding.support.wording import wording
from scrubjay.inference.embedding.embedder import Embedder
from scrubjay.inference.embedding.onnx import OnnxEmbedder
from scrubjay.inference.embedding.probe import reading_model

KEPT = 256
"""Pairs of claim and passage whose score is kept: a file is read again as it was on the base branch."""

NOTHING = -10.0
"""The score of a passage of which the model sees nothing."""


def supporter(embedder: Embedder | None) -> Support:
    """Scores pairs of claim and passage, with the user's `embedder` where that is the bundled one.

    May raise ModelUnavailable.
    """
    model = reading_model(embedder)
    reads = model if isinstance(model, OnnxEmbedder) else OnnxEmbedder(threads=1)

    @lru_cache(maxsize=KEPT)
    def score(claim: str, passage: Passage) -> float:
        features = evidence(reads, claim, passage)
        return forest().score(features) if features else NOTHING

    return score


def evidence(embedder: OnnxEmbedder, claim: str, passage: Passage) -> dict[str, float]:
    """What words and states show of a claim beside a passage, by name; {} where the model sees nothing of one of both.

    Raises ModelUnavailable.
    """
    aligned = alignment(embedder, claim, passage)
    return {**wording(claim, passage), **aligned} if aligned else {}
