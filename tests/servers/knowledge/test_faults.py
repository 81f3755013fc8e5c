"""What an agent is told when the model, the database or git fails while it writes: nothing counts, and why."""

from collections.abc import Callable
from datetime import datetime

import mcp_types as types
import pytest
from mcp import Client

from scrubjay.app import Workspace, open_app
from scrubjay.errors import ModelUnavailable
from scrubjay.git.process import GitEnvironment
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.encoded import EncodedQuery
from scrubjay.model.evidence import Act, Origin
from scrubjay.model.memory import Stored
from scrubjay.operations.jobs.embed import embed_pending
from scrubjay.settings.layers import load_settings
from scrubjay.storage import driver
from scrubjay_knowledge.server import build
from scrubjay_serving.backend import Backend, Opener, Surroundings
from tests.conftest import Repo
from tests.fakes import HashingEmbedder

pytestmark = pytest.mark.anyio

CLAIM = "The server listens on port 8080 (docs/guide.md:3)."


class Silent(HashingEmbedder):
    """A model that made vectors once and can't be loaded any more."""

    def embed_query(self, text: str) -> EncodedQuery:
        raise ModelUnavailable("the model's file is damaged")


@pytest.fixture
def known(repo: Repo, environment: dict[str, str], clock: Callable[[], datetime]) -> Workspace:
    """A project with a document and a memory that has its vector."""
    repo.commit("first", {"docs/guide.md": "# Guide\n\nThe server listens on port 8080.\n"})
    with opener(environment, clock, HashingEmbedder())() as app:
        at = app.initialise(repo.path)
        at.documents.ingest(at.documents.view(), cause="test")
        spoken = RememberRequest(content="Vans leave at six.", origin=Origin.PERSON, act=Act.TYPED)
        assert isinstance(at.memories.remember(spoken), Stored)
        embed_pending(at.knowledge_database, HashingEmbedder(), stop=lambda: False)
    return at


def opener(environment: dict[str, str], clock: Callable[[], datetime], model: HashingEmbedder) -> Opener:
    """Opens the home of the test with a model."""
    return lambda: open_app(
        load_settings(environment), git_environment=GitEnvironment.of(environment), embedder=model, clock=clock,
        wake=lambda: None,
    )  # fmt: skip


async def told(repo: Repo, environment: dict[str, str], opens: Opener, tool: str, **asked: str) -> types.CallToolResult:
    """What a tool answers to an agent."""
    async with Client(build(Backend(Surroundings(environment, repo.path, ""), opens))) as client:
        return await client.call_tool(tool, asked)


def memories(at: Workspace) -> list[tuple[str, str]]:
    """Every memory with its status, as the file has it."""
    raw = driver.connect(at.knowledge_database.path)
    rows = raw.execute("SELECT m.content, b.status FROM memory AS m JOIN belief AS b ON b.memory = m.number").fetchall()
    raw.close()
    return sorted((row[0], row[1]) for row in rows)


async def test_a_model_that_fails_is_named_also_beside_what_is_quoted(
    known: Workspace, repo: Repo, environment: dict[str, str], clock: Callable[[], datetime]
) -> None:
    answer = await told(repo, environment, opener(environment, clock, Silent()), "remember", content=CLAIM)
    assert answer.structured_content is not None
    assert answer.structured_content["outcome"] == "stored"
    assert answer.structured_content["grade"] == "quoted"
    assert "likeness in meaning (ModelUnavailable) could not be checked" in answer.structured_content["add"]
    assert (CLAIM, "active") in memories(known)


@pytest.mark.parametrize("table", ["likeness", "evidence", "audit"])
@pytest.mark.parametrize("tool", ["remember", "update_memory"])
async def test_a_damaged_database_stores_nothing_and_says_what_to_do(
    known: Workspace, repo: Repo, environment: dict[str, str], clock: Callable[[], datetime], table: str, tool: str
) -> None:
    id = known.memories.believed()[0].id
    before = memories(known)
    raw = driver.connect(known.knowledge_database.path)
    raw.execute(f"DROP TABLE {table}")
    raw.close()
    more = {"id": id} if tool == "update_memory" else {}
    answer = await told(
        repo, environment, opener(environment, clock, HashingEmbedder()), tool, content=CLAIM, **more
    )  # fmt: skip
    assert answer.is_error
    assert "scrubjay doctor" in "".join(one.text for one in answer.content if isinstance(one, types.TextContent))
    assert memories(known) == before


async def test_without_git_nothing_is_stored_and_git_is_named(
    known: Workspace, repo: Repo, environment: dict[str, str], clock: Callable[[], datetime]
) -> None:
    before = memories(known)
    gone = environment | {"PATH": ""}
    answer = await told(repo, gone, opener(gone, clock, HashingEmbedder()), "remember", content=CLAIM)
    assert answer.is_error
    assert "git" in "".join(one.text for one in answer.content if isinstance(one, types.TextContent))
    assert memories(known) == before
