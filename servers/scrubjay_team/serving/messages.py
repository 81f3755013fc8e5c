"""What passes the gate, in ASGI's messages: a body that was read already, and answers with the headers of all."""

from typing import TYPE_CHECKING

from scrubjay_team.serving.refusals import ALWAYS

if TYPE_CHECKING:
    from starlette.types import Message, Receive, Send


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


def with_headers(send: "Send") -> "Send":
    """A `send` that adds the headers of every answer."""
    always = [(name.encode(), value.encode()) for name, value in ALWAYS.items()]
    names = {name for name, _ in always}

    async def sending(message: "Message") -> None:
        if message["type"] == "http.response.start":
            kept = [(name, value) for name, value in message.get("headers", ()) if name.lower() not in names]
            message = {**message, "headers": [*kept, *always]}
        await send(message)

    return sending
