"""What a client shows a person: completed arguments, links to documents, and how far a long call is."""

import anyio
import pytest
from mcp import Client
from mcp.client.subscriptions import ResourcesListChanged
from mcp_types import ResourceLink, ResourceTemplateReference, TextContent

from scrubjay_knowledge.resources import completed
from scrubjay_knowledge.server import build
from scrubjay_serving.backend import Backend, Opener, Surroundings
from tests.conftest import Repo
from tests.patience import PATIENCE_S
from tests.servers.answers import text

pytestmark = pytest.mark.anyio

DOCUMENT = "scrubjay://document/{+path}"


async def values(client: Client, uri: str, name: str, typed: str) -> list[str]:
    answer = await client.complete(ResourceTemplateReference(uri=uri), {"name": name, "value": typed})
    return list(answer.completion.values)


async def test_paths_records_and_tags_are_completed(client: Client) -> None:
    assert await values(client, DOCUMENT, "path", "docs/") == ["docs/adr/0001-x.md", "docs/usage.md"]
    assert await values(client, DOCUMENT, "path", "USAGE") == ["docs/usage.md"]
    await client.call_tool("search_knowledge", {"query": "usage"})
    assert await values(client, "scrubjay://decision/{number}", "number", "adr") == ["ADR-001"]
    for tags in (["queue", "ops"], ["queue"]):
        await client.call_tool("remember", {"content": f"Queues drain hourly, says {len(tags)}.", "tags": tags})
    assert await values(client, "scrubjay://memories/{tag}", "tag", "") == ["ops", "queue"]
    (content,) = (await client.read_resource("scrubjay://memories/ops")).contents
    assert "Queues drain hourly, says 2." in content.text  # type: ignore[union-attr]
    assert await values(client, "scrubjay://memories/{tag}", "other", "") == []


async def test_nothing_is_completed_where_there_is_no_repository(tmp_path_factory: pytest.TempPathFactory) -> None:
    nowhere = tmp_path_factory.mktemp("nowhere")
    backend = Backend(Surroundings({"SCRUBJAY_HOME": str(nowhere / "home")}, nowhere))
    async with Client(build(backend)) as client:
        assert await values(client, DOCUMENT, "path", "") == []


@pytest.mark.parametrize(
    ("typed", "first", "total"), [("", ["a/b", "b/a", "B/c"], 3), ("b", ["b/a", "B/c", "a/b"], 3), ("/c", ["B/c"], 1)]
)
def test_values_that_begin_with_what_was_typed_come_first(typed: str, first: list[str], total: int) -> None:
    answer = completed(["B/c", "a/b", "b/a", "b/a"], typed)
    assert (answer.values, answer.total, answer.has_more) == (first, total, False)


def test_at_most_a_hundred_values_are_told_and_that_there_are_more() -> None:
    answer = completed(map(str, range(250)), "")
    assert (len(answer.values), answer.total, answer.has_more) == (100, 250, True)


async def test_an_answer_links_its_first_documents_for_the_client(client: Client, project: Repo) -> None:
    project.commit("more", {f"docs/owl {n}.md": f"# Owl {n}\n\nOwls sleep in barns.\n" for n in range(5)})
    answer = await client.call_tool("search_knowledge", {"query": "owls in barns"})
    said, *links = answer.content
    assert isinstance(said, TextContent)
    assert len(links) == 3
    for link in links:
        assert isinstance(link, ResourceLink)
        assert link.name in said.text
        assert link.annotations is not None
        assert link.annotations.audience == ["user"]
        (content,) = (await client.read_resource(link.uri)).contents
        assert content.text.startswith("# Owl")  # type: ignore[union-attr]


@pytest.mark.parametrize("more", [{"as_of": "HEAD"}, {"repo": "."}])
async def test_what_a_link_would_not_open_is_not_linked(client: Client, more: dict[str, str]) -> None:
    answer = await client.call_tool("search_knowledge", {"query": "usage", **more})
    assert "docs/usage.md" in text(answer)
    assert len(answer.content) == 1


async def test_a_client_that_asks_is_told_how_far_a_revision_is_indexed(client: Client, project: Repo) -> None:
    project.commit("old", {f"docs/o{n}.md": f"# O{n}\n\nThe number {n}.\n" for n in range(30)})
    project.commit("new", {f"docs/o{n}.md": f"# N{n}\n\nAnother number {n}.\n" for n in range(30)})
    told: list[tuple[float, float | None, str | None]] = []

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        told.append((progress, total, message))

    await client.call_tool("search_knowledge", {"query": "number", "as_of": "HEAD~1"}, progress_callback=hear)
    done = [step[0] for step in told]
    assert told
    assert done == sorted(set(done))
    assert str(told[-1][2]).endswith("documents indexed")


async def test_a_subscriber_is_told_when_the_list_of_decisions_is_another(
    client: Client, project: Repo, opener: Opener
) -> None:
    capabilities = client.server_capabilities
    assert capabilities is not None
    assert capabilities.resources is not None
    assert capabilities.resources.list_changed
    await client.list_resources()
    await client.list_tools()
    async with client.listen(tools_list_changed=True, resources_list_changed=True) as changes:
        await client.call_tool("knowledge_status", {})
        project.commit("decide", {"docs/adr/0002-y.md": "# 2. Y\n\nStatus: accepted\n"})
        with opener() as app:
            at = app.workspace(project.path)
            at.documents.ingest(at.documents.view(), cause="test")
        await client.call_tool("knowledge_status", {})
        with anyio.fail_after(PATIENCE_S):
            assert isinstance(await anext(aiter(changes)), ResourcesListChanged)


async def test_no_change_is_advertised_where_nobody_can_subscribe(backend: Backend) -> None:
    async with Client(build(backend), mode="legacy") as client:
        capabilities = client.server_capabilities
        assert capabilities is not None
        assert capabilities.resources is not None
        assert capabilities.tools is not None
        assert not capabilities.resources.list_changed
        assert not capabilities.tools.list_changed
        await client.call_tool("knowledge_status", {})
