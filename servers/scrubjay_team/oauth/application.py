"""The endpoints of OAuth that programs call: metadata, registration, tokens, revocation, and a machine that waits.

No cookie is read here, so any origin may call: browsers' clients of MCP do. Consent and the device's page are pages.
"""

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, cast
from uuid import UUID

from mcp.server.auth.handlers.register import RegistrationHandler
from mcp.server.auth.handlers.token import TokenHandler
from mcp.server.auth.middleware.client_auth import AuthenticationError, ClientAuthenticator
from mcp.server.auth.settings import ClientRegistrationOptions
from starlette.requests import Request

from scrubjay.errors import UsageError
from scrubjay_team.oauth import device
from scrubjay_team.oauth.device import wrong
from scrubjay_team.oauth.forms import FORM, handed_on, read_form
from scrubjay_team.oauth.metadata import (
    PROTECTED,
    RESOURCE,
    SERVER,
    authorization_server,
    protected_resource,
    resource_of,
)
from scrubjay_team.oauth.provider import StillValid, TeamProvider
from scrubjay_team.oauth.store import OAuthStore
from scrubjay_team.oauth.values import DEVICE_GRANT
from scrubjay_team.serving import refusals
from scrubjay_team.serving.admission import content_type, values
from scrubjay_team.serving.limits import Rate, RateLimit
from scrubjay_team.serving.refusals import HttpRefusal, limited, refuse
from scrubjay_team.serving.relaying import read_body, replayed, with_headers

if TYPE_CHECKING:
    from mcp.server.auth.provider import OAuthAuthorizationServerProvider
    from starlette.types import Message, Receive, Scope, Send

REGISTER: Final = "/oauth/register"
TOKEN: Final = "/oauth/token"  # noqa: S105
REVOKE: Final = "/oauth/revoke"
DEVICE: Final = "/oauth/device"

METADATA: Final[Mapping[str, Callable[[str], Mapping[str, object]]]] = {
    PROTECTED: protected_resource, f"{PROTECTED}{RESOURCE}": protected_resource, SERVER: authorization_server,
}  # fmt: skip
MACHINE: Final = frozenset((*METADATA, REGISTER, TOKEN, REVOKE, DEVICE))
"""The paths that this application answers."""

LONGEST: Final = 16_384
"""Bytes of a body."""

REGISTERED: Final = Rate(40, 20)
BEGUN: Final = Rate(20, 10)
WRONG: Final = Rate(30, 20)
"""Registrations, machines that begin to wait, and requests that were wrong, from one address."""

_OPEN: Final = {"access-control-allow-origin": "*"}
_PREFLIGHT: Final = {
    **_OPEN, "access-control-allow-methods": "GET, POST, OPTIONS", "access-control-max-age": "600",
    "access-control-allow-headers": "authorization, content-type, mcp-protocol-version",
}  # fmt: skip


