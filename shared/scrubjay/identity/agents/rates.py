"""How many calls a session may make in a minute."""

import threading
from collections import deque
from datetime import datetime

from scrubjay.errors import LimitExceeded

WRITES = 60
READS = 600
WINDOW_S = 60

MAX_SESSIONS = 1_000
"""Sessions that one process remembers calls of; the one that called least recently is dropped."""


class Rates:
    """The calls of the last minute, of each session that this process serves. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._calls: dict[tuple[str, bool], deque[datetime]] = {}

    def count(self, session: str, now: datetime, *, writes: bool) -> None:
        """Count a call. Raises LimitExceeded, which says how long to wait; a refused call isn't counted."""
        limit = WRITES if writes else READS
        with self._lock:
            calls = self._calls.pop((session, writes), None) or deque[datetime]()
            self._calls[session, writes] = calls
            while len(self._calls) > MAX_SESSIONS:
                del self._calls[next(iter(self._calls))]
            while calls and not 0 <= (now - calls[0]).total_seconds() < WINDOW_S:
                calls.popleft()  # also what lies in the future: the clock was set back
            if len(calls) >= limit:
                wait = WINDOW_S - int((now - calls[0]).total_seconds())
                kind = "writes" if writes else "reads"
                raise LimitExceeded(f"This session made {limit} {kind} within a minute. Try again in {wait} s.")
            calls.append(now)
