"""Connections of browsers: each must soon say what it wants, and strangers take nobody's place who is signed in."""

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import cast

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from scrubjay_ui.admission import MAX_HEAD

MOST_NEW = 50
"""Connections that haven't said yet what they want; with one more the oldest of them ends."""

MOST_KEPT = 100
"""Connections that stay open for a further request: the gate closes those of whoever isn't signed in."""

REQUEST_S = 10.0
"""Seconds that the head of a request may take to arrive."""

KEPT_S = 30
"""Seconds that a connection stays open between two requests."""


class PatientConnection(H11Protocol):
    """HTTP/1.1 that ends whoever sends no whole head in time; what isn't HTTP gets no answer."""

    request_s = REQUEST_S
    is_new = True
    """Whether no whole head came yet."""

    is_kept = False
    """Whether an answer left it open."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection; where too many haven't said what they want, the one that waits longest makes room."""
        super().connection_made(transport)
        self._since = self.loop.time()
        self._expect()
        new = [one for one in self._all() if one.is_new and not one.transport.is_closing()]
        if len(new) > MOST_NEW:
            min(new, key=lambda one: one._since).transport.abort()

    def on_response_complete(self) -> None:
        """Keep the connection for a further request, unless enough are kept."""
        super().on_response_complete()
        self.is_kept = not self.transport.is_closing()
        if sum(one.is_kept for one in self._all()) > MOST_KEPT:
            self.transport.close()

    def data_received(self, data: bytes) -> None:
        """Read on; a head that is whole has met its deadline, a piece of the next one begins it."""
        super().data_received(data)
        if self.cycle is None or self.cycle.response_complete:
            self._expect()
        else:
            self.is_new = False
            self._met()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the deadline."""
        self._met()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """End the connection of whoever doesn't speak HTTP; an answer here would lack our headers."""
        self.transport.abort()

    def _all(self) -> "Iterable[PatientConnection]":
        """Every connection of the server, this one included."""
        return cast("Iterable[PatientConnection]", self.connections)

    def _expect(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(self.request_s, self.transport.abort)

    def _met(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class PageServer(uvicorn.Server):
    """uvicorn, whose process ends by signals of our own."""

    def __init__(self, application: object, connection: type[PatientConnection] = PatientConnection) -> None:
        super().__init__(
            uvicorn.Config(
                application,  # type: ignore[arg-type]
                loop="asyncio",
                http=connection,
                ws="none",
                interface="asgi3",
                lifespan="off",
                log_config=None,
                log_level="critical",
                access_log=False,
                proxy_headers=False,
                server_header=False,
                date_header=False,
                timeout_keep_alive=KEPT_S,
                h11_max_incomplete_event_size=MAX_HEAD,
            )
        )

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals alone."""
        yield
