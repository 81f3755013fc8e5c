"""Input and output of embedders: the prefix of a passage, fingerprints, vectors, and how many a corpus has."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, kw_only=True)
class Fingerprint:
    """Everything that a vector depends on. `weights` is the sha256 of the model's file, or the name without a file.

    `states` names the format of the token states, empty where there are none; `known` is the share of a text's letters
    that the vocabulary must know by words.
    """

    model: str
    weights: str
    dim: int
    pooling: str
    query_prefix: str
    passage_prefix: str
    max_tokens: int
    states: str = ""
    known: float = 0.0

    @property
    def spec(self) -> str:
        """All fields as JSON."""
        return json.dumps(asdict(self), sort_keys=True)

    @cached_property
    def key(self) -> str:
        """Sixteen hex digits, equal for equal fingerprints."""
        return hashlib.sha256(self.spec.encode()).hexdigest()[:16]


# A string, because a server that starts without a search must not pay for importing numpy (80 ms of CPU).
Vector: TypeAlias = "NDArray[np.float32]"


@dataclass(frozen=True, slots=True)
class Encoded:
    """Embeddings of n passages from one forward pass: vectors (n, dim), float32, of length 1.

    `states` holds each passage's packed token states (see `states`), or nothing where the model has none.
    """

    vectors: Vector
    states: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class EncodedQuery:
    """A query's vector (dim,), float32, of length 1, and its reduced token states (n, 96).

    `weights` (n,) are the token weights for MaxSim. `states` and `weights` are None where the model has no states.
    """

    vector: Vector
    states: Vector | None = None
    weights: Vector | None = None


@dataclass(frozen=True, slots=True)
class EmbeddedCorpus:
    """Passages of one corpus, and how many of them have a vector."""

    name: str
    embedded: int
    passages: int


MAX_CHARACTERS = 160
"""Long headings lose their tail: the passage needs the room. Recall on documents rises by .07 with the prefix
(measured)."""

_WIDE = 3
"""A non-ASCII letter may take three tokens of the bundled model, such as a Hangul syllable, so it counts more."""


def passage_prefix(title: str, heading: str) -> str:
    """`title > heading` for the start of a passage, empty when there is neither. A repeated title is written once."""
    if heading == title or heading.startswith(f"{title} > "):
        title = ""
    prefix = " > ".join(part for part in (title, heading) if part)[:MAX_CHARACTERS]
    if not prefix.isascii():
        prefix = _bounded(prefix)
    return f"{prefix}\n" if prefix else ""


def _bounded(text: str) -> str:
    room = MAX_CHARACTERS
    for index, character in enumerate(text):
        room -= 1 if character.isascii() else _WIDE
        if room < 0:
            return text[:index]
    return text
