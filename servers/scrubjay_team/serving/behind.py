"""What the gate asks of the process: who a token is, whether the database answers, and what a forge says."""

import threading
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from scrubjay.errors import ScrubjayError

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import TeamCaller, TeamDatabase
    from scrubjay_team.mirrors.webhook import Hooks

KEPT_S: Final = 1.0
"""Seconds for which an answer about the database's state counts: probes can't load it."""


class ProcessBehind:
    """The answers, from the database at each call. Safe to use from several threads."""

    def __init__(self, database: "TeamDatabase", hooks: "Hooks") -> None:
        self._database = database
        self._hooks = hooks
        self._lock = threading.Lock()
        self._ready: tuple[float, bool] = (float("-inf"), False)

    def caller(self, digest: bytes, person: bool) -> "TeamCaller":
        """Whom a token's digest stands for now, or a session's. Raises TokenRefused, TeamDatabaseUnavailable."""
        with self._database.entered(digest, person) as entered:
            return entered.caller

    def is_ready(self) -> bool:
        """Whether the database answered within the last second, or does now."""
        if not self._lock.acquire(timeout=KEPT_S):  # another one waits for an answer all the while
            return False
        try:
            at, ready = self._ready
            if time.monotonic() - at > KEPT_S:
                ready = self._answers()
                self._ready = time.monotonic(), ready
            return ready
        finally:
            self._lock.release()

    def received(self, project: str, headers: Mapping[str, str], body: bytes) -> int:
        """Take a forge's message; returns a status of HTTP."""
        return self._hooks.received(project, headers, body)

    def _answers(self) -> bool:
        try:
            with self._database.plain() as connection:
                connection.execute("SELECT 1")
            return True
        except ScrubjayError:
            return False
