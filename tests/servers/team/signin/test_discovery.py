"""A provider's documents and keys: read within bounds, from where they belong, and anew once a minute at most."""

import base64
import json
from typing import Any

import pytest

from scrubjay.extensions.kinds.identity import IdentityRefused, ProviderAway
from tests.servers.team.conftest import SetClock
from tests.servers.team.signin.conftest import attempt, ours, through
from tests.servers.team.signin.provider import (
    RealProvider,
    dripping,
    failing,
    huge,
    keys,
    public_pem,
    redirecting,
    signed,
)

MISBEHAVING = {"redirecting": redirecting, "huge": huge, "dripping": dripping, "failing": failing}


@pytest.mark.parametrize("path", ["/.well-known/openid-configuration", "/jwks", "/token"])
@pytest.mark.parametrize("how", MISBEHAVING)
def test_what_is_too_long_too_slow_or_elsewhere_isn_t_read(
    there: RealProvider, clock: SetClock, path: str, how: str
) -> None:
    there.reply[path] = MISBEHAVING[how]
    with pytest.raises(ProviderAway):
        through(ours(there, clock, timeout_s=0.3), there)


DOCUMENTS: dict[str, dict[str, Any]] = {
    "another issuer": {"issuer": "https://evil.example"}, "no issuer": {"issuer": None},
    "token over http": {"token_endpoint": "http://evil.example/token"},
    "keys over http": {"jwks_uri": "http://evil.example/"},
    "keys in a file": {"jwks_uri": "file:///etc/passwd"}, "no token": {"token_endpoint": None},
    "no keys": {"jwks_uri": ""}, "a list": {"authorization_endpoint": ["https://a.example"]},
    "a name in it": {"token_endpoint": "https://a:b@evil.example/"},
    "a script": {"authorization_endpoint": "javascript:x"},
    "two lines": {"authorization_endpoint": "https://a.example/\nx"},
    "no port": {"token_endpoint": "https://a.example:x/"},
}  # fmt: skip


@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_document_that_leads_elsewhere_is_refused(there: RealProvider, clock: SetClock, document: str) -> None:
    there.document = DOCUMENTS[document]
    with pytest.raises(ProviderAway):
        ours(there, clock).address(attempt())


def test_a_new_key_is_found_and_forged_names_of_keys_don_t_load_the_provider(
    there: RealProvider, clock: SetClock
) -> None:
    ticks = [0.0]
    there.published = ("RS256",)
    provider = ours(there, clock, ticks=ticks)
    assert through(provider, there).subject == "sub-anna"
    there.sign = lambda claims: signed(claims, "ES256")
    for _ in range(5):
        with pytest.raises(IdentityRefused, match="with a key that"):
            through(provider, there)
    assert there.asked.count("/jwks") == 1
    there.published, ticks[0] = ("RS256", "ES256"), 61.0
    assert through(provider, there).subject == "sub-anna"
    assert there.asked.count("/jwks") == 2
    assert there.asked.count("/.well-known/openid-configuration") == 1


def test_a_private_or_symmetric_key_among_the_keys_is_left_out(there: RealProvider, clock: SetClock) -> None:
    private = keys()["RS256"].as_dict(private=True)
    secret = {"kty": "oct", "k": base64.urlsafe_b64encode(public_pem()).decode(), "kid": "one"}
    body = json.dumps({"keys": [private, secret, "x", None, {"kty": "RSA"}]}).encode()

    def given(handler: Any) -> None:
        handler.send_response(200)
        handler.end_headers()
        handler.wfile.write(body)

    there.reply["/jwks"] = given
    with pytest.raises(IdentityRefused):
        through(ours(there, clock), there)
