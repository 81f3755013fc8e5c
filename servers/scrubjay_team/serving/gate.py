"""The gate in front of the server: who calls, by a token that is looked up each time, and what is never let through."""

import logging
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakValueDictionary

import anyio
import anyio.to_thread

from scrubjay.errors import ScrubjayError
from scrubjay_team.errors import SecretsLocked, TokenRefused
from scrubjay_team.people.secret import digest_of
from scrubjay_team.serving import admission, refusals
from scrubjay_team.serving.admission import MAX_BODY, AllowedHosts, body_objection, head_objection, values
from scrubjay_team.serving.limits import CALLS, FAILURES, RateLimit, Recent
from scrubjay_team.serving.refusals import HttpRefusal, answer, limited, refuse
from scrubjay_team.serving.relaying import read_body, replayed, with_headers

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from scrubjay_team.database.connecting import TeamCaller
    from scrubjay_team.serving.behind import ProcessBehind

MCP: Final = "/mcp"
API: Final = "/api/v1/"
WAITS: Final = f"{API}changes"
HOOKS: Final = "/hooks/"
MOST_TAKEN: Final = 16
"""Requests of one member that are taken at once: each may hold a body in memory."""

MOST_WAITS: Final = 12
"""Requests of one member that wait for changes at once, beside the others: several machines, several programs each."""

MOST_RUNNING: Final = 2
"""Calls of one member that run at once, whatever their tokens; more wait. Each holds a connection to the database."""

LOOK_UP_S: Final = 5.0
READY_S: Final = 1.0
"""Seconds after which a look-up, or the question whether it answers, finds the database away, however it hangs."""

MOST_HOOKS: Final = 8
LONGEST_HOOK: Final = 1_000_000
"""Messages of forges that are read at once, and the bytes of one: whoever sends them hasn't shown a secret yet."""

KNOWN_S: Final = 3600.0
"""Seconds that a token counts as known after it was valid."""

REFUSED_S: Final = 30.0
"""Seconds that a token isn't looked up again after it wasn't valid."""

LOOKED_UP: Final = 4
"""Tokens of strangers, and messages of forges, that the database is asked about at once: fewer than its connections."""

MOST_WAITING: Final = 64
"""Tokens of strangers from one address that wait to be looked up."""

CALLER: Final = "scrubjay.caller"
DIGEST: Final = "scrubjay.digest"
"""Keys of a request's scope: who calls, and the digest of the token by which each transaction is entered."""

_ACCEPT: Final = (b"accept", b"*/*")
"""What a client says that doesn't say what it takes (RFC 9110)."""

Turn = AbstractAsyncContextManager[Any]
"""What a call waits for before it runs."""

_log = logging.getLogger(__name__)


