"""review_memories: an agent sees what waits; only the user, asked by the client, decides."""

from collections.abc import AsyncIterator
from typing import Any

import mcp_types as types
import pytest
from mcp import Client

from scrubjay.memories import RememberRequest
from scrubjay_knowledge.server import build
from scrubjay_serving import Backend
from tests.servers.answers import text

pytestmark = pytest.mark.anyio


class User:
    """Answers every question the same way, and remembers what was asked."""

    def __init__(self) -> None:
        self.action: Any = "accept"
        self.agree = True
        self.asked: list[str] = []

    async def __call__(self, _: Any, params: Any) -> types.ElicitResult:
        self.asked.append(params.message)
        return types.ElicitResult(
            action=self.action, content={"agree": self.agree} if self.action == "accept" else None
        )


@pytest.fixture
def user() -> User:
    return User()


@pytest.fixture
async def client(backend: Backend, user: User) -> AsyncIterator[Client]:
    async with Client(build(backend), elicitation_callback=user) as opened:
        yield opened


@pytest.fixture
async def deaf(backend: Backend) -> AsyncIterator[Client]:
    """A client that can't ask its user."""
    async with Client(build(backend)) as opened:
        yield opened


@pytest.fixture
async def claim(client: Client) -> str:
    told = await client.call_tool("remember", {"content": "Magpies count to twelve in winter."})
    assert told.structured_content
    assert told.structured_content["outcome"] == "pending"
    return str(told.structured_content["id"])


async def call(client: Client, **arguments: Any) -> tuple[str, bool]:
    done = await client.call_tool("review_memories", arguments)
    return text(done), bool(done.is_error)


async def test_an_agent_lists_and_shows_what_waits(client: Client, claim: str, user: User) -> None:
    listed, _ = await call(client)
    assert f"- {claim[:12]} fact: Magpies count to twelve in winter." in listed
    shown, _ = await call(client, action="show", ids=[claim])
    assert "waits because: no source" in shown
    assert user.asked == []


async def test_what_the_user_agrees_to_counts(client: Client, claim: str, user: User, backend: Backend) -> None:
    done, failed = await call(client, action="approve", ids=[claim])
    assert (done, failed) == (f"approved: {claim}", False)
    (question,) = user.asked
    assert "Magpies count to twelve in winter." in question
    found = await client.call_tool("search_knowledge", {"query": "magpies count", "kinds": ["memory"]})
    assert "Magpies count to twelve" in text(found)


async def test_other_words_are_shown_to_the_user_and_checked(client: Client, claim: str, user: User) -> None:
    done, _ = await call(client, action="approve", ids=[claim], text="Magpies count to five in winter.")
    assert done.startswith("approved: ")
    assert "in these words: Magpies count to five in winter." in user.asked[0]


@pytest.mark.parametrize(("action", "agree"), [("accept", False), ("decline", False), ("cancel", False)])
async def test_what_the_user_declines_waits_on(
    client: Client, claim: str, user: User, action: str, agree: bool
) -> None:
    user.action, user.agree = action, agree
    said, failed = await call(client, action="approve", ids=[claim])
    assert failed
    assert "scrubjay review" in said
    assert claim[:12] in (await call(client))[0]


async def test_without_elicitation_an_agent_is_told_to_ask_the_user(deaf: Client, claim: str, backend: Backend) -> None:
    for action in ("approve", "reject", "merge"):
        said, failed = await call(deaf, action=action, ids=[claim], text="because")
        assert failed
        assert "scrubjay review" in said


async def test_a_rejection_leaves_the_reason(client: Client, claim: str, backend: Backend) -> None:
    assert (await call(client, action="reject", ids=[claim], text="they can't"))[0] == f"rejected: {claim}"
    assert "they can't" in text(await client.call_tool("get_provenance", {"id": claim}))


async def test_the_user_agrees_to_nothing_that_is_not_in_view(client: Client, user: User) -> None:
    ids = []
    for tail in ("Root logins are allowed.", "word " * 400):
        told = await client.call_tool(
            "remember", {"content": f"Magpies {tail[:4]} count to ten. {'They nest. ' * 50}{tail}"}
        )
        assert told.structured_content
        ids.append(told.structured_content["id"])
    await call(client, action="approve", ids=ids[:1])
    assert "Root logins are allowed." in user.asked[0]
    said, failed = await call(client, action="approve", ids=ids[1:])
    assert failed
    assert "more than 2,000 characters" in said
    assert len(user.asked) == 1


async def test_nobody_can_be_asked_about_nothing(client: Client) -> None:
    said, failed = await call(client, action="approve")
    assert failed
    assert "ids is empty" in said
    assert RememberRequest("x").approved is False
