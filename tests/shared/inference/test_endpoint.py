"""A connection that breaks, drips or speaks something else ends in a clear error, without the key."""

import socket
import threading
from contextlib import suppress

import pytest

from scrubjay.errors import ModelUnavailable
from scrubjay.inference.endpoint import Server, post_json
from tests.shared.inference.scripted import KEY


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (b"SSH-2.0-OpenSSH\r\n", "SSH-2.0-OpenSSH"),
        (b"HTTP/9 \x1b[31m key-of-a-test junk\r\n", r"HTTP/9 .*\[key\] junk"),
        (b"HTTP/1.1 400 Bad Request\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{", r"refused the request \(HTTP 400\)"),
        (b"", "closed connection"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{", "IncompleteRead"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n{", "no JSON"),
        (None, r"no answer in 0\.5 s"),
    ],
)
def test_a_connection_that_breaks_is_a_clear_error(said: bytes | None, why: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        done = threading.Event()

        def answer() -> None:
            connection, _ = listening.accept()
            with connection:
                connection.recv(65_536)
                if said is None:
                    done.wait()
                else:
                    connection.sendall(said)
                    connection.shutdown(socket.SHUT_WR)
                    with suppress(OSError):  # what isn't read when it is closed would reset the connection
                        while connection.recv(65_536):
                            pass

        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        server = Server(url, KEY, timeout_s=0.5 if said is None else 30.0)
        with pytest.raises(ModelUnavailable, match=why) as error:
            post_json(server, "chat/completions", {"model": "m"}, tries=1)
        done.set()
        thread.join()
    assert KEY not in str(error.value)
    assert "\x1b" not in str(error.value)


def test_a_key_that_no_header_may_hold_is_told_without_it() -> None:
    with pytest.raises(ModelUnavailable, match="holds a control character") as error:
        post_json(Server("http://127.0.0.1:9", f"{KEY}\r\nX: 1"), "chat/completions", {"model": "m"}, tries=1)
    assert KEY not in str(error.value)


@pytest.mark.parametrize(
    "begun",
    [
        b"HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nX-Long:",
        b"HTTP/1.1 400 Bad Request\r\nContent-Length: 9000\r\n\r\n",
        b"HTTP/1.1 200 ",
    ],
)
def test_an_answer_that_drips_ends_in_time(begun: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        ended = threading.Event()

        def drip() -> None:
            connection, _ = listening.accept()
            with connection:
                connection.recv(65_536)
                connection.sendall(begun)
                while not ended.wait(0.05):
                    with suppress(OSError):
                        connection.sendall(b"0")

        thread = threading.Thread(target=drip, daemon=True)
        thread.start()
        server = Server(f"http://127.0.0.1:{listening.getsockname()[1]}", timeout_s=0.3)
        with pytest.raises(ModelUnavailable, match=r"no answer in 0\.3 s"):
            post_json(server, "embeddings", {"model": "m"})
        ended.set()
        thread.join()
