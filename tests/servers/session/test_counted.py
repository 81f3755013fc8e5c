"""What the session server tells unasked is counted by channel."""

import pytest

from scrubjay.identity.insight.events import Measure
from scrubjay_serving.backend import Backend
from tests.conftest import Repo
from tests.servers.answers import Ask

pytestmark = pytest.mark.anyio


async def test_a_briefing_by_the_tool_is_counted(ask: Ask, backend: Backend, project: Repo) -> None:
    text = await ask("session_init")
    counts = backend.app().workspace(project.path).counts
    counts.flush()
    assert counts.since("").totals(Measure.TOLD) == {"session_init": -(-len(text) // 4)}
