"""The gate in front of the server: who calls, by a token that is looked up each time, and what is never let through."""

import logging
import time
from collections.abc import Callable
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakValueDictionary

import anyio

from scrubjay.errors import DiskFull, ScrubjayError
from scrubjay.model.frozen import dataclass, replace
from scrubjay_team.errors import SecretsLocked, TeamDatabaseLost
from scrubjay_team.oauth.metadata import challenge
from scrubjay_team.people.secret import ISSUED, TOKEN, digest_of
from scrubjay_team.serving import admission, refusals
from scrubjay_team.serving.admission import MAX_BODY, AllowedHosts, body_objection, head_objection, values
from scrubjay_team.serving.browser import (
    FORM,
    NO_SESSION,
    ONLY_BROWSER,
    PAGE,
    browser_objection,
    reads_pages,
    session_of,
)
from scrubjay_team.serving.callers import GateCallers, address_of, in_thread
from scrubjay_team.serving.limits import VISITS, RateLimit
from scrubjay_team.serving.refusals import HttpRefusal, answer, limited, refuse
from scrubjay_team.serving.relaying import read_body, replayed, with_headers
from scrubjay_team.signin.csrf import csrf_of

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from scrubjay_team.oauth.application import OAuthApplication
    from scrubjay_team.serving.behind import ProcessBehind

MCP: Final = "/mcp"
API: Final = "/api/v1/"
WAITS: Final = f"{API}changes"
HOOKS: Final = "/hooks/"
WELL_KNOWN: Final = "/.well-known/"
MACHINE: Final = ("/oauth/token", "/oauth/register", "/oauth/revoke", "/oauth/device")
"""What programs ask that sign in; no cookie is read there."""

JSON: Final = "application/json"
MOST_TAKEN: Final = 16
"""Requests of one member that are taken at once: each may hold a body in memory."""

MOST_WAITS: Final = 12
"""Requests of one member that wait for changes at once, beside the others: several machines, several programs each."""

MOST_RUNNING: Final = 2
"""Calls of one member that run at once, whatever their tokens; more wait. Each holds a connection to the database."""

READY_S: Final = 1.0
"""Seconds after which the question whether it answers finds the database away, however it hangs."""

MOST_HOOKS: Final = 8
LONGEST_HOOK: Final = 1_000_000
"""Messages of forges that are read at once, and the bytes of one: whoever sends them hasn't shown a secret yet."""

LONGEST_FORM: Final = 100_000
"""Bytes of a form."""

CALLER: Final = "scrubjay.caller"
DIGEST: Final = "scrubjay.digest"
PERSON: Final = "scrubjay.person"
CSRF: Final = "scrubjay.csrf"
"""Keys of a request's scope: who calls (absent: nobody yet), the digest of the token or session by which each
transaction is entered, whether it is a person's session, and what the field `csrf` of its forms holds.
"""

_ACCEPT: Final = (b"accept", b"*/*")
"""What a client says that doesn't say what it takes (RFC 9110)."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Applications:
    """What stands behind the gate: MCP, the API, the pages of browsers, and what gives tokens to programs."""

    mcp: "ASGIApp"
    api: "ASGIApp"
    page: "ASGIApp | None" = None
    oauth: "OAuthApplication | None" = None


def entry(scope: "Scope") -> dict[str, Any]:
    """What `TeamDatabase.entered` takes for the caller of a request."""
    return {"digest": scope[DIGEST], "person": scope[PERSON]}


def _refusal_of(error: ScrubjayError) -> HttpRefusal:
    """The answer for what an application couldn't answer itself: the database is away, slow or full, a secret shut."""
    if isinstance(error, TeamDatabaseLost):
        return refusals.LOST
    if isinstance(error, DiskFull):
        return refusals.FULL
    return refusals.LOCKED if isinstance(error, SecretsLocked) else refusals.UNAVAILABLE


