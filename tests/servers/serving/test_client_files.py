"""The first answer of a server tells Codex' agent that nobody has reviewed our hooks; no later one does."""

from pathlib import Path

import pytest
from mcp import Client

from scrubjay.integrations.client_files.launch import Launch
from scrubjay.integrations.clients import codex_hooks as hooks
from scrubjay.integrations.clients import codex_trust as trust
from scrubjay.integrations.edits import Receipt
from scrubjay_knowledge.server import build as build_knowledge
from scrubjay_serving.backend import Backend, Opener, Surroundings
from scrubjay_serving.client_files import UNREVIEWED
from scrubjay_session.server import build
from tests.conftest import Repo
from tests.servers.answers import text


@pytest.fixture
def codex(environment: dict[str, str], tmp_path: Path) -> Path:
    """Codex' folder with our hooks in it."""
    folder = tmp_path / "codex"
    folder.mkdir()
    hooks.install(folder, Launch(("/opt/python",), environment["SCRUBJAY_HOME"]), Receipt(tmp_path / "receipt.json"))
    return folder


async def told(client: Client, tool: str, **arguments: object) -> bool:
    return UNREVIEWED in text(await client.call_tool(tool, dict(arguments)))


def backend(project: Repo, opener: Opener, codex: Path, client: str) -> Backend:
    environment = project.environment | {"CODEX_HOME": str(codex)}
    return Backend(Surroundings(environment, project.path, "", client), opener)


@pytest.mark.anyio
async def test_the_first_answer_of_each_server_says_that_hooks_wait_for_their_review(
    project: Repo, opener: Opener, codex: Path, unhurried: None
) -> None:
    async with Client(build(backend(project, opener, codex, "codex"))) as client:
        assert await told(client, "get_task_context")
        assert not await told(client, "session_init")
    async with Client(build_knowledge(backend(project, opener, codex, "codex"))) as client:
        await client.call_tool("knowledge_status", {})
        assert await told(client, "search_knowledge", query="shop")


@pytest.mark.anyio
async def test_nobody_else_is_told(project: Repo, opener: Opener, codex: Path, unhurried: None) -> None:
    async with Client(build(backend(project, opener, codex, "claude_code"))) as client:
        assert not await told(client, "session_init")
    home = Path(project.environment["SCRUBJAY_HOME"])
    hashes = {event: trust.trusted_hash(event, {}, hooks.hook(home, event)) for event in hooks.EVENTS}
    trusted = "".join(
        f'[hooks.state."{codex / hooks.FILE}:{trust.label(event)}:0:0"]\ntrusted_hash = "{said}"\n'
        for event, said in hashes.items()
    )
    (codex / hooks.CONFIG).write_text(trusted)
    async with Client(build(backend(project, opener, codex, "codex"))) as client:
        assert not await told(client, "session_init")
