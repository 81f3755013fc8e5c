"""A form as the gate reads it: its bytes within bounds, the tokens in it, and the same bytes for who comes after."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

if TYPE_CHECKING:
    from starlette.types import Receive, Scope

MAX_BODY = 1_000_000
"""Bytes of one form."""

BODY_S = 20.0
"""Seconds that a form may take to arrive."""

MAX_FIELDS = 2_000
"""Fields of one form: a bulk selection is the largest."""


def values(scope: "Scope", wanted: bytes) -> tuple[str, ...]:
    """All values of a header, whose name is in lower case."""
    return tuple(value.decode("latin-1") for name, value in scope["headers"] if name == wanted)


def fields(text: str, wanted: str) -> tuple[str, ...]:
    """All values of a field of a form or of an address's query; none where there are too many fields."""
    try:
        return tuple(parse_qs(text, max_num_fields=MAX_FIELDS).get(wanted, ()))
    except ValueError:
        return ()


def csrf_tokens(body: bytes) -> tuple[str, ...]:
    """The tokens that a form carries."""
    return fields(body.decode("latin-1"), "csrf")


async def read_body(receive: "Receive") -> bytes | None:
    """A request's body; None where it is too large, too slow, or its sender has gone."""
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_S):
            while True:
                message = await receive()
                body += message.get("body", b"")
                if message["type"] != "http.request" or len(body) > MAX_BODY:
                    return None
                if not message.get("more_body", False):
                    return bytes(body)
    except TimeoutError:
        return None


def again(body: bytes, receive: "Receive") -> Callable[[], Awaitable[Any]]:
    """A `receive` that gives a body that was read already, and then what comes after it."""
    given = False

    async def replay() -> Any:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replay