class TeamGate:
    """An ASGI application in front of the others: it says who calls, and to MCP and the API lets in nobody else."""

    def __init__(
        self,
        applications: Applications,
        behind: "ProcessBehind",
        allowed: AllowedHosts,
        server: str,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`server` is the id that each answer of the API names."""
        self._server = {"scrubjay-server": server}
        self._to = applications
        self._behind = behind
        self._allowed = allowed
        self._callers = GateCallers(behind, clock)
        self._visits = RateLimit(VISITS, clock)
        self._asking = anyio.CapacityLimiter(2)
        self._turns: WeakValueDictionary[str, anyio.CapacityLimiter] = WeakValueDictionary()

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer a request."""
        if scope["type"] != "http":
            return
        began = False

        async def watched(message: "Message") -> None:
            nonlocal began
            began = began or message["type"] == "http.response.start"
            await send(message)

        if scope["path"].startswith(API):
            send = with_headers(send, self._server)
        try:
            refusal = await self._answer(scope, receive, watched)
        except ScrubjayError as error:  # the database is away, slow or full; a secret can't be opened
            _log.warning("a request wasn't answered: %s", error)
            refusal = _refusal_of(error)
        except Exception:
            _log.exception("a request failed")
            refusal = refusals.BROKEN
        if refusal is not None and not began:
            scope[refusals.REFUSED] = refusal.error
            shown = reads_pages(scope) and not scope["path"].startswith((API, MCP, HOOKS))
            await refuse(send, refusal, closes=True, head=scope["method"] == "HEAD", shown=shown)

    async def _answer(self, scope: "Scope", receive: "Receive", send: "Send") -> HttpRefusal | None:
        path = scope["path"]
        if path in ("/healthz", "/readyz"):
            return await self._state(scope, send)
        machine = path in MACHINE or path.startswith(WELL_KNOWN)
        if refusal := head_objection(scope, self._allowed, of_any_page=machine):
            return refusal
        if machine:
            return await self._machine(scope, receive, send)
        if path == MCP:
            return await self._mcp(scope, receive, send) if scope["method"] == "POST" else refusals.ONLY_POST
        if path.startswith(API):
            return await self._call(scope, receive, send, self._to.api)
        if path.startswith(HOOKS):
            return await self._hook(scope, receive, send)
        return await self._visit(scope, receive, send)

    async def _state(self, scope: "Scope", send: "Send") -> HttpRefusal | None:
        """Say whether the process lives, or whether it can answer."""
        if scope["method"] not in ("GET", "HEAD"):
            return refusals.ONLY_GET
        ready = scope["path"] == "/healthz" or await self._is_ready()
        state = "ok" if ready else "the database doesn't answer"
        await answer(send, 200 if ready else 503, {"state": state}, head=scope["method"] == "HEAD")
        return None

    async def _is_ready(self) -> bool:
        with anyio.move_on_after(READY_S):
            return bool(await in_thread(self._behind.is_ready, limiter=self._asking))
        return False

    async def _mcp(self, scope: "Scope", receive: "Receive", send: "Send") -> HttpRefusal | None:
        """Let a call of MCP through; whoever brings no valid token is told where programs get one."""
        refusal = await self._call(scope, receive, send, self._to.mcp)
        if refusal is None or refusal.status != refusals.NO_TOKEN.status or self._to.oauth is None:
            return refusal
        said = f"{refusal.headers['www-authenticate']}, {challenge(self._to.oauth.base(scope))}"
        return replace(refusal, headers={"www-authenticate": said})

    async def _call(
        self, scope: "Scope", receive: "Receive", send: "Send", application: "ASGIApp"
    ) -> HttpRefusal | None:
        """Let a call through to an application, as somebody's; a browser's session is one of the API alone."""
        given = values(scope, b"authorization")
        text, digest = ("", b"") if given or scope["path"] == MCP else session_of(scope, self._allowed.own_origin(""))
        if digest and (refusal := browser_objection(scope, self._allowed, JSON)):
            return refusal
        person = bool(digest)
        digest = digest or digest_of(admission.bearer(scope), TOKEN, ISSUED)
        refusal = NO_SESSION if person else refusals.INVALID if given else refusals.NO_TOKEN
        caller = await self._callers.of(scope, digest, refusal, person=person)
        if caller is NO_SESSION:
            return self._callers.failed(address_of(scope), NO_SESSION)
        if isinstance(caller, HttpRefusal):
            return caller
        if scope["method"] == "POST" and admission.content_type(scope) != JSON:
            return refusals.NOT_JSON
        scope = {**scope, CALLER: caller, DIGEST: digest, PERSON: person, CSRF: csrf_of(text) if person else ""}
        return await self._run(scope, receive, send, application)

    async def _run(
        self, scope: "Scope", receive: "Receive", send: "Send", application: "ASGIApp"
    ) -> HttpRefusal | None:
        """Read a call's body, and let it through to an application once it is its caller's turn."""
        member, waits = str(scope[CALLER].member), scope["path"] == WAITS
        with self._callers.slot(f"{waits} {member}".encode(), MOST_WAITS if waits else MOST_TAKEN) as free:
            if not free:
                return limited(1, "requests at once by this member")
            body = await read_body(receive, MAX_BODY)
            if isinstance(body, HttpRefusal):
                return body
            if scope["method"] == "POST" and (refusal := body_objection(body)):
                return refusal
            headers = [(name, value.lower() if name == b"host" else value) for name, value in scope["headers"]]
            headers += [] if values(scope, b"accept") else [_ACCEPT]
            further = with_headers(send, refusals.ALWAYS)
            async with nullcontext() if waits else self._turn(member):
                await application({**scope, "headers": headers}, replayed(body, receive), further)
        return None

    def _turn(self, member: str) -> anyio.CapacityLimiter:
        """What a member's calls wait for before they run."""
        return self._turns.setdefault(member, anyio.CapacityLimiter(MOST_RUNNING))

    async def _visit(self, scope: "Scope", receive: "Receive", send: "Send") -> HttpRefusal | None:
        """Let a browser through to the pages, as the person of its session or as nobody."""
        if self._to.page is None:
            return refusals.NOT_FOUND
        if scope["method"] not in ("GET", "HEAD", "POST"):
            return ONLY_BROWSER
        if refusal := browser_objection(scope, self._allowed, FORM):
            return refusal
        text, digest = session_of(scope, self._allowed.own_origin(""))
        caller = await self._callers.of(scope, digest, NO_SESSION, person=True) if digest else NO_SESSION
        if not isinstance(caller, HttpRefusal):
            who = str(caller.member)
            scope = {**scope, CALLER: caller, DIGEST: digest, PERSON: True, CSRF: csrf_of(text)}
        elif caller is not NO_SESSION:
            return caller
        elif wait := self._visits.take(who := address_of(scope)):
            return limited(wait, "requests without a session")
        else:
            scope = {**scope, PERSON: False, CSRF: ""}
        with self._callers.slot(f"page {who}".encode(), MOST_TAKEN) as free:
            body = await read_body(receive, LONGEST_FORM) if free else limited(1, "requests at once")
            if isinstance(body, HttpRefusal):
                return body
            async with self._turn(who):
                await self._to.page(scope, replayed(body, receive), with_headers(send, PAGE, over=False))
        return None

    async def _machine(self, scope: "Scope", receive: "Receive", send: "Send") -> HttpRefusal | None:
        """Let a program through that asks for a token; it brings no session."""
        if self._to.oauth is None:
            return refusals.NOT_FOUND
        address = address_of(scope)
        if wait := self._visits.take(f"machine {address}"):
            return limited(wait, "requests of programs that sign in")
        with self._callers.slot(f"machine {address}".encode(), MOST_TAKEN) as free:
            body = await read_body(receive, LONGEST_FORM) if free else limited(1, "requests at once")
            if isinstance(body, HttpRefusal):
                return body
            kept = [(name, value) for name, value in scope["headers"] if name != b"cookie"]
            further = with_headers(send, refusals.ALWAYS, over=False)
            await self._to.oauth({**scope, "headers": kept}, replayed(body, receive), further)
        return None

    async def _hook(self, scope: "Scope", receive: "Receive", send: "Send") -> HttpRefusal | None:
        """Take a forge's message about a repository."""
        if scope["method"] != "POST":
            return refusals.ONLY_POST
        with self._callers.slot(b"", MOST_HOOKS) as free:
            body = await read_body(receive, LONGEST_HOOK) if free else limited(1, "messages of forges at once")
        if isinstance(body, HttpRefusal):
            return body
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        project = scope["path"].removeprefix(HOOKS)
        status = await in_thread(self._behind.received, project, headers, body, limiter=self._callers.strangers)
        if status >= refusals.NO_JSON.status:
            failed = self._callers.failed(
                f"hook {address_of(scope)}", refusals.NO_JSON, "messages that weren't a forge's"
            )
            if failed is not refusals.NO_JSON:
                return failed
        await answer(send, status, {"state": "taken" if status < refusals.NO_JSON.status else "refused"})
        return None
