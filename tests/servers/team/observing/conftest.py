"""A team's server that is watched: its metrics, its lines of log, its traces."""

import asyncio
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest

from scrubjay_team.observing.logs import ACCESS, JsonLog
from tests.servers.team.serving.conftest import served as served


class Lines(logging.Handler):
    """A handler that keeps what is written."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.lines: list[str] = []
        self.setFormatter(JsonLog())

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))

    @property
    def told(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.lines]


@pytest.fixture
def lines() -> Iterator[Lines]:
    """What the process logs, in JSON."""
    handler, root, access = Lines(), logging.getLogger(), logging.getLogger(ACCESS)
    before = access.level
    root.addHandler(handler)
    access.setLevel(logging.INFO)
    yield handler
    root.removeHandler(handler)
    access.setLevel(before)


def ask(application: Any, method: str, path: str, **more: Any) -> int:
    """One request to an application; returns its status."""
    sent: list[int] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            sent.append(message["status"])

    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "headers": [],
        "query_string": b"",
        **more,
    }
    asyncio.run(application(scope, receive, send))
    return sent[0] if sent else 0


async def teapot(scope: Any, receive: Any, send: Any) -> None:
    """An application that answers everything alike."""
    if scope["path"] == "/sessions":
        raise RuntimeError("broken")
    await send({"type": "http.response.start", "status": 418, "headers": []})
    await send({"type": "http.response.body", "body": b""})
