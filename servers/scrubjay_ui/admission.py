"""Parsing of requests and headers of answers for the gate: heads, tokens, forms within bounds."""

import asyncio
import hashlib
import secrets
import threading
from collections.abc import Awaitable, Callable, Iterable, Sequence
from hmac import compare_digest
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

from scrubjay.model.frozen import dataclass

if TYPE_CHECKING:
    from starlette.types import Receive, Scope


READS = frozenset({"GET", "HEAD"})
WRITES = frozenset({"POST"})
ENTER = "/-/enter"
"""Where a token is exchanged for a cookie."""

START = "/start"
"""Where somebody who was let in goes on: the worktree in which the page was started."""

MAX_HEAD = 65_536
"""Bytes of a request's head: an address may carry a question of 20,000 characters."""

REPORTS = "/-/reports"
"""Where a browser reports what the content security policy stopped."""


@dataclass(frozen=True, slots=True)
class PageAddress:
    """Where the page is: `127.0.0.1:PORT`, and the path that all of it lies under, with 128 random bits."""

    host: str
    root: str

    @property
    def origin(self) -> str:
        """The origin of the page's own requests."""
        return f"http://{self.host}"


@dataclass(frozen=True, slots=True)
class RequestHead:
    """What a request says of itself: each header with all the values that were sent."""

    method: str
    path: str
    hosts: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    sites: tuple[str, ...] = ()

    @classmethod
    def of(cls, method: str, path: str, headers: Iterable[tuple[bytes, bytes]]) -> "RequestHead":
        """The head of an ASGI request, whose header names are in lower case."""
        wanted: dict[bytes, list[str]] = {b"host": [], b"origin": [], b"sec-fetch-site": []}
        for name, value in headers:
            if name in wanted:
                wanted[name].append(value.decode("latin-1"))
        return cls(method, path, *(tuple(values) for values in wanted.values()))


def admitted(head: RequestHead, page: PageAddress) -> bool:
    """Whether a request is for this page, and neither another site's nor one of a name that was rebound.

    `Sec-Fetch-Site: same-site` is another port of this machine, so another program. A form is sent with `Origin: null`
    where no referrer is allowed, so that alone proves nothing, and then the browser has to say "same-origin".
    """
    if head.hosts != (page.host,) or len(head.origins) > 1 or len(head.sites) > 1:
        return False
    if not _is_below(head.path, page.root):
        return False
    origin, site = next(iter(head.origins), ""), next(iter(head.sites), "")
    if site not in ("", "none", "same-origin") or origin not in ("", "null", page.origin):
        return False
    if origin == "null" and site != "same-origin":
        return False
    if head.method in READS:
        return True
    return head.method in WRITES and (origin == page.origin or site == "same-origin")


def objection(path: str, query: bytes, headers: Iterable[tuple[bytes, bytes]]) -> int:
    """Why a request's head is refused, as a status of HTTP: 431 where it is too large, 400 for two lengths; else 0."""
    listed = list(headers)
    if len(path) + len(query) + sum(len(name) + len(value) + 4 for name, value in listed) > MAX_HEAD:
        return 431
    return 400 if {b"content-length", b"transfer-encoding"} <= {name for name, _ in listed} else 0


def _is_below(path: str, root: str) -> bool:
    """Whether a path lies below the root; how long this takes says nothing of where they differ."""
    wanted = f"{root}/".encode()
    return compare_digest(path.encode("utf-8", "surrogateescape")[: len(wanted)], wanted)


VALID_S = 60.0
MOST = 20
"""Tokens that wait; with one more the oldest is void."""


@dataclass(frozen=True, slots=True)
class Grant:
    """What a token gives: whether the forms of the page are taken too."""

    writes: bool


class AddressTokens:
    """The tokens that were given out and not used. Safe to use from several threads.

    Only hashes are kept, and one is looked up, so the time of an answer says nothing of a token.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._waiting: dict[str, tuple[float, Grant]] = {}

    def issue(self, *, writes: bool) -> str:
        """A new token."""
        token = secrets.token_urlsafe(32)
        with self._lock:
            self._waiting[digest(token)] = (self._clock(), Grant(writes))
            while len(self._waiting) > MOST:
                del self._waiting[next(iter(self._waiting))]
        return token

    def redeem(self, token: str) -> Grant | None:
        """The grant of a one-time token, which then is void; None for a void, expired or unknown token."""
        with self._lock:
            issued, grant = self._waiting.pop(digest(token), (None, None))
            return grant if issued is not None and self._clock() - issued <= VALID_S else None


def digest(text: str) -> str:
    """The digest that stands for a secret in a table."""
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


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


def replayed_receive(body: bytes, receive: "Receive") -> Callable[[], Awaitable[Any]]:
    """A `receive` that gives a body that was read already, and then what comes after it."""
    given = False

    async def replay() -> Any:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replay


POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; report-uri {reports}"
)
"""`report-uri`, not `report-to`: every browser knows it and reports at once."""

FEATURES = ("camera", "clipboard-read", "display-capture", "geolocation", "microphone", "payment", "usb")


def security_headers(reports: str) -> tuple[tuple[bytes, bytes], ...]:
    """The headers. `reports` is the path that breaches of the policy are reported to; empty: to none."""
    policy = POLICY.format(reports=reports) if reports else POLICY.rpartition(";")[0]
    headers = {
        "content-security-policy": policy,
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "cache-control": "no-store",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": ", ".join(f"{feature}=()" for feature in FEATURES),
    }
    return tuple((name.encode(), value.encode()) for name, value in headers.items())


def with_headers(
    sent: Sequence[tuple[bytes, bytes]], wanted: Sequence[tuple[bytes, bytes]]
) -> list[tuple[bytes, bytes]]:
    """An answer's headers, with the wanted ones in place of those of the same names."""
    names = {name for name, _ in wanted}
    return [*((name, value) for name, value in sent if name.lower() not in names), *wanted]
