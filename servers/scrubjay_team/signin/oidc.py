"""Our identity provider: OpenID Connect by its discovery document, with the code flow, PKCE and a nonce."""

import base64
import hashlib
import hmac
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote, urlencode

from scrubjay.extensions.kinds.identity import IdentityRefused, ProvenIdentity, ProviderAway, SignInTry
from scrubjay.model.clock import Clock
from scrubjay.model.frozen import dataclass, field
from scrubjay.model.pattern import pattern
from scrubjay_team.signin.discovery import Discovery, ProviderDocument
from scrubjay_team.signin.fetching import ProviderHttp, ProviderReply
from scrubjay_team.signin.id_token import LONGEST, ExpectedToken, checked_claims

LATER: Final = "offline_access"
"""The scope by which the provider may be asked later; asked for where its document has it, or has no list."""

LONGEST_TOKEN: Final = 8_000
"""Characters of an access or refresh token, and of a code."""

LONGEST_EMAIL: Final = 254
LONGEST_HANDLE: Final = 100

_CODE: Final = pattern(r"[a-z_]{1,60}")
"""An error's name by RFC 6749, which is shown; anything else isn't."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OidcClient:
    """This server at a provider: its issuer, as whom, with which secret (empty: none), and what is asked for."""

    name: str
    issuer: str
    client: str
    secret: str = field(repr=False)
    scopes: tuple[str, ...]


class OidcProvider:
    """Signs people in by OpenID Connect. Thread-safe; `clock` gives UTC."""

    def __init__(self, client: OidcClient, clock: Clock, http: ProviderHttp, discovery: Discovery) -> None:
        self._client = client
        self._clock = clock
        self._http = http
        self._discovery = discovery

    @classmethod
    def of(cls, client: OidcClient, clock: Clock) -> "OidcProvider":
        """A provider that is asked over the network, once somebody signs in."""
        http = ProviderHttp()
        return cls(client, clock, http, Discovery(client.issuer, http))

    @property
    def name(self) -> str:
        """What people call it."""
        return self._client.name

    @property
    def issuer(self) -> str:
        """Its issuer."""
        return self._client.issuer

    def address(self, attempt: SignInTry) -> str:
        """The provider's page for a sign-in."""
        document = self._discovery.document()
        scopes = [one for one in self._client.scopes if one != LATER or not document.scopes or LATER in document.scopes]
        challenge = hashlib.sha256(attempt.verifier.encode()).digest()
        asked = {
            "response_type": "code", "client_id": self._client.client, "redirect_uri": attempt.redirect,
            "scope": " ".join(dict.fromkeys(("openid", *scopes))), "state": attempt.state, "nonce": attempt.nonce,
            "code_challenge": base64.urlsafe_b64encode(challenge).rstrip(b"=").decode(),
            "code_challenge_method": "S256",
        }  # fmt: skip
        return f"{document.authorize}{'&' if '?' in document.authorize else '?'}{urlencode(asked, quote_via=quote)}"

    def identity(self, attempt: SignInTry, answer: Mapping[str, str]) -> ProvenIdentity:
        """Who came back, by the code that only this server can redeem."""
        document = self._discovery.document()
        self._check_answer(document, attempt, answer)
        form = {
            "grant_type": "authorization_code", "code": answer["code"], "redirect_uri": attempt.redirect,
            "code_verifier": attempt.verifier,
        }  # fmt: skip
        tokens = self._tokens(document, form)
        access = _text(tokens.get("access_token"), LONGEST_TOKEN)
        expected = ExpectedToken(
            issuer=self._client.issuer, client=self._client.client, nonce=attempt.nonce, access=access
        )
        token = _text(tokens.get("id_token"), LONGEST)
        claims = checked_claims(token, self._discovery.keys_for, expected, self._clock())
        said = claims if "email" in claims else self._userinfo(document, access, claims)
        verified = said.get("email_verified") is True
        handles = (one.get(name) for name in ("preferred_username", "nickname") for one in (claims, said))
        return ProvenIdentity(
            issuer=self._client.issuer,
            subject=claims["sub"],
            email=_word(said.get("email"), LONGEST_EMAIL) if verified else "",
            handle=next(filter(None, (_word(one, LONGEST_HANDLE) for one in handles)), ""),
            refresh=_text(tokens.get("refresh_token"), LONGEST_TOKEN),
        )

    def confirm(self, subject: str, refresh: str) -> str:
        """Ask with a refresh token, and for the person's own page where there is one."""
        document = self._discovery.document()
        tokens = self._tokens(document, {"grant_type": "refresh_token", "refresh_token": refresh})
        access = _text(tokens.get("access_token"), LONGEST_TOKEN)
        if document.userinfo and access:
            reply = self._http.get(document.userinfo, {"Authorization": f"Bearer {access}"})
            if reply.status in (401, 403):
                raise IdentityRefused(f"{self.name} says that this account isn't there any more.")
            if reply.status != 200:
                raise ProviderAway(f"{self.name} doesn't say whether somebody is there (HTTP {reply.status}).")
            if reply.data.get("sub") != subject:
                raise IdentityRefused(f"{self.name} speaks of somebody else than was asked about.")
        return _text(tokens.get("refresh_token"), LONGEST_TOKEN) or refresh

    def _check_answer(self, document: ProviderDocument, attempt: SignInTry, answer: Mapping[str, str]) -> None:
        """Raise IdentityRefused unless an answer is this provider's, to this attempt, and holds a code."""
        issuer = answer.get("iss", "")
        if issuer != self._client.issuer and (issuer or document.names_itself):
            raise IdentityRefused(
                "The answer comes from another identity provider than was asked. Sign in again: /sign-in."
            )
        if not hmac.compare_digest(answer.get("state", "").encode(), attempt.state.encode()):
            raise IdentityRefused("The answer isn't to this sign-in. Sign in again: /sign-in.")
        error = answer.get("error", "")
        if error or not 1 <= len(answer.get("code", "")) <= LONGEST_TOKEN:
            named = f": {error}" if _CODE.fullmatch(error) else ""
            raise IdentityRefused(f"{self.name} didn't sign you in{named}. Sign in again: /sign-in.")

    def _tokens(self, document: ProviderDocument, form: Mapping[str, str]) -> Mapping[str, Any]:
        """What the token endpoint gives. Raises IdentityRefused, ProviderAway."""
        client, secret = self._client.client, self._client.secret
        headers: dict[str, str] = {}
        if secret and document.basic:
            both = f"{quote(client, safe='')}:{quote(secret, safe='')}"
            headers["Authorization"] = f"Basic {base64.b64encode(both.encode()).decode()}"
        else:
            form = {**form, "client_id": client, **({"client_secret": secret} if secret else {})}
        reply = self._http.post(document.token, form, headers)
        if reply.status == 200:
            return reply.data
        error = reply.data.get("error")
        if error == "invalid_grant":
            raise IdentityRefused(f"{self.name} didn't accept this sign-in: it was used before, or is too old.")
        named = f": {error}" if isinstance(error, str) and _CODE.fullmatch(error) else f" (HTTP {reply.status})"
        raise ProviderAway(
            f"{self.name} doesn't accept this server{named}. Its owner looks at `team.oidc` in config.yaml."
        )

    def _userinfo(self, document: ProviderDocument, access: str, claims: Mapping[str, Any]) -> Mapping[str, Any]:
        """What the provider says beside the ID token, where that names no address; nothing where it doesn't say it."""
        if not document.userinfo or not access:
            return {}
        try:
            reply: ProviderReply = self._http.get(document.userinfo, {"Authorization": f"Bearer {access}"})
        except ProviderAway:
            return {}
        return reply.data if reply.status == 200 and reply.data.get("sub") == claims["sub"] else {}


def _text(value: object, longest: int) -> str:
    """A text of a bounded length; empty for anything else."""
    return value if isinstance(value, str) and len(value) <= longest else ""


def _word(value: object, longest: int) -> str:
    """A printable text in small letters, without spaces around; empty for anything else."""
    text = _text(value, longest).strip().lower()
    return text if text.isprintable() else ""
