"""Connections over TLS: whom they trust, and that one serves for several calls."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from scrubjay_joined.client import TeamClient
from scrubjay_joined.errors import TeamAway
from tests.servers.team.mirrors.https import certificate
from tests.shared.scrubjay_joined.conftest import TOKEN, FarServer, said


@pytest.fixture
def pem(tmp_path: Path) -> Path:
    """A certificate that only who is told trusts."""
    return certificate(tmp_path, "127.0.0.1")


@pytest.fixture
def secured(pem: Path) -> Iterator[FarServer]:
    server = FarServer(pem)
    server.answer = lambda _: said({"a": 1})
    yield server
    server.close()


def test_a_certificate_that_nobody_vouches_for_gets_no_token(secured: FarServer) -> None:
    with pytest.raises(TeamAway, match="certificate verify failed") as away:
        TeamClient(secured.url, TOKEN).get("/me")
    assert away.value.sent is False
    assert secured.asked == []


def test_a_private_authority_is_named_to_openssl_and_a_connection_is_used_again(
    secured: FarServer, pem: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(pem))
    client = TeamClient(secured.url, TOKEN)
    for _ in range(3):
        assert client.get("/me") == {"a": 1}
    client.close()
    assert len({one.connection for one in secured.asked}) == 1


def test_a_certificate_of_another_host_is_none(secured: FarServer, pem: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(pem))
    elsewhere = secured.url.replace("127.0.0.1", "localhost")
    with pytest.raises(TeamAway, match="certificate verify failed"):
        TeamClient(elsewhere, TOKEN).get("/me")
