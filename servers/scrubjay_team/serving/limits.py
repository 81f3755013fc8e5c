"""Rate limits of the server: failed attempts an address, calls a token. Counts live in this process alone. Pure."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from scrubjay.model.frozen import dataclass

MOST_COUNTED: Final = 20_000
"""Addresses or tokens that are counted at once; the one that asked longest ago is forgotten."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and so many a minute on the long run."""

    burst: int
    a_minute: int


FAILURES: Final = Rate(20, 20)
"""Attempts with a token that isn't valid, from one address."""

CALLS: Final = Rate(120, 600)
"""Requests with one token: an agent's burst, and ten a second for as long as it likes."""


VISITS: Final = Rate(120, 300)
"""Requests of browsers and programs without a session or a token, from one address."""


class RateLimit:
    """How many each of some callers has left. `clock` is in seconds. Safe to use from several threads."""

    def __init__(self, rate: Rate, clock: Callable[[], float]) -> None:
        self._rate = rate
        self._clock = clock
        self._lock = threading.Lock()
        self._left: OrderedDict[object, tuple[float, float]] = OrderedDict()

    def take(self, who: object) -> float:
        """Take one: 0, or the seconds to wait where none is left."""
        with self._lock:
            left = self._now(who)
            if left < 1:
                return (1 - left) * 60 / self._rate.a_minute
            self._left[who] = (left - 1, self._clock())
            self._left.move_to_end(who)
            while len(self._left) > MOST_COUNTED:
                self._left.popitem(last=False)
            return 0.0

    def _now(self, who: object) -> float:
        """What a caller has left at this moment."""
        left, at = self._left.get(who, (float(self._rate.burst), self._clock()))
        return min(float(self._rate.burst), left + max(0.0, self._clock() - at) * self._rate.a_minute / 60)


class Recent:
    """Tokens of which something was found lately, by digest. Safe to use from several threads."""

    def __init__(self, seconds: float, clock: Callable[[], float]) -> None:
        self._seconds = seconds
        self._clock = clock
        self._lock = threading.Lock()
        self._seen: OrderedDict[bytes, float] = OrderedDict()

    def add(self, digest: bytes) -> None:
        """Note what was found of a token now."""
        with self._lock:
            self._seen[digest] = self._clock()
            self._seen.move_to_end(digest)
            while len(self._seen) > MOST_COUNTED:
                self._seen.popitem(last=False)

    def drop(self, digest: bytes) -> None:
        """Note that it isn't so any more."""
        with self._lock:
            self._seen.pop(digest, None)

    def __contains__(self, digest: bytes) -> bool:
        with self._lock:
            return self._clock() - self._seen.get(digest, float("-inf")) <= self._seconds
