"""What an identity provider says of itself: its document and its keys, fetched once and anew when they may be old."""

import threading
import time
from collections.abc import Callable
from typing import Any, Final

from scrubjay.extensions.kinds.identity import IdentityRefused, ProviderAway
from scrubjay.model.frozen import dataclass
from scrubjay_team.signin.fetching import ProviderHttp, ProviderReply, checked_endpoint

KEPT_S: Final = 3600.0
"""Seconds for which the document and the keys count."""

ANEW_S: Final = 60.0
"""Seconds between two looks for a key that isn't known: whoever sends forged tokens can't load the provider."""

MOST_KEYS: Final = 50

SIGNED: Final = ("RS256", "RS384", "RS512", "ES256", "ES384", "ES512")
"""Signatures that are taken: with the provider's private key, never with a secret that others have, and never none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderDocument:
    """What is used of a provider's document. `names_itself`: each answer must name the issuer (RFC 9207)."""

    issuer: str
    authorize: str
    token: str
    keys: str
    userinfo: str
    scopes: frozenset[str]
    basic: bool
    names_itself: bool


class Discovery:
    """The document and the keys of an issuer. Thread-safe; `clock` is in seconds."""

    def __init__(self, issuer: str, http: ProviderHttp, clock: Callable[[], float] = time.monotonic) -> None:
        self._issuer = issuer
        self._http = http
        self._clock = clock
        self._lock = threading.Lock()
        self._document: tuple[float, ProviderDocument] | None = None
        self._keys: tuple[float, list[dict[str, Any]]] | None = None

    def document(self) -> ProviderDocument:
        """What the provider says of itself. Raises ProviderAway."""
        with self._lock:
            return self._read_document()

    def keys_for(self, kid: str) -> list[dict[str, Any]]:
        """The public keys that may have made a signature; `kid` empty: all. Raises ProviderAway, IdentityRefused."""
        with self._lock:
            now = self._clock()
            age = now - self._keys[0] if self._keys else float("inf")
            found = self._fitting(kid)
            if age > KEPT_S or (not found and age > ANEW_S):
                keys = self._fetched(self._read_document().keys, "set of keys").data.get("keys")
                given = keys if isinstance(keys, list) else []
                self._keys = now, [one for one in given[:MOST_KEYS] if isinstance(one, dict) and _is_public(one)]
                found = self._fitting(kid)
        if not found:
            raise IdentityRefused(
                "The identity provider's answer is signed with a key that it doesn't have. Sign in again."
            )
        return found

    def _fitting(self, kid: str) -> list[dict[str, Any]]:
        keys = self._keys[1] if self._keys else []
        return [one for one in keys if not kid or one.get("kid") == kid]

    def _read_document(self) -> ProviderDocument:
        now = self._clock()
        if self._document is None or now - self._document[0] > KEPT_S:
            url = f"{self._issuer.rstrip('/')}/.well-known/openid-configuration"
            self._document = now, self._checked(self._fetched(url, "document"))
        return self._document[1]

    def _fetched(self, url: str, what: str) -> ProviderReply:
        reply = self._http.get(url)
        if reply.status != 200 or not reply.data:
            raise ProviderAway(
                f"{self._issuer} has no {what} at {url} (HTTP {reply.status}). Is team.oidc.issuer right?"
            )
        return reply

    def _checked(self, reply: ProviderReply) -> ProviderDocument:
        """The document, if it is this issuer's. Raises ProviderAway."""
        data = reply.data
        if data.get("issuer") != self._issuer:
            raise ProviderAway(
                f"The document at {self._issuer} is another issuer's, so nobody is signed in by it. "
                "Write team.oidc.issuer exactly as the provider does."
            )
        plain = self._issuer.startswith("http://")
        methods = _texts(data.get("token_endpoint_auth_methods_supported"))
        return ProviderDocument(
            issuer=self._issuer,
            authorize=checked_endpoint(data.get("authorization_endpoint"), "authorization_endpoint", plain=plain),
            token=checked_endpoint(data.get("token_endpoint"), "token_endpoint", plain=plain),
            keys=checked_endpoint(data.get("jwks_uri"), "jwks_uri", plain=plain),
            userinfo=checked_endpoint(data["userinfo_endpoint"], "userinfo_endpoint", plain=plain)
            if data.get("userinfo_endpoint") else "",
            scopes=_texts(data.get("scopes_supported")),
            basic=not methods or "client_secret_basic" in methods,
            names_itself=data.get("authorization_response_iss_parameter_supported") is True,
        )  # fmt: skip


def _is_public(key: dict[str, Any]) -> bool:
    """Whether a key is one that only checks signatures: RSA or of an elliptic curve, and not for anything else."""
    return key.get("kty") in ("RSA", "EC") and "d" not in key and key.get("use", "sig") == "sig"


def _texts(value: object) -> frozenset[str]:
    return frozenset(one for one in value if isinstance(one, str)) if isinstance(value, list) else frozenset()
