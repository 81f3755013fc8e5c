"""However slowly a forge answers, one answer has its time and no more; who asks to stop is heard meanwhile."""

import itertools
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace

import pytest

from scrubjay.errors import ForgeUnreadable
from scrubjay_forges.forges.client import ForgeClient
from scrubjay_forges.forges.reading import ReadingStopped
from tests.shared.scrubjay_forges.forges.conftest import Desk
from tests.shared.scrubjay_forges.forges.forge_server import GitHubServer, Handler
from tests.shared.scrubjay_forges.forges.test_client import Fault, answer

CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
LENGTH = b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n"


def left(handler: Handler) -> bool:
    """Whether the reader hung up, by a few milliseconds of waiting for it."""
    handler.connection.settimeout(0.003)
    with suppress(TimeoutError):
        return not handler.connection.recv(1)
    return False


def dripping(begin: bytes, drop: bytes) -> Fault:
    """Sends a little again and again until the reader hangs up."""

    def act(handler: Handler) -> None:
        handler.close_connection = True
        with suppress(OSError):
            handler.connection.sendall(begin)
            while not left(handler):
                handler.connection.sendall(drop)

    return act


@pytest.fixture
def client(desk: Desk) -> Iterator[Callable[..., ForgeClient]]:
    """A client to the server by a timer of its own."""
    made: list[ForgeClient] = []

    def make(timer: Callable[[], float]) -> ForgeClient:
        network = replace(desk.network(), timer=timer, wait=0.01)
        made.append(ForgeClient(f"https://forge.test:{desk.server.port}", {}, network))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.mark.parametrize(
    ("begin", "drop"),
    [
        (b"", b""), (b"", b"H"), (b"HTTP/1.1 200 OK\r\nX-A: ", b"a"), (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
        (CHUNKED, b"0"), (CHUNKED + b"2;", b"x"), (CHUNKED + b"2\r\n[]\r\n0\r\n", b"X: y\r\n"),
        (CHUNKED, b"1\r\n \r\n"), (LENGTH, b" "), (LENGTH, b""),
    ],
)  # fmt: skip
def test_an_answer_that_drips_in_any_part_ends_after_its_time(
    client: Callable[..., ForgeClient], server: GitHubServer, begin: bytes, drop: bytes
) -> None:
    seconds = itertools.count(0, 4)
    server.faults = [dripping(begin, drop)] * 3
    with pytest.raises(ForgeUnreadable, match="more than 60 s for one answer, 3 times"):
        client(lambda: next(seconds)).get("/repos/acme/shop/issues")
    assert len(server.asked) == 3


@pytest.mark.parametrize(("begin", "drop"), [(b"", b""), (LENGTH, b" ")])
def test_who_asks_to_stop_is_heard_while_an_answer_is_awaited(
    client: Callable[..., ForgeClient], server: GitHubServer, begin: bytes, drop: bytes
) -> None:
    asked = itertools.count()

    def go_on() -> None:
        if next(asked) > 5:
            raise ReadingStopped

    server.faults = [dripping(begin, drop)]
    reader = client(lambda: 0.0)
    reader.ask_while_waiting(go_on)
    with pytest.raises(ReadingStopped):
        reader.get("/repos/acme/shop/issues")
    assert len(server.asked) == 1
    reader.ask_while_waiting(lambda: None)
    assert reader.get("/repos/acme/shop/issues").status == 200, "the next request has a connection of its own"


def test_who_asks_to_stop_is_heard_while_a_server_is_waited_for(desk: Desk, server: GitHubServer) -> None:
    server.faults = [answer(503, Retry_After="55")]
    with pytest.raises(ReadingStopped):
        desk.read(stop=lambda: len(desk.slept) > 1)
    assert desk.slept == [10.0, 10.0]


def test_what_may_be_no_etag_or_holds_a_secret_is_not_taken(
    client: Callable[..., ForgeClient], server: GitHubServer
) -> None:
    token = "ghp" + "_" + "aB3" * 12
    reader = client(lambda: 0.0)
    for etag in (f'"{token}"', f'W/"x-{token}"', '"' + "a" * 300 + '"', "none", '"a"b'):
        server.faults = [lambda handler, etag=etag: handler.reply(200, [], headers={"ETag": etag})]  # type: ignore[misc]
        assert reader.get("/repos/acme/shop/issues").headers["etag"] == ""
    assert reader.get("/repos/acme/shop/issues").headers["etag"].startswith('W/"')
