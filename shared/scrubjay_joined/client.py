"""The client of a team's server: JSON over HTTP, below `/api/v1` of its address, in the name of a member's token."""

import json
import threading
from collections.abc import Iterable, Mapping
from datetime import datetime
from http.client import HTTPException
from typing import Any, Final
from urllib.parse import urlencode

from scrubjay import __version__
from scrubjay.errors import UsageError
from scrubjay.model.clock import Clock, system_clock
from scrubjay.model.counted import counted
from scrubjay.model.pattern import pattern
from scrubjay.model.visible import visible
from scrubjay.privacy.secrets.masking import masked_text
from scrubjay_joined.connecting import Connections, HttpAnswer, NotSent
from scrubjay_joined.errors import NotATeamServer, NotDeclared, TeamAway, TeamMoved, TeamRefusedCall
from scrubjay_joined.sent import undeclared
from scrubjay_joined.threads import PROCESS, WhoWaits

ROOT: Final = "/api/v1"
SERVER_HEADER: Final = "scrubjay-server"
"""The header of an answer that names the server's id."""
TIMEOUT_S: Final = 10.0
AGAIN_S: Final = 0.3
"""Seconds within which a try of a write must fail to be made again by itself: who waits is told in a second."""
MOST_BYTES: Final = 1024 * 1024
"""Bytes of an answer."""
MOST_OF: Final = {
    "/vectors": 20 * 1024 * 1024, "/memories": 12 * 1024 * 1024, "/handoffs": 4 * 1024 * 1024,
    "/handoffs/pending": 4 * 1024 * 1024,
}  # fmt: skip
"""Bytes of an answer to those that need more, such as a page of 100 memories of 10,000 characters."""
MOST_VALUES: Final = 250_000
"""Values of an answer, which are read in a part of a second."""
MOST_WORDS: Final = 300
"""Characters of a server's own words that are told."""

_PATH: Final = pattern(r"(/[A-Za-z0-9_-]{1,100}){1,6}(\.json)?")
_TOKEN: Final = pattern(r"[\x21-\x7e]{8,500}")


