"""Linear model over a text: a weighted sum of its vector, its words, their shapes and their senses."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from scrubjay.inference.embedding.onnx import OnnxEmbedder
from scrubjay.inference.numeric import np
from scrubjay.model.frozen import dataclass
from scrubjay.text.words import Word
from scrubjay.text.words import words as split_words

if TYPE_CHECKING:
    from scrubjay.extensions.kinds.content import Embedder
    from scrubjay.model.encoded import Vector

_ENDINGS: Final = ("ing", "ed", "ly", "tion", "s")
"""What an English word ends with that tells how it is used, the longest of two first."""

_STEM: Final = 3
"""Letters that a word has before such an ending."""

SENSED: Final = 0.3
"""What a sense that a text has counts: one more adds to the others, where one more word thins them out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """A trained classifier: weights for the vector (384,), words, shapes and senses. `common` words keep their form.

    `rows` and `model` are the SHA-256 of the rows and of the model that it was made with.
    """

    vector: tuple[float, ...]
    words: Mapping[str, float]
    shapes: Mapping[str, float]
    senses: Mapping[str, float]
    common: frozenset[str]
    bias: float
    rows: str
    model: str

    def score(self, text: str, vector: Vector, senses: Collection[str] = ()) -> float:
        """The log-odds that a text, given with its vector (384,) and senses, is of the kind that the probe detects."""
        meant = float(vector @ np.asarray(self.vector, dtype=np.float32))
        shaped = _weighted_sum(self.shapes, shapes(text, self.common)) if self.shapes else 0.0
        sensed = SENSED * sum(self.senses.get(sense, 0.0) for sense in senses)
        return self.bias + meant + _weighted_sum(self.words, words(text)) + shaped + sensed


@cache
def load(weights: Path) -> Probe:
    """The probe in a file that training wrote."""
    data = json.loads(weights.read_text(encoding="utf-8"))
    return Probe(
        vector=tuple(data["vector"]),
        words=data["words"],
        shapes=data["shapes"],
        senses=data.get("senses", {}),
        common=frozenset(data["common"]),
        bias=data["bias"],
        rows=data["rows"],
        model=data["model"],
    )


def words(text: str) -> frozenset[str]:
    """The words of a text and all pairs of neighbours, with ^ and $ for its ends."""
    return frozenset(_word_runs([word.replace("’", "'") for word in split_words(text.lower(), Word.SPOKEN)], 2))


def shapes(text: str, common: Collection[str]) -> frozenset[str]:
    """Shapes of the words in runs of up to three: a common word is itself, "9:30" becomes <n>, "Dana" <C>."""
    return frozenset(_word_runs([_shape(token, common) for token in split_words(text, Word.SPOKEN_AND_SIGNS)], 3))


def reading_model(embedder: Embedder | None) -> Embedder:
    """The embedder of the bundled model: the user's own if it is that one, else one shared by the process."""
    bundled = _bundled()
    return embedder if embedder is not None and embedder.fingerprint == bundled.fingerprint else bundled


@cache
def _bundled() -> OnnxEmbedder:
    """The embedder of the bundled model, shared by the process."""
    return OnnxEmbedder(threads=1)


def _weighted_sum(weights: Mapping[str, float], grams: Collection[str]) -> float:
    """The sum of the weights of some word runs, scaled as for a vector of length 1."""
    weighted = [weights[gram] for gram in grams if gram in weights]
    return sum(weighted) / len(weighted) ** 0.5 if weighted else 0.0


def _word_runs(tokens: Sequence[str], longest: int) -> list[str]:
    """The tokens and all runs of up to `longest` tokens, with ^ and $ for the ends."""
    closed = ["^", *tokens, "$"]
    longer = [
        " ".join(closed[start : start + size])
        for size in range(2, longest + 1)
        for start in range(len(closed) - size + 1)
    ]
    return [*tokens, *longer]


def _shape(token: str, common: Collection[str]) -> str:
    """The shape of a token: a common word itself, else a mark such as <n> for digits or <C> for a capital."""
    low = token.lower().replace("’", "'")
    if low in common:
        return low
    if not token[0].isalpha():
        return "<n>" if token[0].isdigit() else token
    if token[0].isupper():
        return "<A>" if len(token) > 1 and token.isupper() else "<C>"
    return next((f"<{end}>" for end in _ENDINGS if low.endswith(end) and len(low) >= len(end) + _STEM), "<w>")
