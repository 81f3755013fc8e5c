"""The client: what it sends, what each answer becomes, and what never leaves it."""

import json
import socket
import threading
from datetime import UTC, datetime
from typing import Any

import pytest

from scrubjay.errors import UsageError
from scrubjay_joined import connecting
from scrubjay_joined.client import TeamClient
from scrubjay_joined.errors import NotATeamServer, TeamAway, TeamMoved, TeamRefusedCall
from tests.patience import PATIENCE_S
from tests.shared.scrubjay_joined.conftest import TOKEN, FarServer, said

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def test_a_call_carries_the_token_in_its_header_alone(far: FarServer, client: TeamClient) -> None:
    far.answer = lambda _: said({"hits": [1]})
    assert client.get("/changes", after=3, wait="a b&c") == {"hits": [1]}
    assert client.post("/search", {"query": "wie lange?"}) == {"hits": [1]}
    got, posted = far.asked
    assert (got.method, got.path, got.body) == ("GET", "/api/v1/changes?after=3&wait=a+b%26c", None)
    assert (posted.method, posted.path, posted.body) == ("POST", "/api/v1/search", {"query": "wie lange?"})
    assert got.headers["authorization"] == f"Bearer {TOKEN}"
    assert TOKEN not in got.path + repr(client)


def test_one_connection_serves_calls_in_turn_and_a_closed_one_is_replaced(far: FarServer, client: TeamClient) -> None:
    for _ in range(3):
        client.get("/me")
    far.answer = lambda _: said({}, Connection="close")
    client.within(5).get("/me")
    client.get("/me")
    assert len({one.connection for one in far.asked[:4]}) == 1
    assert far.asked[4].connection != far.asked[3].connection


def test_several_threads_ask_at_once(far: FarServer, client: TeamClient) -> None:
    meeting = threading.Barrier(4)

    def meet(asked: Any) -> Any:
        meeting.wait(PATIENCE_S)
        return said({"path": asked.path})

    far.answer = meet
    answers: list[Any] = []
    threads = [threading.Thread(target=lambda: answers.append(client.get("/me"))) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join(PATIENCE_S)
    assert answers == [{"path": "/api/v1/me"}] * 4


@pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 413, 422, 429])
def test_a_refusal_keeps_the_servers_words_without_the_token(far: FarServer, client: TeamClient, status: int) -> None:
    body = {"error": "changed", "message": f"no \x1b[31m {TOKEN}\n{'x' * 999}", "theirs": "b"}
    far.answer = lambda _: said(body, status)
    with pytest.raises(TeamRefusedCall) as refused:
        client.post("/memories/0123456789ab", {})
    error = refused.value
    assert (error.status, error.code, error.said) == (status, "changed", body)
    assert error.message.startswith(r"no \x1b[31m [token] xxx")
    assert len(error.message) <= 300
    assert TOKEN not in str(error)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_never_followed(far: FarServer, client: TeamClient, status: int) -> None:
    far.answer = lambda _: said({}, status, Location=f"{far.url}/elsewhere")
    with pytest.raises(NotATeamServer, match="leads elsewhere"):
        client.get("/me")
    assert len(far.asked) == 1


@pytest.mark.parametrize("body", [b"", b"<html>", b"[1]", b'"text"', b"\xff", b"[" * 100_000])
def test_an_answer_that_is_no_object_is_no_team_servers(far: FarServer, client: TeamClient, body: bytes) -> None:
    far.answer = lambda _: (200, {}, body)
    with pytest.raises(NotATeamServer, match="no JSON object"):
        client.get("/me")


