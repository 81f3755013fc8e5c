"""Connections that send nothing, a piece, or too much: each ends, and the page goes on."""

import asyncio
import socket
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import pytest

from scrubjay_serving.http import PatientConnection, QuietServer
from scrubjay_ui.admission import MAX_HEAD
from scrubjay_ui.gate import Gate

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def here(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"4")]})
    await send({"type": "http.response.body", "body": b"here"})


class Opened:
    """A server of this loop, and what connections to it get."""

    def __init__(self, connection: type[PatientConnection] = PatientConnection) -> None:
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.server = QuietServer(here, connection, max_head=MAX_HEAD)

    async def __aenter__(self) -> "Opened":
        self.task = asyncio.create_task(self.server.serve(sockets=[self.listening]))
        while not self.server.started:
            await asyncio.sleep(0)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.server.should_exit = self.server.force_exit = True
        await self.task

    async def got(self, *pieces: bytes) -> bytes:
        """All that is answered to some pieces until the connection ends."""
        reader, writer = await asyncio.open_connection(*self.listening.getsockname())
        try:
            for piece in pieces:
                writer.write(piece)
                await writer.drain()
            async with asyncio.timeout(60):
                return await reader.read()
        except ConnectionError:
            return b""
        finally:
            writer.close()


REQUEST = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"


class HurriedConnection(PatientConnection):
    """Its deadlines are over at once: which of them ends a connection is the question, not when."""

    request_s = 0.05


@pytest.mark.parametrize("pieces", [(), (b"GET / HT",), (REQUEST[:-2],), (b"GET / HTTP/1.1\r\n", b"X: " + b"a" * 100)])
async def test_a_head_that_does_not_arrive_ends_the_connection(pieces: tuple[bytes, ...]) -> None:
    async with Opened(HurriedConnection) as page:
        assert await page.got(*pieces) == b""
        assert (await page.got(REQUEST)).endswith(b"here")


async def test_a_second_head_that_does_not_arrive_ends_it_too() -> None:
    async with Opened(HurriedConnection) as page:
        reader, writer = await asyncio.open_connection(*page.listening.getsockname())
        writer.write(REQUEST.replace(b"Connection: close\r\n", b""))
        assert (await reader.readuntil(b"here")).endswith(b"here")
        writer.write(b"GET / HT")
        async with asyncio.timeout(20):
            assert await reader.read() == b""
        writer.close()


@pytest.mark.parametrize(
    "head", [b"GET / HTTP/1.1\r\nX: " + b"a" * 2 * MAX_HEAD, b"no http at all\r\n\r\n", b"\0" * 99]
)
async def test_what_is_too_large_or_no_http_gets_no_answer(head: bytes) -> None:
    async with Opened() as page:
        assert await page.got(head) == b""
        assert (await page.got(REQUEST)).endswith(b"here")


async def test_an_answer_names_neither_server_nor_time() -> None:
    async with Opened() as page:
        assert (await page.got(REQUEST)).lower().split(b"\r\n\r\n")[0].splitlines() == [
            b"http/1.1 200 ok",
            b"content-length: 4",
            b"connection: close",
        ]


class Crowded(Opened):
    """A page at which more strangers wait than it keeps waiting."""

    async def crowd(self, sent: bytes, number: int = 3 * PatientConnection.most_new) -> list[asyncio.StreamReader]:
        """Connections that send something and wait; what each of them gets."""
        opened = [await asyncio.open_connection(*self.listening.getsockname()) for _ in range(number)]
        for _, writer in opened:
            with suppress(ConnectionError):
                writer.write(sent)
                await writer.drain()
        self.held += opened
        return [reader for reader, _ in opened]

    async def __aenter__(self) -> "Crowded":
        self.held: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
        await super().__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        for opened in self.held:
            opened[1].close()
        await super().__aexit__()


@pytest.mark.parametrize("sent", [b"", b"GET / HT"])
async def test_strangers_who_say_nothing_shut_nobody_out(sent: bytes) -> None:
    async with Crowded() as page:
        waiting = await page.crowd(sent)
        assert (await page.got(REQUEST)).endswith(b"here")
        async with asyncio.timeout(60):
            assert [await reader.read() for reader in waiting[: PatientConnection.most_new]] == [
                b""
            ] * PatientConnection.most_new


async def test_who_is_signed_in_keeps_the_connection_while_strangers_come() -> None:
    async with Crowded() as page:
        reader, writer = await asyncio.open_connection(*page.listening.getsockname())
        for _ in range(2):
            writer.write(REQUEST.replace(b"Connection: close\r\n", b""))
            assert (await reader.readuntil(b"here")).endswith(b"here")
            await page.crowd(b"GET")
        writer.close()


async def test_connections_that_are_kept_are_bounded() -> None:
    async with Crowded() as page:
        for _ in range(PatientConnection.most_kept + 10):
            (reader,) = await page.crowd(REQUEST.replace(b"Connection: close\r\n", b""), 1)
            assert (await reader.readuntil(b"here")).endswith(b"here")
        kept: Iterable[Any] = page.server.server_state.connections
        assert sum(connection.is_kept for connection in kept) <= PatientConnection.most_kept
        assert (await page.got(REQUEST)).endswith(b"here")


async def test_what_the_gate_refuses_is_closed_before_its_form_has_come() -> None:
    async with Opened() as page:
        page.server.config.loaded_app = Gate(here, "127.0.0.1:1")
        answer = await page.got(b"POST /zz HTTP/1.1\r\nHost: 127.0.0.1:1\r\nContent-Length: 100\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 404")
