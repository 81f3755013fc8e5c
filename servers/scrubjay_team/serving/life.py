"""The life of the process that serves a team: it answers until it is asked to end, and ends what runs."""

import asyncio
import logging
import re
import signal
import socket
import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from scrubjay.errors import UsageError
from scrubjay.model.pattern import pattern
from scrubjay.privacy.secrets.masking import masked_text
from scrubjay_serving.http import PatientConnection, QuietServer
from scrubjay_serving.sanitising import VisibleLog
from scrubjay_team.database.failures import redacted
from scrubjay_team.serving.refusals import ALWAYS, UNREADABLE

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from scrubjay_team.changes.waiting import ChangeHub

MAX_HEAD: Final = 32_768
"""Bytes of a request's line and headers."""

MOST_OPEN: Final = 1_000
"""Connections at once; one more is ended at once."""

GRACE_S: Final = 10.0
"""Seconds that running answers have once the process is asked to end."""

_TOKEN: Final = pattern(r"sj_[a-z]{2,8}_[0-9A-Za-z]+", re.IGNORECASE)


class TeamConnection(PatientConnection):
    """A connection of many clients at once; what isn't HTTP gets an answer in JSON."""

    most_new = 200
    most_kept = 500

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection, unless there are too many."""
        super().connection_made(transport)
        if len(self.connections) > MOST_OPEN:
            transport.abort()

    def send_400_response(self, msg: str) -> None:
        """Answer what isn't HTTP, and end the connection."""
        body = f'{{"error": "{UNREADABLE.error}", "message": "{UNREADABLE.message}"}}'.encode()
        told = {**ALWAYS, "content-type": "application/json", "content-length": str(len(body)), "connection": "close"}
        head = "".join(f"{name}: {value}\r\n" for name, value in told.items())
        self.transport.write(b"HTTP/1.1 400 Bad Request\r\n" + head.encode() + b"\r\n" + body)
        self.transport.close()


class SecretlessLog(VisibleLog):
    """Log formatter that lets no token, DSN or secret through, whoever wrote the line."""

    def format(self, record: logging.LogRecord) -> str:
        """One record as a line, with its traceback."""
        return redacted(_TOKEN.sub("[redacted]", super().format(record)))


def without_secrets(text: str) -> str:
    """A text of an error without tokens and without the passwords of DSNs."""
    return masked_text(redacted(_TOKEN.sub("[redacted]", text)))


def log_to_stderr() -> None:
    """Let warnings and errors of every part go to stderr, without secrets."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(SecretlessLog("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)


def listening_on(host: str, port: int) -> socket.socket:
    """A socket that listens. Raises UsageError where the address can't be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(512)
    except (OSError, OverflowError) as error:
        listening.close()
        why = error.strerror if isinstance(error, OSError) else "no such port"
        raise UsageError(
            f"{host} port {port} can't be listened on ({why}). Does a team server run already? Else choose another: "
            "`scrubjay serve team --port`."
        ) from None
    return listening


class TeamHttp(QuietServer):
    """The server of a gate, with the bounds of its connections. Those who wait for changes go first when it ends."""

    def __init__(self, gate: "ASGIApp", changes: "ChangeHub") -> None:
        super().__init__(gate, TeamConnection, max_head=MAX_HEAD)
        self._changes = changes
        self._hearing: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to hear of changes, and to answer."""
        self._hearing = asyncio.create_task(self._changes.run())
        await super().startup(sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let nobody wait, and end what runs."""
        self._changes.end()
        await super().shutdown(sockets)
        if self._hearing is not None:
            self._hearing.cancel()
            await asyncio.wait([self._hearing])


def serve(server: TeamHttp, manager: Any, listening: socket.socket, ready: Callable[[], object]) -> None:
    """Serve until SIGTERM or Ctrl-C. `manager` is the SDK's, `ready` hears when the first request may come."""
    asyncio.run(_serve(server, manager, listening, ready))


async def answer_until_left(server: QuietServer, manager: Any, listening: socket.socket) -> None:
    """Answer until `server.should_exit`; running answers end first."""
    async with manager.run():
        await server.serve(sockets=[listening])


async def _serve(server: QuietServer, manager: Any, listening: socket.socket, ready: Callable[[], object]) -> None:
    loop = asyncio.get_running_loop()

    def leave() -> None:
        if server.should_exit:
            server.force_exit = True  # asked twice
        server.should_exit = True
        loop.call_later(GRACE_S, partial(setattr, server, "force_exit", True))

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, leave)
    telling = asyncio.create_task(_tell(server, ready))
    try:
        await answer_until_left(server, manager, listening)
    finally:
        telling.cancel()
    if telling.done():
        telling.result()


async def _tell(server: QuietServer, ready: Callable[[], object]) -> None:
    """Call `ready` once the server answers; where that fails, the server ends."""
    while not server.started:
        await asyncio.sleep(0.005)
    try:
        ready()
    except BaseException:
        server.should_exit = True
        raise
