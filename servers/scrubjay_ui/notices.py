"""Sentences that the next page shows once, such as what a form has changed."""

import threading
from collections import deque

MOST = 20


class Notices:
    """What was said since the last page. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: deque[str] = deque(maxlen=MOST)

    def add(self, notice: str) -> None:
        """Keep a sentence for the next page; an empty one is nothing."""
        if notice:
            with self._lock:
                self._waiting.append(notice)

    def take(self) -> tuple[str, ...]:
        """What was said since, which is then forgotten."""
        with self._lock:
            taken = tuple(self._waiting)
            self._waiting.clear()
        return taken