class OAuthApplication:
    """An ASGI application for those paths, whose host the gate has checked.

    `url` is the address by which members reach the server; empty: the one that a request names, by plain HTTP.
    """

    def __init__(
        self, store: OAuthStore, still_valid: StillValid, url: str, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._provider = TeamProvider(store, still_valid)
        provider = cast("OAuthAuthorizationServerProvider[Any, Any, Any]", self._provider)  # what the rest asks is ours
        self._authenticator = ClientAuthenticator(provider)
        self._url = url
        self._store = store
        self._tokens = TokenHandler(provider, self._authenticator)
        self._register = RegistrationHandler(provider, ClientRegistrationOptions(enabled=True))
        self._registered, self._begun, self._wrong = (RateLimit(rate, clock) for rate in (REGISTERED, BEGUN, WRONG))

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer a request."""
        send = with_headers(send, {**refusals.ALWAYS, **_OPEN})
        refusal = await self._answered(scope, receive, send)
        if refusal is not None:
            await refuse(send, refusal, closes=True)

    async def _answered(self, scope: "Scope", receive: "Receive", send: "Send") -> HttpRefusal | None:
        path, method = scope["path"], scope["method"]
        if path not in MACHINE:
            return refusals.NOT_FOUND
        if method == "OPTIONS":
            await with_headers(send, _PREFLIGHT)({"type": "http.response.start", "status": 204, "headers": []})
            await send({"type": "http.response.body", "body": b""})
            return None
        if path in METADATA:
            if method not in ("GET", "HEAD"):
                return refusals.ONLY_GET
            await _say(send, 200, METADATA[path](self.base(scope)), head=method == "HEAD")
            return None
        if method != "POST":
            return refusals.ONLY_POST
        address = (scope.get("client") or ("", 0))[0]
        counted = {REGISTER: self._registered, DEVICE: self._begun}.get(path)
        if counted and (wait := counted.take(address)):
            return limited(wait, "programs or machines from this address")
        body = await read_body(receive, LONGEST)
        if isinstance(body, HttpRefusal):
            return body
        if path == REGISTER:
            return await self._registration(scope, body, receive, send)
        return await self._form(scope, body, send, address)

    def base(self, scope: "Scope") -> str:
        """The address of this server as whoever sent a request knows it."""
        return self._url or f"http://{values(scope, b'host')[0]}"

    async def _registration(self, scope: "Scope", body: bytes, receive: "Receive", send: "Send") -> HttpRefusal | None:
        if content_type(scope) != "application/json":
            return refusals.NOT_JSON
        answer = await self._register.handle(Request(scope, replayed(body, receive)))
        await answer(scope, receive, send)
        return None

    async def _form(self, scope: "Scope", body: bytes, send: "Send", address: str) -> HttpRefusal | None:
        """Answer a form. One that is wrong counts for its address, so that a right one never waits for others."""
        status = 400

        async def watched(message: "Message") -> None:
            nonlocal status
            status = message.get("status", status)
            held.append(message)

        held: list[Message] = []
        counts = await self._say_form(scope, body, watched, address)
        if counts and status >= 400 and (wait := self._wrong.take(address)):
            return limited(wait, "wrong requests from this address")
        for message in held:
            await send(message)
        return None

    async def _say_form(self, scope: "Scope", body: bytes, send: "Send", address: str) -> bool:
        """Answer a form; whether it counts where it is wrong: a machine that waits in time doesn't."""
        base = self.base(scope)
        try:
            form = read_form(scope, body)
        except UsageError as error:
            await _say(send, *wrong("invalid_request", str(error)))
            return True
        if scope["path"] == DEVICE:
            await _say(send, *await self._provider.run(device.begin, self._store, form, base, address))
            return True
        if scope["path"] == TOKEN and form.get("grant_type") == DEVICE_GRANT:
            status, said = await self._provider.run(device.poll, self._store, form)
            await _say(send, status, said)
            return said.get("error") not in ("authorization_pending", "slow_down")
        if form.get("resource", resource_of(base)) != resource_of(base):
            await _say(send, *wrong("invalid_target", f"tokens of this server are for {resource_of(base)}"))
            return True
        asked = {**scope, "headers": [(b"content-type", FORM.encode())]}
        request = Request(asked, replayed(handed_on(form), _nothing))
        if scope["path"] == TOKEN:
            await (await self._tokens.handle(request))(asked, _nothing, send)
        else:
            await _say(send, *await self._revoked(request, form))
        return True

    async def _revoked(self, request: Request, form: Mapping[str, str]) -> device.Said:
        """End what gave a program a token (RFC 7009). The SDK's handler refuses programs without a secret."""
        try:
            client = await self._authenticator.authenticate_request(request)
        except AuthenticationError as error:
            return wrong("invalid_client", error.message, 401)
        await self._provider.run(self._store.revoke, form.get("token", ""), UUID(client.client_id))
        return 200, {}


async def _nothing() -> "Message":
    return {"type": "http.disconnect"}


async def _say(send: "Send", status: int, said: Mapping[str, object], *, head: bool = False) -> None:
    await refusals.answer(send, status, said, head=head)
