"""Token weights for MaxSim: IDF estimated from vocabulary rank; 0 for stop words and punctuation.

A vocabulary is ordered by frequency, so by Zipf's law the logarithm of a token's rank is its inverse
document frequency up to a constant. Against frequencies counted in each corpus (development sets): LoCoMo recall@10
.699 and .706, CoSQA MRR@10 .529 and .522, SciFact nDCG@10 .742 and .747, links and commits equal. So nothing needs
counting, and a passage's score doesn't change with what else is indexed.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import log
from typing import TYPE_CHECKING, Final

from scrubjay.text.stop_words import STOP_WORDS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FIRST_WORD: Final = 1000
"""Lower ids are special tokens, unused ones and single characters."""

BEGINS_A_WORD: Final = "\u0120\u2581"
"""Markers of byte-pair and sentence-piece vocabularies before the first token of a word."""


def token_weights(vocabulary: Mapping[str, int]) -> NDArray[np.float32]:
    """The weight of each token, by its id."""
    import numpy as np

    weights = np.zeros(max(vocabulary.values(), default=-1) + 1, dtype=np.float32)
    for token, place in vocabulary.items():
        if _tells(token):
            weights[place] = log(2 + max(0, place - FIRST_WORD))
    return weights


def _tells(token: str) -> bool:
    special = token[:1] + token[-1:] in ("[]", "<>")
    word = token.lstrip(BEGINS_A_WORD).lower()
    return not special and word not in STOP_WORDS and any(letter.isalnum() for letter in word)
