"""An agent reports what the user prefers: two projects of one home, a client of each over stdio, one person between."""

from collections.abc import Callable

import pytest
from mcp import Client

from tests import persons
from tests.behaviour.processes import ask, knowledge_of, scrubjay, server
from tests.conftest import Repo

pytestmark = pytest.mark.anyio

TABS = "I prefer tabs over spaces in every language."


async def test_a_reported_preference_reaches_the_other_project_once_a_person_approved_it(
    make_repo: Callable[..., Repo],
) -> None:
    shop, bank = make_repo("shop"), make_repo("bank")
    for one in (shop, bank):
        one.environment = one.environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}
        one.commit("start", {"README.md": f"# {one.path.name.title()}\n"})
        scrubjay(one, "init", "--yes", "--client", "print")

    async def seen(at: Repo, *, waits: bool) -> list[bool]:
        """Whether a search, a briefing, the queue and the list of what waits name it in a project."""
        async with Client(knowledge_of(at)) as client, Client(server(at, "scrubjay_session")) as session:
            answers = [
                await ask(client, "search_knowledge", query="tabs or spaces", kinds=["memory"]),
                await ask(session, "session_init", focus="tabs over spaces"),
                await ask(client, "review_memories"),
            ]
        answers.append(scrubjay(at, "memories", "--waiting", code=0 if waits else 1))
        return [TABS in answer for answer in answers]

    async with Client(knowledge_of(shop)) as client:
        stored = (await client.call_tool("remember", {"content": TABS, "scope": "user"})).structured_content
    assert stored is not None
    assert (stored["outcome"], stored["grade"]) == ("stored", "said")
    assert "this project only" in stored["add"]
    assert await seen(shop, waits=True) == [True, True, True, True]
    assert await seen(bank, waits=False) == [False, False, False, False]

    ended = persons.scrubjay(
        shop.path, shop.environment, "review", "approve", stored["id"], keys=[("Approve it?", "y")]
    )
    assert ended.code == 0, ended.said
    assert await seen(shop, waits=False) == [True, True, False, False]
    assert await seen(bank, waits=False) == [True, True, False, False]
    assert "told by" in scrubjay(bank, "memories")
