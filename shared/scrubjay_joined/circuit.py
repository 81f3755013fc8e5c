"""Whether a team's server is asked: not while it is away, and again by itself as soon as it answers in time."""

import threading
import time
from collections.abc import Callable
from datetime import datetime
from typing import Final

from scrubjay.errors import ScrubjayError
from scrubjay.model.clock import Clock
from scrubjay_joined.errors import TeamAway
from scrubjay_joined.threads import PROCESS, start

EVERY_S: Final = 1.0
"""Seconds between two looks at a server that is away."""

WATCHED_S: Final = 60.0
"""Seconds without a question after which nobody looks any more; the next question looks again."""

HELD_S: Final = 30.0
"""Seconds for which a refusal of the home itself is believed, such as of its token."""


class Circuit:
    """Knows since when a server doesn't answer in time. Safe to use from several threads.

    `look` asks the server for next to nothing, and returns once it answered in time; it raises ScrubjayError otherwise.
    While the server is away one thread looks, once a second, as long as somebody asks now and then.
    """

    def __init__(self, look: Callable[[], None], clock: Clock) -> None:
        self._look = look
        self._clock = clock
        self._lock = threading.Lock()
        self._since: datetime | None = None
        self._held = ("", 0.0)
        self._asked = 0.0
        self._looks = False
        self._ends = threading.Event()

    def why_not(self) -> str:
        """Why the server isn't asked now, in words; empty where it is."""
        with self._lock:
            self._asked = time.monotonic()
            why, until = self._held
            if self._since is not None:
                self._watch(0.0)
                return self._words(self._since)
            return why if self._asked < until else ""

    def away(self) -> str:
        """Note that the server doesn't answer, or not in time; returns the words for it."""
        with self._lock:
            self._since = self._since or self._clock()
            self._watch(EVERY_S)
            return self._words(self._since)

    def hold(self, why: str, seconds: float = HELD_S) -> str:
        """Note that the server refuses whatever this home asks, for a while; returns the words for it."""
        with self._lock:
            self._held = why, time.monotonic() + seconds
            return why

    def renew(self) -> None:
        """Forget what was noted: the server is asked in another name now."""
        with self._lock:
            self._since, self._held = None, ("", 0.0)

    def _words(self, since: datetime) -> str:
        day = "" if since.date() == self._clock().date() else f"{since:%Y-%m-%d} "
        return f"no answer since {day}{since:%H:%M} UTC"

    def _watch(self, wait_s: float) -> None:
        """Let a thread look, first after a while; there is one at most."""
        if not self._looks:
            self._looks = True
            start("team away", lambda: self._watching(wait_s), self._ends.set)

    def _watching(self, wait_s: float) -> None:
        over = False
        while not over and not PROCESS.over:
            self._ends.wait(wait_s)
            wait_s = EVERY_S
            answers = self._answers()
            with self._lock:
                over = answers or time.monotonic() - self._asked > WATCHED_S
                self._since = None if answers else self._since
                self._looks = not over

    def _answers(self) -> bool:
        """Whether the server answers in time, if only to refuse: the next question then hears why."""
        try:
            self._look()
        except TeamAway:
            return False
        except ScrubjayError:
            return True
        return True
