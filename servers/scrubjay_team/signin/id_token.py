"""The check of an ID token: who signed it, for whom, for which sign-in, and until when. Pure, but for the keys."""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from authlib.oidc.core import CodeIDToken
from joserfc import jwk, jws
from joserfc.errors import JoseError
from joserfc.util import urlsafe_b64decode

from scrubjay.extensions.kinds.identity import LONGEST_SUBJECT, IdentityRefused
from scrubjay.model.frozen import dataclass, field
from scrubjay_team.signin.discovery import SIGNED

LEEWAY_S: Final = 60
"""Seconds by which the provider's clock may differ."""

OLDEST_S: Final = 600
"""Seconds since which an ID token may have been made: it was asked for a moment ago."""

LONGEST: Final = 16_000
"""Characters of an ID token."""

SMALLEST_RSA: Final = 2048

KeysFor = Callable[[str], Sequence[Mapping[str, Any]]]
"""The public keys for a key's name (`kid`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedToken:
    """What an ID token must say: its issuer, for which client, of which sign-in; `access` came with it."""

    issuer: str
    client: str
    nonce: str = field(repr=False)
    access: str = field(default="", repr=False)


def checked_claims(token: str, keys_for: KeysFor, expected: ExpectedToken, now: datetime) -> Mapping[str, Any]:
    """The claims of an ID token. Raises IdentityRefused, which names the check and no value."""
    header = _header(token)
    algorithm, kid = header.get("alg"), header.get("kid", "")
    if algorithm not in SIGNED or not isinstance(kid, str) or "crit" in header:
        raise refused("is signed in a way that isn't taken")
    claims = _verified(token, algorithm, keys_for(kid))
    wanted = {"iss": expected.issuer, "aud": expected.client}
    made = CodeIDToken(
        claims,
        {"alg": algorithm},
        options={name: {"essential": True, "value": value} for name, value in wanted.items()},
        params={"nonce": expected.nonce, "client_id": expected.client, "access_token": expected.access},
    )
    at = int(now.timestamp())
    try:
        made.validate(now=at, leeway=LEEWAY_S)
    except (JoseError, TypeError, ValueError) as error:
        raise refused(
            f"isn't valid: {getattr(error, 'claim', None) or getattr(error, 'error', 'its claims')}"
        ) from None
    issued = claims.get("iat")
    if isinstance(issued, bool) or not isinstance(issued, (int, float)) or abs(at - issued) > OLDEST_S:
        raise refused("isn't valid: iat")
    subject = claims.get("sub")
    if not isinstance(subject, str) or not 1 <= len(subject) <= LONGEST_SUBJECT or not subject.isprintable():
        raise refused("isn't valid: sub")
    return claims


def refused(why: str) -> IdentityRefused:
    """The error of an ID token, which repeats nothing of it."""
    return IdentityRefused(f"The identity provider's answer {why}, so nobody was signed in. Sign in again: /sign-in.")


def _header(token: str) -> Mapping[str, Any]:
    """The header of a token, before anything of it is believed."""
    if len(token) > LONGEST or token.count(".") != 2 or not token.isascii():
        raise refused("holds no ID token")
    try:
        header = json.loads(urlsafe_b64decode(token.partition(".")[0].encode()))
    except (ValueError, RecursionError):
        raise refused("holds no ID token") from None
    if not isinstance(header, dict):
        raise refused("holds no ID token")
    return header


def _verified(token: str, algorithm: str, keys: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The claims that one of the keys signed. A key is used by its own type alone: a public key is no shared secret."""
    registry = jws.JWSRegistry(algorithms=[algorithm], strict_check_header=False)
    family = "RSA" if algorithm.startswith("RS") else "EC"
    for raw in keys:
        if raw.get("kty") != family or raw.get("alg", algorithm) != algorithm:
            continue
        try:
            key = (jwk.RSAKey if family == "RSA" else jwk.ECKey).import_key(dict(raw))
            if family == "RSA" and key.public_key.key_size < SMALLEST_RSA:
                continue
            payload = jws.deserialize_compact(token, key, algorithms=[algorithm], registry=registry).payload
            claims = json.loads(payload)
        except (JoseError, ValueError, TypeError, RecursionError):
            continue
        if isinstance(claims, dict):
            return claims
    raise refused("isn't signed by it")
