"""What isn't the caller's and what isn't there get one answer, in every tool that takes an id."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any, get_args

import pytest
from mcp import Client
from mcp_types import Implementation, Tool

from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.agent import AgentType
from scrubjay.model.memory import Stored
from scrubjay.settings.schema import Toolset
from scrubjay_agents.services import AgentServices
from scrubjay_knowledge import server as knowledge
from scrubjay_serving.backend import Backend, Opener, Surroundings
from scrubjay_session import server as session
from tests.behaviour.every_tool import DECLARED, declared
from tests.conftest import Repo
from tests.servers.answers import text

pytestmark = [pytest.mark.anyio, pytest.mark.story]

NOWHERE = "f0" * 16
POOL, WORK = "seeds", {"task_description": "Weigh"}

KIND_OF_ID = {
    "agent_id": "agent", "source_id": "agent", "target_id": "agent elsewhere", "user_id": "owner", "owner_id": "owner",
    "handoff_id": "handoff", "pool_id": "pool", "memory_id": "memory", "supersedes": "memory", "id": "memory",
    "ids": "memory",
}  # fmt: skip
"""What each argument that takes an id is the id of."""

MORE: dict[str, dict[str, object]] = {"review_memories": {"action": "show"}}
"""What makes a tool read its id, beside its example."""

LETS_IN = ("join_pool", "agent_id")
"""An admin lets any id in, there or not."""


@dataclass
class Place:
    """A client's two servers, and ids that are somebody else's, by kind."""

    tools: dict[str, Tool]
    clients: list[Client]
    theirs: dict[str, str]

    async def answer(self, tool: str, argument: str, id: str, more: dict[str, object]) -> tuple[bool, str]:
        """Whether a call failed, and what it said, without the id."""
        client = self.clients[tool not in declared(session)]
        value: object = [id] if argument == "ids" else id
        result = await client.call_tool(tool, {**more, argument: value})
        said = text(result)
        for digits in (32, 12, 8):
            said = said.replace(id[:digits], "ID")
        return bool(result.is_error), said


@pytest.fixture
async def place(
    project: Repo, make_repo: Callable[..., Repo], environment: dict[str, str], opener: Opener
) -> AsyncIterator[Place]:
    """Everything that another client and another project have."""
    theirs = {"owner": "eve"}
    elsewhere = make_repo("elsewhere")
    elsewhere.commit("first", {"README.md": "# Yard\n"})
    with opener() as app:
        at = app.initialise(elsewhere.path)
        theirs["agent elsewhere"] = at.callers.of_type(AgentType.CODEX, "s9").agent
        kept = at.memories.remember(RememberRequest(content="Carts leave at noon.", author="ada"))
        assert isinstance(kept, Stored)
        theirs["memory"] = kept.id
        here = app.workspace(project.path)
        codex = here.callers.of_type(AgentType.CODEX, "s9")
        child = AgentServices.of(here).agent_directory.register(codex, AgentType.OTHER_AGENT, "tests")
        theirs["agent"] = child.id
        theirs["handoff"] = AgentServices.of(here).handoffs.initiate(codex, child.id, WORK).id
        theirs["pool"] = AgentServices.of(here).pools.create(codex, "private", "agent-private").id
    surroundings = Surroundings(environment | {"SCRUBJAY_TOOLSETS": f"[{', '.join(get_args(Toolset))}]"}, project.path)
    info = Implementation(name="claude-code", version="1")
    async with AsyncExitStack() as stack:
        clients = [
            await stack.enter_async_context(Client(build(Backend(surroundings, opener)), client_info=info))
            for build in (session.build, knowledge.build)
        ]
        tools = {tool.name: tool for client in clients for tool in (await client.list_tools()).tools}
        await clients[0].call_tool("create_pool", {"name": POOL})
        yield Place(tools, clients, theirs)


def takes_an_id(name: str) -> bool:
    return name.endswith("_id") or name in ("id", "ids", "supersedes")


async def test_what_is_somebody_elses_is_answered_as_what_is_not_there(place: Place) -> None:
    taken = [
        (tool.name, name)
        for tool in place.tools.values()
        for name in tool.input_schema["properties"]
        if takes_an_id(name)
    ]
    for tool, argument in sorted(taken, key=LETS_IN.__eq__):
        kind = KIND_OF_ID[argument]
        more = {**DECLARED[tool].example, **MORE.get(tool, {})}
        missing = "mallory" if kind == "owner" else NOWHERE
        told = [await place.answer(tool, argument, id, more) for id in (place.theirs[kind], missing)]
        assert told[0] == told[1], (tool, argument)
        if (tool, argument) != LETS_IN:
            assert told[0][0], (tool, argument)
            assert "`scrubjay " in told[0][1] or any(name in told[0][1] for name in place.tools), told[0][1]


async def test_a_handoff_names_memories_of_this_project_alone(place: Place) -> None:
    told = []
    for id in (place.theirs["memory"], NOWHERE):
        context: dict[str, Any] = {**WORK, "relevant_memories": [id]}
        told.append(await place.answer("initiate_handoff", "target_id", "branch", {"context": context}))
        told[-1] = (told[-1][0], told[-1][1].replace(id, "ID"))
    assert told[0] == told[1]
    assert told[0][0]
