"""explore_graph, as an agent's client with the toolset calls it."""

import pytest
from mcp import Client

from scrubjay_knowledge.server import build
from scrubjay_serving.backend import Backend, Opener, Surroundings
from tests.conftest import Repo
from tests.servers.answers import text

pytestmark = pytest.mark.anyio


async def test_a_line_is_a_name_a_way_or_a_pattern(project: Repo, opener: Opener, environment: dict[str, str]) -> None:
    project.commit("link", {"docs/usage.md": "# Usage\n\nSee [X](adr/0001-x.md).\n"})
    surroundings = Surroundings(environment | {"SCRUBJAY_TOOLSETS": "[core, graph]"}, project.path)
    async with Client(build(Backend(surroundings, opener))) as client:

        async def asked(question: str) -> str:
            return text(await client.call_tool("explore_graph", {"question": question}))

        stated = "docs/usage.md links to "
        assert stated in await asked("docs/usage.md")
        assert stated in await asked("docs/usage.md -> ADR-1")
        assert "- file docs/usage.md" in await asked("files that link to ADR-1")
        assert "No way is stated" in await asked("README.md -> ADR-1")
        assert "Nothing is stated that fits" in await asked("incidents that cite ADR-1")
        assert "- who changed README.md" in await asked("hm, README.md?")
        assert "Nothing is called 'no/such.py'" in await asked("who changed no/such.py")
        refused = await client.call_tool("explore_graph", {"question": " -> "})
    assert refused.is_error