class TeamClient:
    """Asks a team's server. Safe to use from several threads; `timeout_s` is for a call as a whole.

    `server`: the id that the server must have, where its answers name one; empty: any.
    """

    def __init__(
        self, url: str, token: str, timeout_s: float = TIMEOUT_S, *, server: str = "", clock: Clock = system_clock,
        waiting: WhoWaits = PROCESS,
    ) -> None:  # fmt: skip
        if not _TOKEN.fullmatch(token):
            raise UsageError("This is no token of a team's server. Each member makes one on its page Tokens.")
        self.url = url
        self.server = server
        self.timeout_s = timeout_s
        self._waiting = waiting
        self._token = token
        self._clock = clock
        self._connections = Connections(url)
        self._away = _Away()

    def __repr__(self) -> str:
        """Without the token, which must not reach a log."""
        return f"TeamClient({self.url!r})"

    def within(self, timeout_s: float, waiting: WhoWaits = PROCESS) -> "TeamClient":
        """The same client, its connections too, with another time for a call, for somebody who may wait no longer."""
        other = TeamClient(self.url, self._token, timeout_s, server=self.server, clock=self._clock, waiting=waiting)
        other._connections, other._away = self._connections, self._away
        return other

    def get(self, path: str, **query: str | int) -> Mapping[str, Any]:
        """The answer at a path such as `/me`. Raises TeamAway, TeamMoved, TeamRefusedCall, NotATeamServer."""
        return self._ask("GET", path, query, query, None)

    def post(self, path: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """The answer to what is sent to a path, once: after a TeamAway with `sent` it may be done. Raises as `get`."""
        return self._ask("POST", path, body, {}, json.dumps(body).encode())

    def close(self) -> None:
        """Close its connections."""
        self._connections.close()

    def _ask(
        self, method: str, path: str, names: Iterable[str], query: Mapping[str, str | int], body: bytes | None
    ) -> Mapping[str, Any]:  # fmt: skip
        if not _PATH.fullmatch(path):
            raise UsageError("This is no id of a thing that a team's server has. Take one from a list or an answer.")
        if unknown := undeclared(path, names):
            raise NotDeclared(
                f"Nobody was told that this goes to a team's server, so it didn't: {', '.join(sorted(unknown))}. "
                "It is a fault of scrubjay; report it."
            )
        headers = {
            "Accept": "application/json",
            "Authorization": f"Bearer {self._token}",
            "User-Agent": f"scrubjay/{__version__}",
        } | ({} if body is None else {"Content-Type": "application/json"})
        target = f"{ROOT}{path}{f'?{urlencode(query)}' if query else ''}"
        try:
            most = MOST_OF.get(path, MOST_BYTES)
            answer = self._connections.ask(
                method,
                target,
                headers,
                body,
                timeout_s=self.timeout_s,
                most=most,
                waiting=self._waiting,
                looks=True,
            )
        except (OSError, HTTPException, UnicodeError) as error:  # the last one of a name that is none of a host
            raise self._gone(str(error) or type(error).__name__, sent=not isinstance(error, NotSent)) from None
        return self._read(answer, most)

    def _read(self, answer: HttpAnswer, most: int) -> Mapping[str, Any]:
        """The object of an answer, or what it says of itself as an error."""
        if answer.status >= 500:
            words = self._safe(_text(_object(answer.body, most), "message"))
            raise self._gone(f"HTTP {answer.status}{f': {words}' if words else ''}")
        self._away.over()
        there = answer.headers.get(SERVER_HEADER, self.server)
        if self.server and there != self.server:
            raise TeamMoved(
                f"Another server answers at {self.url} than the one that was joined: it moved, or was restored from "
                "nothing. `scrubjay team leave`, then `scrubjay team join` again with a token of the new one."
            )
        if 300 <= answer.status < 400:
            raise NotATeamServer(f"{self.url} leads elsewhere (HTTP {answer.status}), and nothing was sent there. "
                                 "Join by the address that it leads to, if you trust that one.")  # fmt: skip
        said = _object(answer.body, most)
        if answer.status >= 400:
            code, message = _text(said, "error"), _text(said, "message") or "it says no more"
            raise TeamRefusedCall(self.url, answer.status, self._safe(code), self._safe(message), said or {})
        if said is None:
            what = f"more than {counted(most, 'byte')}" if len(answer.body) > most else "no JSON object of a usual size"
            raise NotATeamServer(f"What {self.url} answers is {what}, so no team's server of scrubjay answers there.")
        return said

    def _gone(self, why: str, *, sent: bool = True) -> TeamAway:
        """The error of a server that doesn't answer, with the moment since when it didn't."""
        return TeamAway(self.url, self._safe(why), self._away.since(self._clock()), sent=sent)

    def _safe(self, words: str) -> str:
        """Words from outside that are safe to show and to log: without a secret, on one line, and not long."""
        plain = " ".join(words[: 2 * MOST_WORDS].replace(self._token, "[token]").split())
        return visible(masked_text(plain))[:MOST_WORDS]


class _Away:
    """Since when a server doesn't answer, for all who ask it."""

    def __init__(self) -> None:
        self._since: datetime | None = None
        self._lock = threading.Lock()

    def since(self, now: datetime) -> datetime:
        with self._lock:
            self._since = self._since or now
            return self._since

    def over(self) -> None:
        with self._lock:
            self._since = None


def _object(body: bytes, most: int) -> Mapping[str, Any] | None:
    """The JSON object in a body; None for anything else."""
    if len(body) > most or sum(map(body.count, (b",", b"[", b"{"))) > MOST_VALUES:
        return None
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return said if isinstance(said, dict) else None


def _text(said: Mapping[str, Any] | None, name: str) -> str:
    found = (said or {}).get(name)
    return found if isinstance(found, str) else ""
