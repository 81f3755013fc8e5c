"""HTTP connections of our own servers, bounded in number, time and size. uvicorn comes with an extra."""

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import cast

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol


class PatientConnection(H11Protocol):
    """HTTP/1.1 that ends whoever sends no whole head in time; what isn't HTTP gets no answer."""

    request_s = 10.0
    """Seconds that the head of a request may take to arrive."""

    most_new = 50
    """Connections that haven't said yet what they want; with one more the oldest of them ends."""

    most_kept = 100
    """Connections that stay open for a further request."""

    is_new = True
    """Whether no whole head came yet."""

    is_kept = False
    """Whether an answer left it open."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection; where too many haven't said what they want, the one that waits longest makes room."""
        super().connection_made(transport)
        self._since = self.loop.time()
        self._set_deadline()
        new = [one for one in self._all() if one.is_new and not one.transport.is_closing()]
        if len(new) > self.most_new:
            min(new, key=lambda one: one._since).transport.abort()

    def on_response_complete(self) -> None:
        """Keep the connection for a further request, unless enough are kept."""
        super().on_response_complete()
        self.is_kept = not self.transport.is_closing()
        if sum(one.is_kept for one in self._all()) > self.most_kept:
            self.transport.close()

    def data_received(self, data: bytes) -> None:
        """Read on; a head that is whole has met its deadline, a piece of the next one begins it."""
        super().data_received(data)
        if self.cycle is None or self.cycle.response_complete:
            self._set_deadline()
        else:
            self.is_new = False
            self._cancel_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the deadline."""
        self._cancel_deadline()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """End the connection of whoever doesn't speak HTTP; an answer here would lack our headers."""
        self.transport.abort()

    def _all(self) -> "Iterable[PatientConnection]":
        """Every connection of the server, this one included."""
        return cast("Iterable[PatientConnection]", self.connections)

    def _set_deadline(self) -> None:
        """Set the deadline for a head, unless one is set."""
        if self._deadline is None:
            self._deadline = self.loop.call_later(self.request_s, self.transport.abort)

    def _cancel_deadline(self) -> None:
        """Cancel the deadline for a head."""
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class QuietServer(uvicorn.Server):
    """uvicorn, which logs nothing of a request, and whose process ends by signals of our own.

    `max_head` is in bytes; `kept_s` is how long a connection stays open between two requests.
    """

    def __init__(
        self, application: object, connection: type[PatientConnection], *, max_head: int, kept_s: int = 30
    ) -> None:
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
                timeout_keep_alive=kept_s,
                h11_max_incomplete_event_size=max_head,
            )
        )

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals alone."""
        yield
