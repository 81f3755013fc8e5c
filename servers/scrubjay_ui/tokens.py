"""Tokens of an address: each opens the page once, within a minute."""

import hashlib
import secrets
import threading
from collections.abc import Callable

from scrubjay.model.frozen import dataclass

VALID_S = 60.0
MOST = 20
"""Tokens that wait; with one more the oldest is void."""


@dataclass(frozen=True, slots=True)
class Grant:
    """What a token gives: whether the forms of the page are taken too."""

    writes: bool


class AddressTokens:
    """The tokens that were given out and not used. Safe to use from several threads.

    Only hashes are kept, and one is looked up, so the time of an answer says nothing of a token.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._waiting: dict[str, tuple[float, Grant]] = {}

    def issue(self, *, writes: bool) -> str:
        """A new token."""
        token = secrets.token_urlsafe(32)
        with self._lock:
            self._waiting[digest(token)] = (self._clock(), Grant(writes))
            while len(self._waiting) > MOST:
                del self._waiting[next(iter(self._waiting))]
        return token

    def redeem(self, token: str) -> Grant | None:
        """What a token gives, which is void from now on; None for one that is void, too old, or none at all."""
        with self._lock:
            issued, grant = self._waiting.pop(digest(token), (None, None))
            return grant if issued is not None and self._clock() - issued <= VALID_S else None


def digest(text: str) -> str:
    """What stands for a secret in a table."""
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()
