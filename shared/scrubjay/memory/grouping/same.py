"""Do two claims state the same fact, in whatever words? And the groups of claims that do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from scrubjay.inference.embedding.ahead import ReadsTokens
from scrubjay.inference.numeric import np
from scrubjay.memory.grouping.alignment import ClaimReading, features, read_claim, weights
from scrubjay.memory.grouping.groups import MARGIN, FactLink, grouped
from scrubjay.memory.grouping.guards import hardly_reworded, kept_apart, rule_for, same_words
from scrubjay.memory.grouping.roles import exchanged

if TYPE_CHECKING:
    from scrubjay.extensions.kinds.content import Embedder
    from scrubjay.model.encoded import Vector

KEPT: Final = 512
"""Claims whose reading is kept, some 20 kB each."""

ROWS_AT_ONCE: Final = 1024


class SameFact:
    """Decides whether two claims state one fact: guards first, then a few figures of how their words lie together.

    By an embedder for which weights were fitted; by any other only claims above its strictest cosine that are reworded.
    Symmetric; true of equal words. Safe to use from several threads. May raise ModelUnavailable.
    """

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._strict = rule_for("").cosine
        self._reader = embedder if isinstance(embedder, ReadsTokens) and self._is_fitted() else None
        self._read = lru_cache(maxsize=KEPT)(read_claim)
        self._vector = lru_cache(maxsize=KEPT)(self._embed)

    def __call__(self, one: str, other: str) -> bool:
        """Whether two claims state the same fact."""
        if same_words(one, other):
            return True
        if kept_apart(one, other):
            return False
        reader = self._reader
        if reader is None or not (self._embedder.holds(one) and self._embedder.holds(other)):
            return not hardly_reworded(one, other) and float(self._vector(one) @ self._vector(other)) >= self._strict
        first, second = sorted((one, other))
        return score(first, second, self._read(first, reader), self._read(second, reader)) >= 0

    def _is_fitted(self) -> bool:
        return bool(self._embedder.fingerprint.key == weights()["fingerprint"])

    def _embed(self, text: str) -> Vector:
        vector: Vector = self._embedder.embed_passages([text]).vectors[0]
        return vector


def score(one: str, other: str, left: ClaimReading, right: ClaimReading) -> float:
    """How surely two claims that no guard keeps apart state one fact: from 0 on they do."""
    if not (left.words and right.words) or exchanged(left.parts, right.parts):
        return -np.inf
    fitted = weights()
    return float(np.dot(features(one, other, left, right), fitted["weights"]) + fitted["bias"])


def groups(
    texts: Sequence[str], vectors: Vector, same: Callable[[str, str], bool], least: float
) -> tuple[tuple[int, ...], ...]:
    """The places of the claims of each fact that two or more state; every two of a group state it.

    `vectors` (n, dim) are of length 1 or 0, in the order of `texts`; only pairs with a cosine from `least` on are
    compared. The claims are of one kind, project and time. No result depends on their order.
    """
    places = sorted(range(len(texts)), key=lambda place: (texts[place], place))
    ordered = vectors[places]
    links = []
    for start in range(0, len(places), ROWS_AT_ONCE):
        cosines = ordered[start : start + ROWS_AT_ONCE] @ ordered.T
        for row, column in np.argwhere(cosines >= least - MARGIN).tolist():
            one, cosine = start + row, round(float(cosines[row, column]), 6)
            if one < column and cosine >= least and same(texts[places[one]], texts[places[column]]):
                links.append(FactLink(one, column, cosine))
    return tuple(sorted(tuple(sorted(places[one] for one in group)) for group in grouped(links)))
