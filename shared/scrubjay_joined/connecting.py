"""Connections to a team's server: kept for the next call, to that host alone, and cut where an answer is late.

No proxy of the environment is used, since whoever starts a process would then see the token of an http address; a
private authority is named to OpenSSL itself, by SSL_CERT_FILE.
"""

import socket
import ssl
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cached_property
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Final
from urllib.parse import urlsplit

from scrubjay.model.frozen import dataclass
from scrubjay_joined.threads import PROCESS, WhoWaits, start

HEALTH: Final = "/healthz"
LOOKS_AFTER_S: Final = 0.3
LOOK_S: Final = 0.6
"""Seconds without an answer after which somebody who may wait looks whether the server answers at all, and for how long
at most: so that who waits for one that is away is told within a second. Both are asked of a line's slowest handshake.
"""

_KEPT: Final = 4
_IDLE_S: Final = 25.0
"""Connections that are kept, and for how long; a server of ours closes one after 30 s."""


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """An answer: its status, its headers by their names in small letters, and its body."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class NotSent(OSError):
    """No connection came about, so nothing was sent, and nothing will be."""


class Connections:
    """The connections to one address. Safe to use from several threads."""

    def __init__(self, url: str) -> None:
        self._parts = urlsplit(url)
        self._kept: list[tuple[float, HTTPConnection]] = []
        self._lock = threading.Lock()

    def ask(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes | None, timeout_s: float, most: int,
        waiting: WhoWaits = PROCESS, looks: bool = False,
    ) -> HttpAnswer:  # fmt: skip
        """One exchange, within the time whichever part of it drips: a thread waits for what is late, and is cut off.

        `looks`: while an answer takes long it looks whether the server answers at all, and waits no longer for one that
        doesn't.

        It is cut as well once nobody is `waiting`. Of an answer `most` bytes are read, and one more where there is one.
        Nothing is sent twice, and no redirect is followed. Raises NotSent where nothing was and will be sent; else
        TimeoutError, OSError, HTTPException.
        """
        if waiting.over or PROCESS.over:
            raise NotSent("nobody waits for it")
        connection = self._taken() or self._new()
        connection.timeout = timeout_s
        if connection.sock is not None:
            connection.sock.settimeout(timeout_s)
        exchange = _Exchange(connection, most)

        def run() -> None:
            try:
                answer, whole = exchange.run(method, f"{self._parts.path}{path}", body, headers)
                if exchange.end(answer) and whole:
                    self._keep(connection)
                else:
                    connection.close()
            except BaseException as error:
                connection.close()
                exchange.end(error)

        with waiting.cutting(exchange.cut), PROCESS.cutting(exchange.cut):
            start("team", run, joined=False)
            if looks and timeout_s > LOOKS_AFTER_S:
                self._look_while(exchange, timeout_s, most)
            return exchange.result(timeout_s)

    def _look_while(self, exchange: "_Exchange", timeout_s: float, most: int) -> None:
        """Look now and then whether the server answers, until the exchange is over; cut it where it doesn't."""
        until = time.monotonic() + timeout_s
        while not exchange.is_over(LOOKS_AFTER_S) and time.monotonic() < until:
            try:
                self.ask("GET", HEALTH, {}, None, timeout_s=LOOK_S, most=most)
            except (OSError, HTTPException):
                return exchange.cut()
        return None

    def close(self) -> None:
        """Close those that are kept."""
        with self._lock:
            kept, self._kept = self._kept, []
        for _, connection in kept:
            connection.close()

    __del__ = close

    @cached_property
    def _trust(self) -> ssl.SSLContext:
        return ssl.create_default_context()

    @cached_property
    def _new(self) -> Callable[[], HTTPConnection]:
        """What makes a connection, which connects at its first request."""
        host, port = self._parts.hostname or "", self._parts.port
        if self._parts.scheme == "https":
            trust = self._trust
            return lambda: HTTPSConnection(host, port, context=trust)
        return lambda: HTTPConnection(host, port)

    def _keep(self, connection: HTTPConnection) -> None:
        with self._lock:
            self._kept.append((time.monotonic(), connection))
            gone = self._kept[:-_KEPT]
            self._kept = self._kept[-_KEPT:]
        for _, one in gone:
            one.close()

    def _taken(self) -> HTTPConnection | None:
        """A kept connection that is still open, the last one first; None for none."""
        while True:
            with self._lock:
                if not self._kept:
                    return None
                since, connection = self._kept.pop()
            if time.monotonic() - since < _IDLE_S and _is_open(connection):
                return connection
            connection.close()


def _is_open(connection: HTTPConnection) -> bool:
    """Whether the other side neither closed a connection nor said anything that nobody asked for."""
    try:
        connection.sock.settimeout(0)
        socket.socket.recv(connection.sock, 1, socket.MSG_PEEK)  # below TLS, where there is any
    except BlockingIOError:
        return True
    except OSError:
        pass
    return False


class _Exchange:
    """One exchange on a connection, of a thread that runs it and one that waits for it."""

    def __init__(self, connection: HTTPConnection, most: int) -> None:
        self._connection = connection
        self._most = most
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._given: HttpAnswer | BaseException | None = None
        self._sends = self._given_up = False

    def run(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> tuple[HttpAnswer, bool]:
        """The answer, and whether the connection serves for another. Raises NotSent, OSError, HTTPException."""
        connection = self._connection
        try:
            if connection.sock is None:
                connection.connect()
        except OSError as error:
            raise NotSent(str(error)) from None
        with self._lock:
            if self._given_up:
                raise NotSent
            self._sends = True
        connection.request(method, path, body, dict(headers))
        with connection.getresponse() as said:
            data = said.read(self._most + 1)
            named = {name.lower(): value for name, value in said.getheaders()}
            return HttpAnswer(said.status, named, data), said.isclosed() and not said.will_close

    def end(self, given: HttpAnswer | BaseException) -> bool:
        """Hand over what came of it; whether somebody still waited."""
        with self._lock:
            self._given = given
            self._over.set()
            return not self._given_up

    def cut(self) -> None:
        """Let nobody wait for it any more; what is on its way ends."""
        with self._lock:
            if self._given is None:
                self._given_up = True
                if self._connection.sock is not None:
                    with suppress(OSError):
                        socket.socket.shutdown(self._connection.sock, socket.SHUT_RDWR)
            self._over.set()

    def is_over(self, seconds: float) -> bool:
        """Whether it ends within some seconds."""
        return self._over.wait(seconds)

    def result(self, timeout_s: float) -> HttpAnswer:
        """Wait for the answer; after the time the connection is cut. Raises what `run` does, and TimeoutError."""
        self._over.wait(timeout_s)
        self.cut()
        if self._given_up or self._given is None:
            raise (TimeoutError if self._sends else NotSent)(f"no answer in {timeout_s:g} s")
        if isinstance(self._given, BaseException):
            raise self._given
        return self._given
