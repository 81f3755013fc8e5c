"""LRU cache of values computed from texts, bounded by the total length of the texts."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class TextCache(Generic[T]):
    """Caches the values that `make` computes, up to `characters` of text in all. Safe to share between threads."""

    def __init__(self, make: Callable[[str, str], T], characters: int) -> None:
        self._make = make
        self._most = characters
        self._entries: OrderedDict[tuple[str, str], T] = OrderedDict()
        self._size = 0
        self._lock = threading.Lock()

    def get(self, text: str, format: str) -> T:
        """The value of a text; the same object while cached. A text longer than the whole cache isn't cached."""
        key = (text, format)
        with self._lock:
            if key in self._entries:
                self._entries.move_to_end(key)
                return self._entries[key]
        made = self._make(text, format)
        with self._lock:
            if key not in self._entries:
                self._entries[key] = made
                self._size += len(text)
            while self._size > self._most:
                (oldest, _), _ = self._entries.popitem(last=False)
                self._size -= len(oldest)
        return made