class TeamGate:
    """An ASGI application in front of the one that speaks MCP and the one of the API."""

    def __init__(
        self,
        mcp: "ASGIApp",
        api: "ASGIApp",
        behind: "ProcessBehind",
        allowed: AllowedHosts,
        server: str,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`server` is the id that each answer of the API names."""
        self._server = {"scrubjay-server": server}
        self._mcp = mcp
        self._api = api
        self._behind = behind
        self._allowed = allowed
        self._failures = RateLimit(FAILURES, clock)
        self._calls = RateLimit(CALLS, clock)
        self._known = Recent(KNOWN_S, clock)
        self._invalid = Recent(REFUSED_S, clock)
        self._strangers = anyio.CapacityLimiter(LOOKED_UP)
        self._asking = anyio.CapacityLimiter(2)
        self._turns: WeakValueDictionary[str, anyio.CapacityLimiter] = WeakValueDictionary()
        self._running: Counter[bytes] = Counter()

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
            refusal = refusals.LOCKED if isinstance(error, SecretsLocked) else refusals.UNAVAILABLE
        except Exception:
            _log.exception("a request failed")
            refusal = refusals.BROKEN
        if refusal is not None and not began:
            await refuse(send, refusal, closes=True, head=scope["method"] == "HEAD")

    async def _answer(self, scope: "Scope", receive: "Receive", send: "Send") -> HttpRefusal | None:
        path = scope["path"]
        if path in ("/healthz", "/readyz"):
            return await self._state(scope, send)
        if refusal := head_objection(scope, self._allowed):
            return refusal
        if path == MCP:
            return (
                await self._call(scope, receive, send, self._mcp) if scope["method"] == "POST" else refusals.ONLY_POST
            )
        if path.startswith(API):
            return await self._call(scope, receive, send, self._api)
        if path.startswith(HOOKS):
            return await self._hook(scope, receive, send)
        return refusals.NOT_FOUND

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
            return bool(await _in_thread(self._behind.is_ready, limiter=self._asking))
        return False

    async def _call(
        self, scope: "Scope", receive: "Receive", send: "Send", application: "ASGIApp"
    ) -> HttpRefusal | None:
        """Let a call through to an application, as somebody's."""
        digest = digest_of(admission.bearer(scope))
        caller = await self._caller(scope, digest)
        if isinstance(caller, HttpRefusal):
            return caller
        if scope["method"] == "POST" and admission.content_type(scope) != "application/json":
            return refusals.NOT_JSON
        member, waits = str(caller.member), scope["path"] == WAITS
        with self._slot(f"{waits} {member}".encode(), MOST_WAITS if waits else MOST_TAKEN) as free:
            if not free:
                return limited(1, "requests at once by this member")
            turn = nullcontext() if waits else self._turns.setdefault(member, anyio.CapacityLimiter(MOST_RUNNING))
            scope = {**scope, CALLER: caller, DIGEST: digest}
            return await _run(scope, receive, send, application, turn)

    async def _caller(self, scope: "Scope", digest: bytes) -> "TeamCaller | HttpRefusal":
        """Whose a request is. Failures are counted after the look-up: a valid token never waits for those of others."""
        address = (scope.get("client") or ("", 0))[0]
        if not digest:
            given = values(scope, b"authorization")
            return self._failed(address, refusals.INVALID if given else refusals.NO_TOKEN)
        if digest in self._invalid:
            return self._failed(address, refusals.INVALID)
        known = digest in self._known
        if known and (wait := self._calls.take(digest)):
            return limited(wait, "requests with this token")
        try:
            with anyio.fail_after(LOOK_UP_S):
                return await self._looked_up(address, digest, known=known)
        except TimeoutError:
            _log.warning("a request wasn't answered: the database didn't answer within %s s", LOOK_UP_S)
            return refusals.UNAVAILABLE
        except TokenRefused:
            self._known.drop(digest)
            self._invalid.add(digest)
            return self._failed(address, refusals.INVALID)

    async def _looked_up(self, address: str, digest: bytes, *, known: bool) -> "TeamCaller | HttpRefusal":
        """Whom a token stands for. Raises TokenRefused, TeamDatabaseUnavailable."""
        caller: TeamCaller
        if known:
            caller = await _in_thread(self._behind.caller, digest)
            return caller
        with self._slot(f"address {address}".encode(), MOST_WAITING) as free:
            if not free:
                return limited(1, "tokens at once from this address")
            caller = await _in_thread(self._behind.caller, digest, limiter=self._strangers)
        self._known.add(digest)
        self._calls.take(digest)
        return caller

    def _failed(self, address: str, refusal: HttpRefusal) -> HttpRefusal:
        """Why a request isn't let in; one of too many from an address is told to wait."""
        wait = self._failures.take(address)
        return limited(wait, "requests without a valid token") if wait else refusal

    async def _hook(self, scope: "Scope", receive: "Receive", send: "Send") -> HttpRefusal | None:
        """Take a forge's message about a repository."""
        if scope["method"] != "POST":
            return refusals.ONLY_POST
        with self._slot(b"", MOST_HOOKS) as free:
            body = await read_body(receive, LONGEST_HOOK) if free else limited(1, "messages of forges at once")
        if isinstance(body, HttpRefusal):
            return body
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        project = scope["path"].removeprefix(HOOKS)
        status = await _in_thread(self._behind.received, project, headers, body, limiter=self._strangers)
        address = f"hook {(scope.get('client') or ('', 0))[0]}"
        if status >= refusals.NO_JSON.status and (wait := self._failures.take(address)):
            return limited(wait, "messages that weren't a forge's")
        await answer(send, status, {"state": "taken" if status < refusals.NO_JSON.status else "refused"})
        return None

    @contextmanager
    def _slot(self, who: bytes, most: int) -> Iterator[bool]:
        """Whether one more of these may run at once; it counts until the block ends."""
        self._running[who] += 1
        try:
            yield self._running[who] <= most
        finally:
            self._running[who] -= 1
            if not self._running[who]:
                del self._running[who]


async def _run(
    scope: "Scope", receive: "Receive", send: "Send", application: "ASGIApp", turn: Turn
) -> HttpRefusal | None:
    """Read a call's body, and let it through to an application once it is its caller's turn."""
    body = await read_body(receive, MAX_BODY)
    if isinstance(body, HttpRefusal):
        return body
    if scope["method"] == "POST" and (refusal := body_objection(body)):
        return refusal
    headers = [(name, value.lower() if name == b"host" else value) for name, value in scope["headers"]]
    headers += [] if values(scope, b"accept") else [_ACCEPT]
    async with turn:
        await application({**scope, "headers": headers}, replayed(body, receive), with_headers(send, refusals.ALWAYS))
    return None


async def _in_thread(
    function: Callable[..., Any], *values: object, limiter: anyio.CapacityLimiter | None = None
) -> Any:
    return await anyio.to_thread.run_sync(function, *values, limiter=limiter, abandon_on_cancel=True)
