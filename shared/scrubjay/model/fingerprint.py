"""Fingerprint of an embedder: vectors of different fingerprints are never mixed."""

import hashlib
import json
from dataclasses import asdict, dataclass
from functools import cached_property


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
