"""The gate in front of the page: who may come in, by an address that works once, and what each answer forbids."""

import asyncio
import logging
import secrets
import threading
import time
from collections.abc import Callable, Iterable
from hmac import compare_digest
from typing import TYPE_CHECKING

from scrubjay.model.frozen import dataclass
from scrubjay_ui.admission import (
    ENTER,
    READS,
    REPORTS,
    START,
    AddressTokens,
    PageAddress,
    RequestHead,
    admitted,
    digest,
    fields,
    objection,
    read_body,
    replayed_receive,
    security_headers,
    values,
    with_headers,
)

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send


MOST = 20
"""Browsers that are in; with one more the oldest is out."""


@dataclass(frozen=True, slots=True)
class BrowserSession:
    """One browser. `csrf` is the token of its forms; `writes`: they are taken."""

    csrf: str
    writes: bool

    def sent_by(self, tokens: tuple[str, ...]) -> bool:
        """Whether a form that carried these tokens is this browser's: exactly one, and the right one."""
        return len(tokens) == 1 and compare_digest(tokens[0].encode("utf-8", "replace"), self.csrf.encode())


class BrowserSessions:
    """The browsers that are in. Safe to use from several threads."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._name = f"s{secrets.token_hex(8)}"
        self._lock = threading.Lock()
        self._open: dict[str, BrowserSession] = {}

    def open(self, *, writes: bool) -> str:
        """Let a browser in; returns the header that gives it its cookie."""
        value = secrets.token_urlsafe(32)
        with self._lock:
            self._open[digest(value)] = BrowserSession(secrets.token_urlsafe(32), writes)
            while len(self._open) > MOST:
                del self._open[next(iter(self._open))]
        return f"{self._name}={value}; Path={self._root}/; HttpOnly; SameSite=Strict"

    def of(self, cookies: Iterable[str]) -> BrowserSession | None:
        """The session of a browser by its `Cookie` headers; None if unknown, or if two cookies have our name."""
        pairs = (pair.strip().partition("=") for cookie in cookies for pair in cookie.split(";"))
        values = [value for name, _, value in pairs if name == self._name]
        if len(values) != 1:
            return None
        with self._lock:
            return self._open.get(digest(values[0]))


NOTHING = "Nothing is here. Type `scrubjay ui` in a terminal: it gives an address that works once.\n"
"""The answer to whoever isn't in, whatever was asked for."""

STALE = "This form is older than the page that runs now, so nothing was changed. Go back, reload, and send it again.\n"
LARGE = "This form is larger than 1 MB or came too slowly, so nothing was changed.\n"
MALFORMED = "This request has a head above 64 KB, or two lengths, so nothing was changed.\n"
STRANGER = (
    "A program of another account, one that an agent started, or one that can't be seen asked for the page and got "
    "nothing. If that was your browser: close it, open it yourself, and type scrubjay ui again."
)
NOT_YOURS = (
    "This was sent by another program than the person's browser, or an agent started that. Nothing was changed.\n"
)
BROKEN = "The page failed. Nothing that was stored is lost; the terminal that it was started in says more.\n"

Known = Callable[[tuple[str, int]], bool]
"""Whether the program at the other end of a connection may have a page that writes; see `callers.py`."""

TOO_LARGE = 413
FAILED = 500

log = logging.getLogger(__name__)


