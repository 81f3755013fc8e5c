"""A server on this machine makes the vectors; what it does wrong is an error, never a guess."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import numpy as np
import pytest

from scrubjay.errors import ModelUnavailable
from scrubjay.inference.embedding.foreign import BATCH, REST_S, Endpoint, EndpointEmbedder

Answer = Callable[[dict[str, Any]], tuple[int, Any]]


def embeddings(asked: dict[str, Any]) -> tuple[int, Any]:
    """Three numbers for each text, in reverse order, as the API allows."""
    rows = [{"index": n, "embedding": [float(len(text)), 1.0, 2.0]} for n, text in enumerate(asked["input"])]
    return 200, {"data": rows[::-1]}


class Server:
    """Counts and keeps what it is asked."""

    def __init__(self, answer: Answer) -> None:
        self.requests: list[tuple[dict[str, Any], dict[str, str]]] = []
        self.paths: list[str] = []
        self.answer = answer
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                outer.requests.append((body, dict(self.headers)))
                outer.paths.append(self.path)
                status, said = outer.answer(body)
                data = said if isinstance(said, bytes) else json.dumps(said).encode()
                self.send_response(status)
                if status == 302:
                    self.send_header("Location", f"{outer.url}/elsewhere")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *args: object) -> None:
                pass

        self.http = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_port}/v1"


@contextmanager
def serving(answer: Answer) -> Iterator[Server]:
    server = Server(answer)
    thread = threading.Thread(target=server.http.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.http.shutdown()
        server.http.server_close()
        thread.join()


def embedder(server: Server, **more: Any) -> EndpointEmbedder:
    return EndpointEmbedder(
        Endpoint(url=server.url, model="m", native_dim=3, **more), lambda text: text.replace("hunter2", "[redacted]")
    )


def test_vectors_come_in_the_order_of_the_texts_and_of_length_1() -> None:
    with serving(embeddings) as server:
        vectors = embedder(server).embed_passages(["a", "bbb"]).vectors
    expected = np.array([[1, 1, 2], [3, 1, 2]]) / np.sqrt([[6], [14]])
    np.testing.assert_allclose(vectors, expected, rtol=1e-6)


def test_a_query_has_its_prefix_and_is_cut_to_dim() -> None:
    with serving(embeddings) as server:
        found = embedder(server, dim=2, query_prefix="q: ").embed_query("a")
        assert server.requests[0][0]["input"] == ["q: a"]
    assert found.vector.shape == (2,)
    assert found.states is None


def test_many_texts_go_in_bounded_requests() -> None:
    with serving(embeddings) as server:
        embedder(server).embed_passages(["x"] * (BATCH + 1))
        assert [len(body["input"]) for body, _ in server.requests] == [BATCH, 1]


def test_secrets_stay_here_and_the_key_goes_only_in_its_header() -> None:
    with serving(embeddings) as server:
        one = embedder(server, key="the-key")
        one.embed_query("the password is hunter2")
        body, headers = server.requests[0]
    assert body["input"] == ["the password is [redacted]"]
    assert headers["Authorization"] == "Bearer the-key"
    assert "the-key" not in repr(one._endpoint) + one.fingerprint.spec


def test_a_busy_server_is_asked_again() -> None:
    answers = iter([(503, {}), (200, {"data": [{"index": 0, "embedding": [1, 2, 2]}]})])
    with serving(lambda _: next(answers)) as server:
        found = embedder(server).embed_passages(["a"]).vectors[0]
    np.testing.assert_allclose(found, np.array([1, 2, 2]) / 3, rtol=1e-6)


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ((401, {}), "HTTP 401"),
        ((302, {}), "HTTP 302"),
        ((200, b"<html>"), "no JSON"),
        ((200, {"data": []}), "shape"),
        ((200, {"data": [{"index": 0, "embedding": [1, 2]}]}), "native_dim"),
        ((200, {"data": [{"index": 0, "embedding": [1, 2, None]}]}), r"something else|shape"),
        ((200, {"data": [{"index": 0, "embedding": "AAAA"}]}), "something else"),
        ((200, {"error": "x"}), "something else"),
        ((200, []), "something else"),
    ],
)
def test_what_is_no_vector_is_an_error_that_says_so(answer: tuple[int, Any], why: str) -> None:
    with serving(lambda _: answer) as server, pytest.raises(ModelUnavailable, match=why):
        embedder(server).embed_query("a")


def test_a_server_that_is_not_there_is_named() -> None:
    with serving(embeddings) as server:
        url = server.url
    with pytest.raises(ModelUnavailable, match=r"127\.0\.0\.1"):
        EndpointEmbedder(Endpoint(url=url, model="m", native_dim=3, timeout_s=1), str).embed_query("a")


def test_a_search_asks_once_and_lets_a_silent_server_rest() -> None:
    answers = [(503, {}), (200, {"data": [{"index": 0, "embedding": [1.0, 0.0, 0.0]}]})]
    now = [100.0]
    with serving(lambda asked: answers[len(server.requests) - 1]) as server:
        searching = EndpointEmbedder(Endpoint(url=server.url, model="m", native_dim=3), str, timer=lambda: now[0])
        for later in (0.0, REST_S - 1):
            now[0] = 100.0 + later
            with pytest.raises(ModelUnavailable, match="HTTP 503"):
                searching.embed_query("a")
        assert len(server.requests) == 1
        now[0] = 100.0 + REST_S
        assert searching.embed_query("a").vector.tolist() == [1.0, 0.0, 0.0]


def test_the_fingerprint_asks_nobody_and_tells_places_and_models_apart() -> None:
    def key(url: str, model: str = "m", dim: int = 0) -> str:
        return EndpointEmbedder(Endpoint(url=url, model=model, native_dim=3, dim=dim), str).fingerprint.key

    assert len({key("http://a/v1"), key("http://b/v1"), key("http://a/v1", "n"), key("http://a/v1", dim=2)}) == 4
