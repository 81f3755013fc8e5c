"""Answers to requests that aren't served: a status of HTTP and a JSON body that says what to do."""

import json
from collections.abc import Mapping
from html import escape
from math import ceil
from typing import TYPE_CHECKING, Final

from scrubjay.model.frozen import dataclass, field

if TYPE_CHECKING:
    from starlette.types import Send

Headers = Mapping[str, str]

ALWAYS: Final[Headers] = {
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
"""Headers of every answer."""

PIECE: Final = 65_536
"""Bytes of an answer that are sent at once."""

_NOT_MODIFIED: Final = 304

_PAGE: Final = (
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Refused · scrubjay</title></head>'
    "<body><main><h1>This wasn't done</h1><p>{}</p></main></body></html>\n"
)

REFUSED: Final = "scrubjay.refused"
"""The key of a request's scope under which the gate says why it refused it: the name of a refusal, for who counts."""

UNSENT: Final = 499
"""Status of a request whose sender went away before its end; nobody is answered."""


@dataclass(frozen=True, slots=True)
class HttpRefusal:
    """A refusal: its status, a short name that programs compare, what to do, further headers and fields."""

    status: int
    error: str
    message: str
    headers: Headers = field(default_factory=dict)
    more: Mapping[str, object] = field(default_factory=dict)


BAD_HOST: Final = HttpRefusal(
    421, "unknown_host",
    "This server doesn't answer to that Host. Use the address that it printed, or name its public one: "
    "scrubjay serve team --url https://…",
)  # fmt: skip
BAD_ORIGIN: Final = HttpRefusal(403, "foreign_origin", "Pages of other sites may not call this server.")
IN_ADDRESS: Final = HttpRefusal(
    400, "token_in_address",
    "A token in an address ends up in logs and histories. Send it as a header, Authorization: Bearer sj_pat_…, "
    "and replace the one that was in the address: scrubjay team token revoke.",
)  # fmt: skip
NO_TOKEN: Final = HttpRefusal(
    401, "no_token",
    "Sign in: a client of MCP that can opens this server's page. One that can't sends a token as a header, "
    "Authorization: Bearer sj_pat_…, which each member makes on the page Tokens.",
    {"www-authenticate": 'Bearer realm="scrubjay team"'},
)  # fmt: skip
INVALID: Final = HttpRefusal(
    401, "invalid_token",
    "This token isn't valid: it is unknown, expired or revoked, or its member has left. Sign in anew, or make "
    "another token on the server's page Tokens.",
    {"www-authenticate": 'Bearer realm="scrubjay team", error="invalid_token"'},
)  # fmt: skip
NOT_FOUND: Final = HttpRefusal(
    404, "not_found", "Nothing is here. Clients of MCP use /mcp, programs /api/v1; state: /healthz, /readyz."
)
ONLY_POST: Final = HttpRefusal(
    405, "method_not_allowed", "Only POST is answered here: this server keeps no sessions and opens no streams.",
    {"allow": "POST"},
)  # fmt: skip
ONLY_GET: Final = HttpRefusal(405, "method_not_allowed", "Only GET and HEAD are answered here.", {"allow": "GET, HEAD"})
TOO_LARGE: Final = HttpRefusal(413, "too_large", "A request has at most 4 MB. Send less, or in parts.")
TOO_SLOW: Final = HttpRefusal(408, "too_slow", "The request didn't arrive within 20 seconds. Send it again.")
GONE: Final = HttpRefusal(UNSENT, "gone", "The sender went away.")
NO_JSON: Final = HttpRefusal(
    400, "no_json", "The body is one JSON object in UTF-8; for MCP one of JSON-RPC 2.0, with method, params and id."
)
NO_ID: Final = HttpRefusal(400, "no_id", "The id of a request is text or a whole number; a notification has none.")
BATCH: Final = HttpRefusal(
    400, "batch", "Batches aren't part of MCP any more. Send each message as a request of its own."
)
TOO_DEEP: Final = HttpRefusal(400, "too_deep", "The body is nested deeper than 64 levels. Flatten it.")
UNREADABLE: Final = HttpRefusal(400, "bad_request", "This isn't a request of HTTP/1.1 that can be read.")
NOT_JSON: Final = HttpRefusal(415, "not_json", "Send JSON: Content-Type: application/json.")
UNAVAILABLE: Final = HttpRefusal(
    503, "unavailable",
    "The server is too busy, or its database doesn't answer; nothing was changed. Try again in some seconds.",
    {"retry-after": "2"},
)  # fmt: skip
LOST: Final = HttpRefusal(
    503, "unavailable",
    "The database went away while this was done, so it isn't known whether it was. Look, then do it again.",
    {"retry-after": "2"},
)  # fmt: skip
FULL: Final = HttpRefusal(
    503, "unavailable",
    "No space is left where the team's database lies; nothing was changed, nothing is lost. Tell the server's owner.",
    {"retry-after": "30"},
)  # fmt: skip
LOCKED: Final = HttpRefusal(
    503, "unavailable", "The server can't open what it keeps secret; its log says why. Tell its owner.",
    {"retry-after": "60"},
)  # fmt: skip
BROKEN: Final = HttpRefusal(
    500, "failed", "The server failed inside; its log says more. Nothing that it confirmed before is lost."
)


def limited(seconds: float, what: str) -> HttpRefusal:
    """The refusal of whoever asked too often, with the seconds to wait."""
    wait = max(1, ceil(seconds))
    return HttpRefusal(
        429, "too_many", f"Too many {what}. Try again in {wait} s.", {"retry-after": str(wait)},
    )  # fmt: skip


async def refuse(
    send: "Send", refusal: HttpRefusal, *, closes: bool = False, head: bool = False, shown: bool = False
) -> None:
    """Answer a request with a refusal; `closes` also ends the connection, for a body that wasn't read.

    `shown`: as a page that a person reads.
    """
    if refusal.status == UNSENT:
        return
    further = {**refusal.headers, **({"connection": "close"} if closes else {})}
    if shown:
        page = _PAGE.format(escape(refusal.message)).encode()
        await answer_bytes(
            send, refusal.status, page, {"content-type": "text/html; charset=utf-8", **further}, head=head
        )
        return
    body = {"error": refusal.error, "message": refusal.message, **refusal.more}
    await answer(send, refusal.status, body, further, head=head)


async def answer(
    send: "Send", status: int, body: Mapping[str, object], headers: Headers | None = None, *, head: bool = False
) -> None:
    """Answer a request with JSON; to a HEAD with its headers alone."""
    data = json.dumps(body, ensure_ascii=True).encode()
    await answer_bytes(send, status, data, {"content-type": "application/json", **(headers or {})}, head=head)


async def answer_bytes(send: "Send", status: int, data: bytes, headers: Headers, *, head: bool = False) -> None:
    """Answer a request with bytes, sent piece by piece; `headers` name their media type."""
    length = {} if status == _NOT_MODIFIED else {"content-length": str(len(data))}
    listed = [(name.encode(), value.encode()) for name, value in {**ALWAYS, **length, **headers}.items()]
    await send({"type": "http.response.start", "status": status, "headers": listed})
    for start in range(0, 1 if head else max(1, len(data)), PIECE):
        piece, more = data[start : start + PIECE], not head and start + PIECE < len(data)
        await send({"type": "http.response.body", "body": b"" if head else piece, "more_body": more})
