"""Named stand-ins that any test may use."""

import hashlib
import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import numpy as np

from scrubjay.inference.embedding.states import REDUCED, pack
from scrubjay.inference.numeric import normalised
from scrubjay.model.encoded import Encoded, EncodedQuery, Fingerprint, Vector
from scrubjay_agents.handoffs.passing import Running


class MovingClock:
    """A clock that stands still until a test moves its `now`."""

    def __init__(self, now: datetime = datetime(2026, 3, 1, 12, tzinfo=UTC)) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now


class MachineClock(MovingClock):
    """A clock that can be set, on a machine that counts for how long it has run."""

    running = Running("boot")

    def passes(self, time: timedelta) -> None:
        """Time passes, awake or asleep."""
        self.now += time
        self.running = Running(self.running.boot, self.running.seconds + int(time.total_seconds()))


class HashingEmbedder:
    """An Embedder without a model: each word adds to the places that its hash names, and has a state of its own.

    Deterministic. With `states=False` it is like a model that gives vectors only.
    """

    def __init__(self, dim: int = 384, *, states: bool = True) -> None:
        self._gives_states = states
        self.fingerprint = Fingerprint(
            model="hashing", weights="test", dim=dim, pooling="sum", query_prefix="", passage_prefix="", max_tokens=256
        )

    def holds(self, text: str) -> bool:
        return True

    def embed_query(self, text: str) -> EncodedQuery:
        """The vector of a query."""
        states = np.stack([_state(word) for word in _words(text)] or [np.zeros(REDUCED, dtype=np.float32)])
        vector = self._vectors([text])[0]
        return (
            EncodedQuery(vector, states, np.ones(len(states), dtype=np.float32))
            if self._gives_states
            else EncodedQuery(vector)
        )

    def embed_passages(self, texts: Sequence[str]) -> Encoded:
        """The vectors of passages, in input order."""
        if not self._gives_states:
            return Encoded(self._vectors(texts))
        return Encoded(self._vectors(texts), tuple(b"".join(pack(_state(w)[None]) for w in _words(t)) for t in texts))

    def _vectors(self, texts: Sequence[str]) -> Vector:
        vectors = np.zeros((len(texts), self.fingerprint.dim), dtype=np.float32)
        for row, text in enumerate(texts):
            for word in _words(text):
                digest = hashlib.sha256(word.encode()).digest()
                vectors[row, int.from_bytes(digest[:4], "big") % self.fingerprint.dim] += 1
        return normalised(vectors, self.fingerprint.dim)


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def _state(word: str) -> Vector:
    seed = int.from_bytes(hashlib.sha256(word.encode()).digest()[:4], "big")
    state = np.random.default_rng(seed).normal(size=REDUCED).astype(np.float32)
    return state / np.linalg.norm(state)
