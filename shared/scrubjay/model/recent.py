"""What was made of a text lately? It is kept while the texts together are short; what was longest unused goes first."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Recent(Generic[T]):
    """Keeps what `make` makes of a text of a format, of at most so many characters. Safe to share between threads."""

    def __init__(self, make: Callable[[str, str], T], characters: int) -> None:
        self._make = make
        self._most = characters
        self._kept: OrderedDict[tuple[str, str], T] = OrderedDict()
        self._held = 0
        self._lock = threading.Lock()

    def of(self, text: str, format: str) -> T:
        """What is made of a text; the same object while it is kept. A text of more characters than that never is."""
        key = (text, format)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        made = self._make(text, format)
        with self._lock:
            if key not in self._kept:
                self._kept[key] = made
                self._held += len(text)
            while self._held > self._most:
                (oldest, _), _ = self._kept.popitem(last=False)
                self._held -= len(oldest)
        return made
