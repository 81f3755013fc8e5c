"""Messages between a server and its applications: bodies read within bounds, headers added, senders behind proxies."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, cast

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from scrubjay_team.serving import refusals
from scrubjay_team.serving.refusals import Headers, HttpRefusal

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Send

BODY_S: Final = 20.0
"""Seconds that a body may take to arrive."""


async def read_body(receive: "Receive", most: int) -> bytes | HttpRefusal:
    """A request's body of at most so many bytes, or why there is none."""
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_S):
            while True:
                message = await receive()
                if message["type"] != "http.request":
                    return refusals.GONE
                body += message.get("body", b"")
                if len(body) > most:
                    return refusals.TOO_LARGE
                if not message.get("more_body", False):
                    return bytes(body)
    except TimeoutError:
        return refusals.TOO_SLOW


def replayed(body: bytes, receive: "Receive") -> "Receive":
    """A `receive` that gives a body that was read already, and then what comes after it."""
    given = False

    async def replay() -> "Message":
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replay


def with_headers(send: "Send", further: Headers, *, over: bool = True) -> "Send":
    """A `send` that adds headers to an answer, in place of those of the same names; else (`over`) where it has none."""
    added = [(name.encode(), value.encode()) for name, value in further.items()]
    names = {name for name, _ in added}

    async def sending(message: "Message") -> None:
        if message["type"] == "http.response.start":
            given = list(message.get("headers", ()))
            told = {name.lower() for name, _ in given}
            kept = [(name, value) for name, value in given if not over or name.lower() not in names]
            more = [(name, value) for name, value in added if over or name not in told]
            message = {**message, "headers": [*kept, *more]}
        await send(message)

    return sending


def behind_proxies(application: "ASGIApp", proxies: Sequence[str]) -> "ASGIApp":
    """An application to which a request that a proxy relays comes from where the proxy says, for networks of proxies.

    Of X-Forwarded-For the last address counts that is no proxy's own; whoever else sends that header isn't believed.
    """
    return cast("ASGIApp", ProxyHeadersMiddleware(cast("Any", application), list(proxies))) if proxies else application
