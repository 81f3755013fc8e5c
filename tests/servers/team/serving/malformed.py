"""Requests that aren't as they should be, made from a seed; and what became of them."""

import asyncio
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

AT_ONCE = 48
WAITS_S = 1.0
"""Seconds after which a request without an answer is taken to be one that isn't whole."""

ANSWER_S = 20.0

GOOD = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
ODD: tuple[Any, ...] = (
    None, True, 0, -1, 1e308, 2**70, "", "x" * 5000, "\x00", "\ud800", [], {}, [[[]]], {"a": {"b": []}},
    "\u202e", "../../etc/passwd", "'; DROP TABLE member; --", "%s%n", "{{7*7}}", [None] * 50,
)  # fmt: skip
METHODS = (
    "initialize", "ping", "tools/list", "tools/call", "resources/read", "resources/list", "prompts/get",
    "completion/complete", "logging/setLevel", "notifications/cancelled", "notifications/initialized",
    "subscriptions/listen", "server/discover", "roots/list", "sampling/createMessage", "elicitation/create",
    "tasks/get", "rpc.discover", "__class__", "", "tools/call\n", "TOOLS/LIST",
)  # fmt: skip
TOOLS = ("search_knowledge", "get_document", "remember", "knowledge_status", "create_pool", "get_provenance", "nothing")
ARGUMENTS = ("query", "path", "content", "id", "limit", "kinds", "repo", "as_of", "budget", "name", "context", "tags")
VERSIONS = (
    "2026-07-28", "2025-11-25", "2025-06-18", "2024-11-05", "1900-01-01", "9999-99-99", "", "latest", "2026-07-28 ",
    "\xff", "x" * 3000, "2026-07-28, 2025-11-25", "null",
)  # fmt: skip

Make = Callable[[random.Random, str], bytes]


def request(body: bytes, token: str, *, method: str = "POST", path: str = "/mcp", more: tuple[str, ...] = ()) -> bytes:
    """A whole request."""
    lines = [
        f"{method} {path} HTTP/1.1", "host: 127.0.0.1", f"authorization: Bearer {token}",
        "content-type: application/json", f"content-length: {len(body)}", *more,
    ]  # fmt: skip
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body


def told(value: Any) -> bytes:
    return json.dumps(value, allow_nan=True).encode("utf-8", "surrogatepass")


def noise(chance: random.Random, token: str) -> bytes:
    return chance.randbytes(chance.randint(1, 3000))


def half(chance: random.Random, token: str) -> bytes:
    whole = request(told(GOOD), token)
    return whole[: chance.randint(1, len(whole) - 1)]


def wrong_length(chance: random.Random, token: str) -> bytes:
    body = told(GOOD)
    length = chance.choice(
        ["-1", "0", "1", str(len(body) - 3), str(len(body) + 50), "9" * 30, "1e3", "0x20", "+5", "5 5"]
    )
    return request(body, token).replace(f"content-length: {len(body)}".encode(), f"content-length: {length}".encode())


def deep(chance: random.Random, token: str) -> bytes:
    levels, sign = chance.choice([60, 65, 1000, 100_000]), chance.choice(["[", '{"a":'])
    inner = sign * levels + "1" + ("]" if sign == "[" else "}") * chance.choice([levels, 0])
    return request(f'{{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{{"x":{inner}}}}}'.encode(), token)


def odd_headers(chance: random.Random, token: str) -> bytes:
    some = (
        "x: \x00", "no colon", " folded: 1", "x:" + "y" * 40_000, "host: 127.0.0.1", "content-type: text/html",
        "transfer-encoding: chunked", "transfer-encoding: gzip, chunked", "expect: 100-continue", "expect: 200-ok",
        "accept: text/plain", "accept: ;;;,,,q=", "authorization: Bearer other", "mcp-session-id: " + "a" * 300,
        "last-event-id: 7", "mcp-method: tools/call", "mcp-name: x", "mcp-param-query: =?base64?!!?=", "origin: null",
        "upgrade: websocket", "upgrade: h2c", "connection: upgrade", "content-encoding: gzip", "cookie: a=b",
        "range: bytes=0-", "te: trailers", "x\xff: 1", "x: \xff\xfe", *(f"x{n}: {n}" for n in range(60)),
    )  # fmt: skip
    return request(told(GOOD), token, more=tuple(chance.choices(some, k=chance.randint(1, 6))))