class Gate:
    """An ASGI application that guards another one, reached only below a path with 128 random bits."""

    def __init__(
        self,
        behind: "ASGIApp",
        host: str,
        *,
        known: Known = lambda _: True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.page = PageAddress(host, f"/s/{secrets.token_urlsafe(16)}")
        self.reports = 0
        """Breaches of the content security policy that browsers reported."""
        self.last_used = clock()
        """When somebody who is in last asked for something."""
        self._behind = behind
        self._known = known
        self._clock = clock
        self._tokens = AddressTokens(clock)
        self._sessions = BrowserSessions(self.page.root)
        self._headers = security_headers(self.page.root + REPORTS)
        self._refusing = security_headers("")

    def address(self, *, writes: bool) -> str:
        """A new address of the page, which works once within a minute."""
        return f"{self.page.origin}{self.page.root}{ENTER}?token={self._tokens.issue(writes=writes)}"

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer a request."""
        if scope["type"] != "http":
            return
        if not admitted(RequestHead.of(scope["method"], scope["path"], scope["headers"]), self.page):
            await self._plain(send, 404, NOTHING)
            return
        if refused := objection(scope["path"], scope["query_string"], scope["headers"]):
            await self._plain(send, refused, MALFORMED)
            return
        path = scope["path"].removeprefix(self.page.root)
        session = self._sessions.of(values(scope, b"cookie"))
        if path == ENTER and scope["method"] == "GET":
            await self._enter(scope, send, session)
        elif session is None:
            await self._plain(send, 404, NOTHING)
        elif path == REPORTS:
            await self._report(scope, receive, send)
        else:
            await self._pass(path, scope, receive, send, session)

    async def _enter(self, scope: "Scope", send: "Send", session: BrowserSession | None) -> None:
        """Exchange a token for a cookie. A browser that is in already goes on as it was; a preview gets nothing."""
        tokens = fields(scope["query_string"].decode("latin-1"), "token")
        preview = values(scope, b"purpose") + values(scope, b"sec-purpose")
        grant = None
        if len(tokens) == 1 and not preview:
            if await self._may_write(scope):
                grant = self._tokens.redeem(tokens[0])
            else:
                log.warning(STRANGER)
        headers = [(b"location", f"{self.page.root}{START}".encode())]
        if grant is not None and (session is None or session.writes != grant.writes):
            headers.append((b"set-cookie", self._sessions.open(writes=grant.writes).encode()))
        elif session is None:
            await self._plain(send, 404, NOTHING)
            return
        self.last_used = self._clock()
        await self._answer(send, 303, "", headers)

    async def _report(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Count a report, or tell how many there were."""
        if scope["method"] in READS:
            await self._plain(send, 200, f"{self.reports}\n")
            return
        if await read_body(receive) is not None:
            self.reports += 1
        await self._answer(send, 204, "", [])

    async def _pass(self, path: str, scope: "Scope", receive: "Receive", send: "Send", session: BrowserSession) -> None:
        """Let a request through to the page; a form only with its token, and from a program that may write."""
        self.last_used = self._clock()
        if scope["method"] not in READS:
            body = await read_body(receive)
            if body is None:
                await self._plain(send, TOO_LARGE, LARGE)
                return
            if not session.sent_by(fields(body.decode("latin-1"), "csrf")):
                await self._plain(send, 403, STALE)
                return
            if not await self._may_write(scope):
                await self._plain(send, 403, NOT_YOURS)
                return
            receive = replayed_receive(body, receive)
        more = {"root_path": self.page.root, "scrubjay.csrf": session.csrf, "scrubjay.writes": session.writes}
        sent = 0

        async def guarded(message: "Message") -> None:
            nonlocal sent
            if message["type"] == "http.response.start":
                sent = int(message["status"])
                message = {**message, "headers": with_headers(message.get("headers", ()), self._headers)}
            if sent != FAILED:  # Starlette's own words for a failure; the exception follows
                await send(message)

        try:
            await self._behind({**scope, **more}, receive, guarded)
        except Exception as error:
            log.error(
                "A page failed (%s). With SCRUBJAY_LOG=debug the log in the home says more.", type(error).__name__
            )
            log.debug("%s", path, exc_info=True)
            if not sent:
                sent = FAILED
        finally:
            self.last_used = self._clock()
        if sent == FAILED:
            await self._plain(send, FAILED, BROKEN)

    async def _may_write(self, scope: "Scope") -> bool:
        """Whether the program at the other end may use a page that writes."""
        client = scope.get("client")
        if client is None:
            return False
        return await asyncio.to_thread(self._known, (str(client[0]), int(client[1])))

    async def _plain(self, send: "Send", status: int, text: str) -> None:
        """Refuse a request, and end its connection; not before the rest of a form, which would lose the answer."""
        closing = [(b"connection", b"close")] if status != TOO_LARGE else []
        await self._answer(send, status, text, [(b"content-type", b"text/plain; charset=utf-8"), *closing])

    async def _answer(self, send: "Send", status: int, text: str, headers: list[tuple[bytes, bytes]]) -> None:
        own = self._refusing if status == 404 else self._headers
        sized = [*headers, *([] if status == 204 else [(b"content-length", str(len(text.encode())).encode())])]
        await send({"type": "http.response.start", "status": status, "headers": with_headers(sized, own)})
        await send({"type": "http.response.body", "body": text.encode()})
