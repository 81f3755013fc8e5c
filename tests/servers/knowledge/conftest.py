"""A client of the knowledge server, in this process."""

from collections.abc import AsyncIterator

import pytest
from mcp import Client

from scrubjay_knowledge.server import build
from scrubjay_serving.backend import Backend


@pytest.fixture
async def client(backend: Backend) -> AsyncIterator[Client]:
    async with Client(build(backend)) as opened:
        yield opened
