"""Stdio transport that answers every line.

The SDK's own transport drops a line that it can't parse, and crashes on an answer that it can't write.
"""

import logging
import os
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import anyio
import anyio.to_thread
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage
from mcp_types import INTERNAL_ERROR, JSONRPCError, JSONRPCMessage, JSONRPCNotification, JSONRPCRequest, JSONRPCResponse

from scrubjay.model.frozen import dataclass
from scrubjay.model.visible import json_text, visible_values
from scrubjay_serving.messages import MAX_BYTES, Parsed, RefusedMessage, parse_line, too_long
from scrubjay_serving.pending import PendingRequests

_ENDS = 4_000


class LineSplitter:
    """Assembles the lines of a stream, at most so many bytes of each."""

    def __init__(self, most: int = MAX_BYTES) -> None:
        self._most = most
        self._line = bytearray()
        self._first = b""

    def feed(self, data: bytes) -> list[Parsed]:
        """The messages of the lines that end in these bytes."""
        *ended, begun = data.split(b"\n")
        messages: list[Parsed] = []
        for piece in ended:
            self._add(piece)
            messages.extend(self._end())
        self._add(begun)
        return messages

    def close(self) -> list[Parsed]:
        """The message of the last line, if no line end follows it."""
        return self._end() if self._line.strip() or self._first else []

    def _add(self, piece: bytes) -> None:
        """Add bytes to the line that is being read; of a line that is too long only both ends are kept."""
        self._line += piece
        if len(self._line) > self._most or self._first:
            self._first = self._first or bytes(self._line[:_ENDS])
            del self._line[:-_ENDS]

    def _end(self) -> list[Parsed]:
        """End the line that is being read, and return its messages."""
        line, first = bytes(self._line), self._first
        self._line.clear()
        self._first = b""
        return [too_long(first, line)] if first else list(parse_line(line))


_log = logging.getLogger(__name__)

CHUNK = 65_536
CHECK_INTERVAL_S = 0.25
"""Interval of the check for late requests, in seconds, while any are pending."""

Incoming = MemoryObjectReceiveStream[SessionMessage | Exception]
Outgoing = MemoryObjectSendStream[SessionMessage]
Run = Callable[[Incoming, Outgoing], Awaitable[None]]


class ClientGone(Exception):
    """The client no longer reads the answers."""


@dataclass(frozen=True, slots=True)
class Wire:
    """The file descriptors to and from the client; `ended` is called when the client has closed its input."""

    incoming: int
    outgoing: int
    ended: Callable[[], None] = lambda: None


def claim_stdio() -> Wire:
    """Reserve stdin and stdout for messages: other output goes to stderr, and other reads find nothing."""
    wire = Wire(os.dup(0), os.dup(1))
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    return wire


async def serve(run: Run, wire: Wire, waiting: PendingRequests) -> None:
    """Carry messages between the wire and `run`, until the client has closed its input and every request is answered.

    Raises ClientGone when the answers can't be written any more.
    """
    to_server, from_client = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    to_client, from_server = anyio.create_memory_object_stream[SessionMessage](0)
    lock = anyio.Lock()
    threads = anyio.CapacityLimiter(2)  # their own limiter: hanging tools may occupy all other threads
    arrival = anyio.Event()

    async def send(message: dict[str, Any]) -> None:
        line = f"{json_text(message, compact=True)}\n".encode()
        async with lock:
            try:
                await anyio.to_thread.run_sync(_write, wire.outgoing, line, limiter=threads)
            except OSError as error:
                raise ClientGone from error

    async def listen() -> None:
        lines = LineSplitter()
        async with to_server:
            going = True
            while going:
                data = await anyio.to_thread.run_sync(
                    _read_bytes, wire.incoming, abandon_on_cancel=True, limiter=threads
                )
                going = bool(data)
                if not going:
                    wire.ended()
                for message in lines.feed(data) if data else lines.close():
                    if isinstance(message, RefusedMessage):
                        await send(_refusal(message))
                        continue
                    waiting.received(message)
                    arrival.set()
                    await to_server.send(SessionMessage(message))
            while waiting.has_pending:
                for error in waiting.unanswered():
                    await to_server.send(SessionMessage(error))
                await anyio.sleep(CHECK_INTERVAL_S / 10)

    async def speak() -> None:
        async with from_server:
            async for item in from_server:
                if waiting.should_send(item.message):
                    await send(outgoing(item.message))

    async def watch() -> None:
        nonlocal arrival
        while True:
            await arrival.wait()
            arrival = anyio.Event()
            while waiting.has_pending:
                await anyio.sleep(CHECK_INTERVAL_S)
                for answer in waiting.timed_out():
                    await send(answer)

    async with anyio.create_task_group() as speaking:
        speaking.start_soon(speak)
        async with anyio.create_task_group() as group:
            group.start_soon(listen)
            group.start_soon(watch)
            await run(from_client, to_client)
            group.cancel_scope.cancel()


def outgoing(message: JSONRPCMessage) -> dict[str, Any]:
    """A message in wire form. Results were sanitised where they were made; an id is sent back as it came."""
    try:
        dumped = message.model_dump(by_alias=True, exclude_unset=True, mode="json")
    except ValueError as error:
        if not isinstance(message, JSONRPCResponse):
            raise
        _log.exception("an answer can't be written as JSON")
        return _refusal(RefusedMessage(message.id, INTERNAL_ERROR, f"The answer is no JSON ({type(error).__name__})."))
    match message:
        case JSONRPCResponse():
            return dumped
        case JSONRPCNotification():
            return dict(visible_values(dumped))
        case JSONRPCRequest(id=id) | JSONRPCError(id=id):
            return {**visible_values(dumped), "id": id}


def _refusal(refused: RefusedMessage) -> dict[str, Any]:
    """The JSON-RPC error for a message that can't be served."""
    error = visible_values({"code": refused.code, "message": refused.message})
    return {"jsonrpc": "2.0", "id": refused.id, "error": error}


def _read_bytes(descriptor: int) -> bytes:
    """The next bytes; none at the end, or where there is no input."""
    with suppress(OSError):
        return os.read(descriptor, CHUNK)
    return b""


def _write(descriptor: int, line: bytes) -> None:
    rest = memoryview(line)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
