"""A client of the session server, in this process."""

from collections.abc import AsyncIterator

import pytest
from mcp import Client

from scrubjay_serving.backend import Backend
from scrubjay_session.server import build


@pytest.fixture
async def client(backend: Backend) -> AsyncIterator[Client]:
    async with Client(build(backend)) as opened:
        yield opened
