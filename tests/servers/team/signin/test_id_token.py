"""An ID token is believed where the provider's own key signed it, for this server, this moment and this sign-in."""

import hashlib
import hmac
import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.hashes import SHA256
from joserfc import jwk, jwt

from scrubjay.extensions.kinds.identity import IdentityRefused
from tests.servers.team.conftest import SetClock
from tests.servers.team.signin.conftest import ours, through
from tests.servers.team.signin.provider import CLIENT, RealProvider, keys, public_pem, signed, unpadded


def by_public_key(claims: dict[str, Any]) -> str:
    """HS256 with the provider's public key as the secret that two share."""
    head = unpadded(json.dumps({"alg": "HS256", "kid": "one", "typ": "JWT"}).encode())
    body = f"{head}.{unpadded(json.dumps(claims).encode())}"
    return f"{body}.{unpadded(hmac.digest(public_pem(), body.encode(), hashlib.sha256))}"


def by_client_secret(claims: dict[str, Any]) -> str:
    return jwt.encode({"alg": "HS256"}, claims, jwk.OctKey.generate_key(256))


def unsigned(algorithm: str) -> Callable[[dict[str, Any]], str]:
    def make(claims: dict[str, Any]) -> str:
        head = {"alg": algorithm, "typ": "JWT"}
        return f"{unpadded(json.dumps(head).encode())}.{unpadded(json.dumps(claims).encode())}."

    return make


def with_own_key(claims: dict[str, Any]) -> str:
    """Signed by a key that stands in the token's own header."""
    own = keys()["other"]
    return signed(claims, "other", jwk=own.as_dict(private=False), jku="https://evil.example/jwks")


def critical(claims: dict[str, Any]) -> str:
    """With a header that says what must be understood, and isn't."""
    head = unpadded(json.dumps({"alg": "RS256", "kid": "one", "crit": ["x"], "x": 1}).encode())
    body = f"{head}.{unpadded(json.dumps(claims).encode())}"
    return f"{body}.{unpadded(keys()['RS256'].private_key.sign(body.encode(), PKCS1v15(), SHA256()))}"


def swapped_body(claims: dict[str, Any]) -> str:
    head, _, signature = signed(claims).split(".")
    return f"{head}.{unpadded(json.dumps(claims | {'sub': 'sub-boss'}).encode())}.{signature}"


FORGED: dict[str, Callable[[dict[str, Any]], str]] = {
    "none": unsigned("none"), "None": unsigned("None"), "NONE": unsigned("nOnE"), "empty": unsigned(""),
    "public key as secret": by_public_key, "shared secret": by_client_secret, "another key": with_own_key,
    "changed words": swapped_body, "another algorithm's name": lambda claims: signed(claims, algorithm="RS384"),
    "a critical header": critical, "unknown kid": lambda claims: signed(claims, kid="three"),
    "kid of another type": lambda claims: signed(claims, kid="two"),
    "no token": lambda _: "", "three dots": lambda _: "a.b.c", "no JSON": lambda _: f"{unpadded(b'[]')}.e30.x",
    "five parts": lambda claims: f"{signed(claims)}.a.b", "huge": lambda claims: signed(claims | {"x": "y" * 20_000}),
}  # fmt: skip


@pytest.mark.parametrize("forged", FORGED)
def test_a_token_that_the_provider_s_key_didn_t_sign_proves_nothing(
    there: RealProvider, clock: SetClock, forged: str
) -> None:
    there.sign = FORGED[forged]
    with pytest.raises(IdentityRefused) as raised:
        through(ours(there, clock), there)
    assert "sub-anna" not in str(raised.value)


@pytest.mark.parametrize("key", ["RS256", "ES256"])
def test_a_token_by_either_kind_of_key_is_believed(there: RealProvider, clock: SetClock, key: str) -> None:
    there.sign = lambda claims: signed(claims, key)
    assert through(ours(there, clock), there).subject == "sub-anna"


LIES: dict[str, dict[str, Any]] = {
    "issuer": {"iss": "https://evil.example"}, "issuer with a slash": {"iss": "http://127.0.0.1/"},
    "no issuer": {"iss": None},
    "audience": {"aud": "another"}, "no audience": {"aud": None}, "audiences without us": {"aud": ["a", "b"]},
    "audiences without azp": {"aud": [CLIENT, "b"]}, "azp": {"aud": CLIENT, "azp": "another"},
    "azp of many": {"aud": [CLIENT, "b"], "azp": "b"}, "nonce": {"nonce": "x"}, "no nonce": {"nonce": None},
    "expired": {"exp": 1}, "no end": {"exp": None}, "end as text": {"exp": "never"},
    "old": {"iat": 1}, "no iat": {"iat": None},
    "from the future": {"iat": 4_000_000_000}, "not yet": {"nbf": 4_000_000_000}, "at_hash": {"at_hash": "x"},
    "no subject": {"sub": None}, "empty subject": {"sub": ""}, "subject of another type": {"sub": 7},
    "long subject": {"sub": "x" * 256}, "subject of two lines": {"sub": "a\nb"},
}  # fmt: skip


@pytest.mark.parametrize("lie", LIES)
def test_a_token_for_another_server_moment_or_sign_in_proves_nothing(
    there: RealProvider, clock: SetClock, lie: str
) -> None:
    there.claims = LIES[lie]
    with pytest.raises(IdentityRefused):
        through(ours(there, clock), there)


def test_several_audiences_with_us_as_the_party_are_taken(there: RealProvider, clock: SetClock) -> None:
    there.claims = {"aud": [CLIENT, "b"], "azp": CLIENT}
    assert through(ours(there, clock), there).subject == "sub-anna"


def test_a_token_that_ends_while_it_is_on_its_way_is_none(there: RealProvider, clock: SetClock) -> None:
    provider = ours(there, clock)
    made = clock.now

    def late() -> Any:
        return made - timedelta(minutes=7)

    there.clock = late
    with pytest.raises(IdentityRefused, match="exp"):
        through(provider, there)
