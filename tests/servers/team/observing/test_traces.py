"""Traces: spans reach a collector that speaks OTLP over HTTP, and nothing waits for one that is away."""

import gzip
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from scrubjay_team.observing.observed import ObservedApplication
from tests.servers.team.observing.conftest import ask, teapot

proto = pytest.importorskip("opentelemetry.proto.collector.trace.v1.trace_service_pb2")
traces = pytest.importorskip("scrubjay_team.observing.traces")
tracing = traces.tracing


@pytest.fixture
def collector() -> Iterator[tuple[str, list[bytes]]]:
    """A collector's address, and what it got."""
    got: list[bytes] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            got.append(gzip.decompress(body) if self.headers.get("content-encoding") == "gzip" else body)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            return

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", got
    server.shutdown()
    server.server_close()
    thread.join()


def test_a_request_is_a_span_by_its_route(collector: tuple[str, list[bytes]]) -> None:
    address, got = collector
    with tracing(address, 1.0) as tracer:
        assert ask(ObservedApplication(teapot, tracer=tracer), "GET", "/memories/0a1b") == 418
    sent = proto.ExportTraceServiceRequest.FromString(got[0])
    (span,) = [span for one in sent.resource_spans for scope in one.scope_spans for span in scope.spans]
    assert span.name == "GET /memories/{id}"
    assert {one.key for one in span.attributes} == {"http.route", "http.response.status_code"}
    assert b"0a1b" not in got[0]


def test_the_words_of_a_failure_are_not_sent(collector: tuple[str, list[bytes]]) -> None:
    async def fails(scope: object, receive: object, send: object) -> None:
        raise RuntimeError("zanzibar")

    address, got = collector
    with tracing(address, 1.0) as tracer, pytest.raises(RuntimeError):
        ask(ObservedApplication(fails, tracer=tracer), "GET", "/memories/0a1b")
    assert b"/memories/{id}" in got[0]
    assert b"http.response.status_code" in got[0]
    assert b"zanzibar" not in got[0]


def test_of_none_of_the_requests_nothing_is_sent(collector: tuple[str, list[bytes]]) -> None:
    address, got = collector
    with tracing(address, 0.0) as tracer:
        ask(ObservedApplication(teapot, tracer=tracer), "GET", "/")
    assert got == []


def test_a_collector_that_is_away_stops_nothing() -> None:
    with tracing("http://127.0.0.1:9", 1.0) as tracer:
        assert ask(ObservedApplication(teapot, tracer=tracer), "GET", "/") == 418


def test_the_end_waits_a_bounded_time_for_a_collector_that_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(traces, "END_S", 0.01)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        with tracing(f"http://127.0.0.1:{silent.getsockname()[1]}", 1.0) as tracer:
            assert ask(ObservedApplication(teapot, tracer=tracer), "GET", "/") == 418
        assert [one for one in threading.enumerate() if one.name == traces.ENDING]  # it still tries, and nobody waits
