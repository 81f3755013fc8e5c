"""A server on loopback that stands for a model's provider."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

EVENTS = "text/event-stream"


class Loopback(BaseHTTPRequestHandler):
    """Answers requests, and prints nothing."""

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is printed."""

    def body(self) -> dict[str, Any]:
        """What was sent."""
        sent: dict[str, Any] = json.loads(self.rfile.read(int(self.headers.get("content-length") or 0)) or b"{}")
        return sent

    def send(self, kind: str, data: bytes) -> None:
        """Answer with a body of a media type."""
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


@contextmanager
def listening(handler: type[Loopback]) -> Iterator[str]:
    """Listen on a free port until the block ends; the address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()