def odd_start(chance: random.Random, token: str) -> bytes:
    method = chance.choice(
        ["GET", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE", "CONNECT", "post", "P OST", "", "\x01"]
    )
    path = chance.choice(
        ["/mcp", "*", "", "http://evil.example/mcp", "//mcp", "/mcp/../..", "/%00", "/%ff%fe", "/hooks/", "/hooks/x",
         "/hooks/%2e%2e", "/healthz", "/readyz", "/" + "a" * 3000, "/mcp?" + "b" * 3000, "evil.example:443", "/mcp#x"]
    )  # fmt: skip
    whole = request(told(GOOD), token, method=method, path=path)
    return whole.replace(
        b"HTTP/1.1", chance.choice([b"HTTP/1.1", b"HTTP/0.9", b"HTTP/2.0", b"HTTP/1.0", b"HTTPS", b""])
    )


def odd_message(chance: random.Random, token: str) -> bytes:
    value = dict(GOOD) | {"method": chance.choice(METHODS)}
    for _ in range(chance.randint(1, 4)):
        value[chance.choice(["jsonrpc", "id", "method", "params", "result", "error", "x"])] = chance.choice(ODD)
    if chance.random() < 0.3:
        value.pop(chance.choice(list(value)))
    return request(told(value), token, more=(f"mcp-protocol-version: {chance.choice(VERSIONS)}",))


def odd_call(chance: random.Random, token: str) -> bytes:
    arguments = {name: chance.choice(ODD) for name in chance.choices(ARGUMENTS, k=chance.randint(0, 5))}
    params: dict[str, Any] = {"name": chance.choice(TOOLS), "arguments": arguments}
    if chance.random() < 0.4:
        params["_meta"] = chance.choice(
            [
                chance.choice(ODD),
                {"progressToken": chance.choice(ODD)},
                {"io.modelcontextprotocol/protocolVersion": chance.choice(VERSIONS)},
                {
                    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                    "io.modelcontextprotocol/clientInfo": chance.choice(ODD),
                    "io.modelcontextprotocol/clientCapabilities": chance.choice(ODD),
                },
            ]
        )
    if chance.random() < 0.2:
        params[chance.choice(["name", "arguments", "inputResponses", "requestState", "task"])] = chance.choice(ODD)
    value = dict(GOOD) | {"method": "tools/call", "params": params, "id": chance.choice([1, "a", *ODD])}
    versions = chance.choice([(), (f"mcp-protocol-version: {chance.choice(VERSIONS)}",)])
    name = params["name"] if isinstance(params["name"], str) and params["name"].isidentifier() else "x"
    named = chance.choice([(), ("mcp-method: tools/call", f"mcp-name: {name}")])
    return request(told(value), token, more=(*versions, *named))


def chunked(chance: random.Random, token: str) -> bytes:
    head = request(b"", token).replace(b"content-length: 0", b"transfer-encoding: chunked")
    body = told(GOOD)
    pieces = chance.choice(
        [
            b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body), b"ffffffffffffffffff\r\n", b"zz\r\n", b"-1\r\n", b"5\r\nabc",
            b"%x;ext=%b\r\n%b\r\n0\r\nx: y\r\n\r\n" % (len(body), b"e" * 200, body), b"0\r\n\r\n", b"",
        ]
    )  # fmt: skip
    return head + pieces


def not_text(chance: random.Random, token: str) -> bytes:
    body = bytearray(told(GOOD))
    for _ in range(chance.randint(1, 8)):
        body[chance.randrange(len(body))] = chance.randrange(256)
    return request(bytes(body), token)


KINDS: tuple[Make, ...] = (
    noise, half, wrong_length, deep, odd_headers, odd_start, odd_message, odd_call, chunked, not_text,
)  # fmt: skip


def malformed(count: int, seed: int, token: str) -> Iterator[tuple[str, bytes]]:
    """So many requests, of every kind in turn, each with its kind's name."""
    chance = random.Random(seed)
    for number in range(count):
        make = KINDS[number % len(KINDS)]
        yield make.__name__, make(chance, token)


@dataclass
class Fates:
    """How many requests got which status (0: none), and examples of those that the server failed at."""

    statuses: Counter[int] = field(default_factory=Counter)
    failed: list[tuple[str, bytes, bytes]] = field(default_factory=list)


async def send_all(port: int, requests: Iterator[tuple[str, bytes]]) -> Fates:
    """Send requests, some at once, each on a connection of its own."""
    fates = Fates()

    async def work() -> None:
        for kind, sent in requests:
            got = await _sent(port, sent)
            line = got.partition(b"\r\n")[0].split(b" ")
            status = int(line[1]) if len(line) > 1 and line[1].isdigit() else 0
            fates.statuses[status] += 1
            if status >= 500:
                fates.failed.append((kind, sent, got))

    await asyncio.gather(*(work() for _ in range(AT_ONCE)))
    return fates


async def _sent(port: int, sent: bytes) -> bytes:
    """The beginning of what one request got; nothing where the server waits for more, whose end then comes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(sent)
        await writer.drain()
        for patience in (WAITS_S, ANSWER_S):
            with suppress(TimeoutError):
                async with asyncio.timeout(patience):
                    return await reader.read(65_536)
            writer.write_eof()
        return b""
    except ConnectionError:
        return b""
    finally:
        writer.close()