def test_an_answer_has_a_limit(far: FarServer, client: TeamClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scrubjay_joined.client.MOST_BYTES", 1_000)
    far.answer = lambda _: said({"a": "x" * 980})
    assert client.get("/me")
    far.answer = lambda _: said({"a": "x" * 1_000})
    with pytest.raises(NotATeamServer, match="more than 1,000 bytes"):
        client.get("/me")
    far.answer = lambda _: (200, {}, b'{"x":[' + b"[]," * 130_000 + b"[]]}")
    monkeypatch.undo()
    with pytest.raises(NotATeamServer, match="no JSON object of a usual size"):
        client.get("/me")
    far.answer = lambda _: said({"a": "x" * 2_000_000})
    assert client.post("/vectors", {})
    with pytest.raises(NotATeamServer, match="more than 1,048,576 bytes"):
        client.post("/search", {})


def test_no_answer_says_since_when_until_there_is_one_again(far: FarServer) -> None:
    now = [NOON]
    client = TeamClient(far.url, TOKEN, clock=lambda: now[0])
    far.answer = lambda _: said({}, 503)
    for moment in (NOON, NOON.replace(hour=13)):
        now[0] = moment
        with pytest.raises(TeamAway, match=r"HTTP 503\), since 2026-11-30 12:00 UTC") as away:
            client.within(1).get("/me")
        assert (away.value.since, away.value.sent) == (NOON, True)
    far.answer = lambda _: said({})
    assert client.get("/me") == {}
    far.close()
    client.close()
    with pytest.raises(TeamAway) as away:
        client.get("/me")
    assert (away.value.since, away.value.sent) == (now[0], False)


def test_what_is_given_up_before_there_was_a_connection_is_never_sent(
    far: FarServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    resolving, given_up, ended = threading.Event(), threading.Event(), threading.Event()
    resolve = socket.getaddrinfo

    def late(*arguments: Any, **options: Any) -> Any:
        resolving.set()
        given_up.wait(PATIENCE_S)
        return resolve(*arguments, **options)

    run = connecting._Exchange.run

    def seen(*arguments: Any) -> Any:
        try:
            return run(*arguments)
        finally:
            ended.set()

    monkeypatch.setattr(socket, "getaddrinfo", late)
    monkeypatch.setattr(connecting._Exchange, "run", seen)
    with pytest.raises(TeamAway) as away:
        TeamClient(far.url, TOKEN, 0.05).post("/memories", {})
    assert resolving.is_set()
    assert away.value.sent is False
    given_up.set()
    assert ended.wait(PATIENCE_S)
    assert far.asked == []


def test_a_late_answer_ends_the_wait_and_the_connection() -> None:
    """Whatever part of it drips: the other side sends a byte a moment, for ever."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        ended = threading.Event()

        def drip() -> None:
            connection, _ = listening.accept()
            with connection:
                connection.recv(10_000)
                try:
                    while True:
                        connection.sendall(b"H")
                        connection.settimeout(0.02)
                        try:
                            if connection.recv(1) == b"":
                                break
                        except TimeoutError:
                            continue
                except OSError:
                    pass
            ended.set()

        threading.Thread(target=drip, daemon=True).start()
        client = TeamClient(f"http://127.0.0.1:{listening.getsockname()[1]}", TOKEN, 0.2)
        with pytest.raises(TeamAway, match=r"no answer in 0\.2 s"):
            client.get("/me")
        assert ended.wait(PATIENCE_S)


def test_another_server_at_the_address_is_refused_by_its_id(far: FarServer) -> None:
    client = TeamClient(far.url, TOKEN, server="one")
    far.answer = lambda _: said({}, Scrubjay_Server="one")
    client.get("/me")
    for status in (200, 401, 404):
        far.answer = lambda _, status=status: said({}, status, Scrubjay_Server="two")  # type: ignore[misc]
        with pytest.raises(TeamMoved, match="moved, or was restored"):
            client.get("/me")


@pytest.mark.parametrize("path", ["/a/../b", "me", "/memories/x y", "/memories/x?y", "/a%2f", "//host/a", "/a\r\nX: y"])
def test_a_path_is_made_of_plain_words(far: FarServer, client: TeamClient, path: str) -> None:
    with pytest.raises(UsageError):
        client.get(path)
    assert far.asked == []


@pytest.mark.parametrize("token", ["", "short", "with space in it", "line\nend in it", "umlaut-ü-in-it", "x" * 501])
def test_what_no_header_may_hold_is_no_token(token: str) -> None:
    with pytest.raises(UsageError) as refused:
        TeamClient("http://127.0.0.1:1", token)
    assert not token or token not in str(refused.value)


def test_no_proxy_of_the_environment_is_used(
    far: FarServer, client: TeamClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    far.answer = lambda _: said({"a": 1})
    assert client.get("/me") == {"a": 1}


def test_unasked_bytes_on_a_kept_connection_are_no_answer(far: FarServer, client: TeamClient) -> None:
    """A second answer behind the first is dropped with its connection."""
    first = json.dumps({"n": 1}).encode()
    more = first + b'HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n{"n":9}'
    far.answer = lambda _: (200, {"Content-Length": str(len(first))}, more)
    assert client.get("/me") == {"n": 1}
    far.answer = lambda _: said({"n": 2})
    assert client.get("/me") == {"n": 2}


def test_a_secret_in_a_refusal_is_masked(far: FarServer, client: TeamClient) -> None:
    secret = "ghp_1234567890abcdefghijklmnopqrstuvwxyz12"
    far.answer = lambda _: said({"error": "refused", "message": f"no {secret}"}, 422)
    with pytest.raises(TeamRefusedCall) as refused:
        client.get("/me")
    assert secret not in f"{refused.value} {refused.value.message}"
