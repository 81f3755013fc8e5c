"""The provider behind the SDK's handlers: registrations, codes and refresh tokens, over the team's database."""

import hashlib
import secrets
from collections.abc import Callable
from typing import Any, Final, TypeVar
from uuid import UUID

import anyio
import anyio.to_thread
from mcp.server.auth.provider import (
    AuthorizationCode,
    RefreshToken,
    RegistrationError,
    TokenError,
)
from mcp.shared.auth import OAuthClientInformationFull, OAuthToken
from pydantic import AnyUrl

from scrubjay.model.visible import visible
from scrubjay_team.oauth.redirects import redirect_problem
from scrubjay_team.oauth.store import OAuthStore
from scrubjay_team.oauth.values import ACCESS, CHECKED_EVERY, LONGEST_NAME, MOST_REDIRECTS, OAuthClient
from scrubjay_team.people.rights import SCOPES, held

StillValid = Callable[[UUID], bool]
_Answer = TypeVar("_Answer")

NAMELESS: Final = "a program without a name"
ASKING: Final = 3
"""Questions of OAuth's endpoints that the database is asked at once: fewer than its connections."""

_ENDLESS: Final = float("inf")  # what is valid is decided in the database, by the server's clock


class TeamProvider:
    """What the SDK's handlers of tokens and registrations ask. `still_valid`: whether sign-in still knows a member."""

    def __init__(self, store: OAuthStore, still_valid: StillValid) -> None:
        self._store = store
        self._still_valid = still_valid
        self._limiter = anyio.CapacityLimiter(ASKING)

    async def run(self, function: Callable[..., _Answer], *values: object) -> _Answer:
        """A question to the database, in a thread."""
        return await anyio.to_thread.run_sync(function, *values, limiter=self._limiter)

    async def get_client(self, client_id: str) -> OAuthClientInformationFull | None:
        """A registered program. In place of its secret stands the SHA-256 of it, as in the forms that are handed on."""
        found = await self.run(self._store.client, client_id)
        if found is None:
            return None
        return OAuthClientInformationFull(
            client_id=str(found.id), client_secret=found.secret.hex() if found.secret else None,
            token_endpoint_auth_method="client_secret_post" if found.secret else "none", scope=" ".join(SCOPES),
        )  # fmt: skip

    async def register_client(self, client_info: OAuthClientInformationFull) -> None:
        """Keep a program that registers. Raises RegistrationError."""
        redirects = tuple(str(one) for one in client_info.redirect_uris or ())
        if not 1 <= len(redirects) <= MOST_REDIRECTS:
            raise RegistrationError("invalid_redirect_uri", f"name 1 to {MOST_REDIRECTS} redirect addresses")
        if problem := next(filter(None, map(redirect_problem, redirects)), ""):
            raise RegistrationError("invalid_redirect_uri", problem)
        secret = client_info.client_secret
        client = OAuthClient(
            id=UUID(client_info.client_id), name=label(client_info.client_name or "", NAMELESS), redirects=redirects,
            secret=secret_digest(secret) if secret else None, created_at=self._store.clock(),
        )  # fmt: skip
        if not await self.run(self._store.register, client):
            raise RegistrationError("invalid_client_metadata", "too many programs are registered; try again tomorrow")
        client_info.client_name = client.name
        asked = (client_info.scope or "").split()
        client_info.scope = " ".join(scope for scope in SCOPES if scope in asked) or " ".join(SCOPES)

    async def load_authorization_code(
        self, client: OAuthClientInformationFull, authorization_code: str
    ) -> AuthorizationCode | None:
        """What a code of a program stands for; a used one ends what it gave."""
        digest = hashlib.sha256(authorization_code.encode()).digest()
        row = await self.run(self._store.code, digest, UUID(client.client_id))
        if row is None:
            return None
        return AuthorizationCode(
            code=authorization_code, scopes=list(held(row["role"], row["scopes"])), expires_at=_ENDLESS,
            client_id=client.client_id, code_challenge=row["challenge"], redirect_uri=AnyUrl(row["redirect"]),
            redirect_uri_provided_explicitly=True, resource=row["resource"],
        )  # fmt: skip

    async def exchange_authorization_code(
        self, client: OAuthClientInformationFull, authorization_code: AuthorizationCode
    ) -> OAuthToken:
        """The tokens of a code, once. Raises TokenError."""
        digest = hashlib.sha256(authorization_code.code.encode()).digest()
        given = await self.run(self._store.redeemed, digest, UUID(client.client_id))
        if given is None:
            raise TokenError("invalid_grant", "the code isn't valid any more")
        access, refresh = given
        return OAuthToken(
            access_token=access, refresh_token=refresh, expires_in=int(ACCESS.total_seconds()),
            scope=" ".join(authorization_code.scopes),
        )  # fmt: skip

    async def load_refresh_token(self, client: OAuthClientInformationFull, refresh_token: str) -> RefreshToken | None:
        """What a refresh token of a program stands for; sign-in is asked whether it still knows the member."""
        number = UUID(client.client_id)
        row = await self.run(self._store.refresh, refresh_token, number)
        if row is None:
            return None
        if row["checked_at"] <= self._store.clock() - CHECKED_EVERY:
            if not await self.run(self._still_valid, row["member"]):
                await self.run(self._store.revoke, refresh_token, number)
                return None
            await self.run(self._store.note_checked, row["issued"])
        return RefreshToken(
            token=refresh_token, client_id=client.client_id, scopes=row["scopes"], resource=row["resource"]
        )

    async def exchange_refresh_token(
        self, client: OAuthClientInformationFull, refresh_token: RefreshToken, scopes: list[str]
    ) -> OAuthToken:
        """The tokens that follow a refresh token. Raises TokenError."""
        chosen, salt = tuple(scopes), secrets.token_bytes(32)
        given = await self.run(self._store.rotated, refresh_token.token, UUID(client.client_id), chosen, salt)
        if given is None:
            raise TokenError("invalid_grant", "the refresh token isn't valid any more")
        left = (given.until - self._store.clock()).total_seconds()
        return OAuthToken(
            access_token=given.access, refresh_token=given.refresh, expires_in=max(1, int(left)),
            scope=" ".join(held(given.role, given.scopes)),
        )  # fmt: skip


def secret_digest(secret: str) -> bytes:
    """What is kept of a program's secret."""
    return hashlib.sha256(secret.encode()).digest()


def label(text: Any, otherwise: str) -> str:
    """A name from outside on one line, safe to show, at most 60 characters."""
    return " ".join(visible(str(text)[:500]).split())[:LONGEST_NAME].strip() or otherwise
