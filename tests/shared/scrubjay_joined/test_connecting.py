"""Connections over TLS: whom they trust, and that one serves for several calls."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from scrubjay_joined.client import TeamClient
from scrubjay_joined.errors import TeamAway
from tests.servers.team.mirrors.https import certificate
from tests.shared.scrubjay_joined.conftest import TOKEN, Asked, FarServer, Told, said


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


def test_whoever_waits_for_a_server_that_answers_nobody_waits_no_longer(far: FarServer, client: TeamClient) -> None:
    never = threading.Event()
    far.answer = lambda _: said({"late": never.wait(30)})
    with pytest.raises(TeamAway) as away:
        client.post("/memories", {"content": "x"})
    never.set()
    assert away.value.sent
    assert [one.path for one in far.asked] == ["/api/v1/memories", "/healthz"]
    assert "authorization" not in far.asked[1].headers


def test_a_server_that_lives_is_waited_for(far: FarServer, client: TeamClient) -> None:
    looked = threading.Event()

    def answer(one: Asked) -> Told:
        if one.path == "/healthz":
            looked.set()
            return said({"state": "ok"})
        return said({"late": looked.wait(30)})

    far.answer = answer
    assert client.post("/memories", {"content": "x"}) == {"late": True}


def test_why_a_server_can_t_do_it_is_told_in_its_own_words(far: FarServer, client: TeamClient) -> None:
    far.answer = lambda _: said({"error": "unavailable", "message": f"No space left. {TOKEN}"}, 503)
    with pytest.raises(TeamAway, match=r"HTTP 503: No space left\. \[token\]"):
        client.post("/memories", {"content": "x"})
