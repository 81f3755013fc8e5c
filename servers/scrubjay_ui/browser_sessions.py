"""Browsers that were let in: a cookie and a token for forms each, until the page ends."""

import secrets
import threading
from collections.abc import Iterable
from hmac import compare_digest

from scrubjay.model.frozen import dataclass
from scrubjay_ui.tokens import digest

MOST = 20
"""Browsers that are in; with one more the oldest is out."""


@dataclass(frozen=True, slots=True)
class BrowserSession:
    """One browser. `csrf` is the token of its forms; `writes`: they are taken."""

    csrf: str
    writes: bool

    def sent_by(self, tokens: tuple[str, ...]) -> bool:
        """Whether a form that carried these tokens is this browser's: exactly one, and the right one."""
        return len(tokens) == 1 and compare_digest(tokens[0].encode("utf-8", "replace"), self.csrf.encode())


class BrowserSessions:
    """The browsers that are in. Safe to use from several threads."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._name = f"s{secrets.token_hex(8)}"
        self._lock = threading.Lock()
        self._open: dict[str, BrowserSession] = {}

    def open(self, *, writes: bool) -> str:
        """Let a browser in; returns the header that gives it its cookie."""
        value = secrets.token_urlsafe(32)
        with self._lock:
            self._open[digest(value)] = BrowserSession(secrets.token_urlsafe(32), writes)
            while len(self._open) > MOST:
                del self._open[next(iter(self._open))]
        return f"{self._name}={value}; Path={self._root}/; HttpOnly; SameSite=Strict"

    def of(self, cookies: Iterable[str]) -> BrowserSession | None:
        """The browser that sends these `Cookie` headers; None where it isn't in, or sends two of our name."""
        pairs = (pair.strip().partition("=") for cookie in cookies for pair in cookie.split(";"))
        values = [value for name, _, value in pairs if name == self._name]
        if len(values) != 1:
            return None
        with self._lock:
            return self._open.get(digest(values[0]))
