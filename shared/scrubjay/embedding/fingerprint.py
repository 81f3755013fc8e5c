"""Which embedder made a vector? Vectors of two fingerprints are never mixed."""

import hashlib
import json
from dataclasses import asdict, dataclass
from functools import cached_property


@dataclass(frozen=True)
class Fingerprint:
    """What a vector depends on. `weights` is the sha256 of the model's file, or its name where there is no file.

    `states` names the form of the token states that come with it, empty where there are none.
    """

    model: str
    weights: str
    dim: int
    pooling: str
    query_prefix: str
    passage_prefix: str
    max_tokens: int
    states: str = ""

    @property
    def spec(self) -> str:
        """All of it as JSON."""
        return json.dumps(asdict(self), sort_keys=True)

    @cached_property
    def key(self) -> str:
        """Sixteen hex digits, equal for equal fingerprints."""
        return hashlib.sha256(self.spec.encode()).hexdigest()[:16]
