"""story, as an agent's client with the toolset calls it."""

import pytest
from mcp import Client

from scrubjay_knowledge.server import build
from scrubjay_serving.backend import Backend, Opener, Surroundings
from tests.conftest import Repo
from tests.servers.answers import text

pytestmark = pytest.mark.anyio


async def test_a_story_names_its_sources(project: Repo, opener: Opener, environment: dict[str, str]) -> None:
    with opener() as app:
        workspace = app.workspace(project.path)
        list(workspace.index_sources.ingest(workspace.documents.view()))
    subject = project.git("log", "-1", "--format=%s")
    surroundings = Surroundings(environment | {"SCRUBJAY_TOOLSETS": "[core, story]"}, project.path)
    async with Client(build(Backend(surroundings, opener))) as client:
        told = text(await client.call_tool("story", {"topic": subject}))
        unknown = text(await client.call_tool("story", {"topic": "sourdough bread"}))
        refused = await client.call_tool("story", {"topic": "?"})
    assert f"· {subject} ·" in told
    assert f"commit {project.git('rev-parse', 'HEAD')[:10]}" in told
    assert "nothing fits this question" in unknown
    assert unknown.endswith("Nothing fits 'sourdough bread'. Try other words.")
    assert refused.is_error
