"""Connections of browsers: few at a time, and each must soon say what it wants."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from scrubjay_ui.admission import MAX_HEAD

MOST = 100
REQUEST_S = 10.0
"""Seconds that the head of a request may take to arrive."""

KEPT_S = 30
"""Seconds that a connection stays open between two requests."""


class PatientConnection(H11Protocol):
    """HTTP/1.1 that ends whoever sends no whole head in time; what isn't HTTP gets no answer."""

    request_s = REQUEST_S
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection, unless there are too many."""
        super().connection_made(transport)
        if len(self.connections) > MOST:
            transport.abort()
        else:
            self._expect()

    def data_received(self, data: bytes) -> None:
        """Read on; a head that is whole has met its deadline, a piece of the next one begins it."""
        super().data_received(data)
        if self.cycle is None or self.cycle.response_complete:
            self._expect()
        else:
            self._met()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the deadline."""
        self._met()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """End the connection of whoever doesn't speak HTTP; an answer here would lack our headers."""
        self.transport.abort()

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
