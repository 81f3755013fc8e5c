"""The surface of the page: what every view shares, and what is told once after an act."""

import threading
from collections import deque
from pathlib import Path

from scrubjay.app import App
from scrubjay.identity.person.permit import Permit
from scrubjay.model.frozen import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Surface:
    """The home that is shown. `folder` is where it was started; `writes`: a person started it, and lets it write.

    A page that may not write shows no form, and every form's address refuses.
    """

    home: App
    permit: Permit
    writes: bool
    folder: Path


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
