"""A client that reports no session is quarantined as an agent: by its type, its id, its session, in both servers."""

from collections.abc import Callable
from pathlib import Path

import pytest
from mcp import Client
from mcp_types import Implementation

from scrubjay_knowledge import server as knowledge
from scrubjay_serving.backend import Backend, Opener, Surroundings
from scrubjay_session import server as session
from tests.conftest import Repo
from tests.servers.answers import text

pytestmark = [pytest.mark.anyio, pytest.mark.story]

CLAIM = "Vans leave at nine."


@pytest.fixture
def client(project: Repo, environment: dict[str, str], opener: Opener) -> Callable[..., Client]:
    """A client of a server by the name that it gives itself."""
    toolset = Surroundings(environment | {"SCRUBJAY_TOOLSETS": "[core, agents]"}, project.path)

    def of(module: object, name: str) -> Client:
        build = module.build  # type: ignore[attr-defined]
        return Client(build(Backend(toolset, opener)), client_info=Implementation(name=name, version="1"))

    return of


@pytest.mark.parametrize("who", ["opencode", "other_agent:vans"])
async def test_what_it_wrote_goes_and_what_it_would_write_is_refused(
    client: Callable[..., Client], opener: Opener, project: Repo, who: str
) -> None:
    name = who.rpartition(":")[2]
    async with client(session, name) as bad, client(knowledge, name) as writer, client(knowledge, "codex") as reader:
        await writer.call_tool("remember", {"content": CLAIM})
        await bad.call_tool("note_progress", {"text": "Vans fly.", "kind": "next"})
        with opener() as app:
            at = app.workspace(Path(project.path))
            (memory,) = at.memories.believed()
            assert (memory.agent, memory.session) == (who, "")
            assert at.quarantine.impose(who, "ada").memories == 1
        assert CLAIM not in text(await reader.call_tool("list_memories", {}))
        assert "Vans fly" not in text(await bad.call_tool("get_task_context", {}))
        for asked, tool, more in (
            (writer, "remember", {"content": "Vans swim."}),
            (bad, "note_progress", {"text": "Vans swim."}),
            (bad, "set_task_context", {"task": "Let vans swim"}),
            (bad, "create_pool", {"name": "vans"}),
            (bad, "initiate_handoff", {"target_id": "branch", "context": {"task_description": "Let vans swim"}}),
        ):
            refused = await asked.call_tool(tool, more)
            assert refused.is_error, tool
            assert f"{who} is quarantined" in text(refused), tool
        stored = await reader.call_tool("remember", {"content": "Lorries leave at ten."})
        assert "stored" in text(stored)
