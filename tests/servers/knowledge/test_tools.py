"""The knowledge server's tools over real git, a real database and a hashing embedder."""

import re

import mcp_types as types
import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError

from scrubjay_serving.backend import Opener
from tests.conftest import Repo
from tests.servers.answers import Ask

pytestmark = pytest.mark.anyio


ADR_2 = """\
# 2. Login forms

Date: 2025-01-01

## Status

Superseded by [7. Passkeys](0007-passkeys.md)

## Context

People log in through a form.
"""

ADR_7 = """\
# 7. Passkeys

Date: 2026-02-01

## Status

Accepted

Supersedes [2. Login forms](0002-login-forms.md)

## Context

People log in with a passkey; the authentication ceremony runs in the browser.
"""

TOKEN = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


@pytest.fixture
def decided(project: Repo, opener: Opener) -> Repo:
    project.commit("decide", {"docs/adr/0002-login-forms.md": ADR_2, "docs/adr/0007-passkeys.md": ADR_7})
    with opener() as app:
        at = app.workspace(project.path)
        at.documents.ingest(at.documents.view(), cause="test")
    return project


async def test_what_was_just_committed_is_found_with_path_lines_and_commit(ask: Ask, project: Repo) -> None:
    project.commit("explain", {"docs/deploy.md": "# Deploy\n\nThe canary takes ten percent of the traffic.\n"})
    answer = await ask("search_knowledge", query="canary traffic")
    short = project.git("rev-parse", "HEAD")[:7]
    assert "docs/deploy.md:1-3" in answer
    assert short in answer.splitlines()[0]
    assert "ten percent" in answer


async def test_the_current_decision_comes_first_and_the_old_one_is_marked(ask: Ask, decided: Repo) -> None:
    answer = await ask("search_knowledge", query="how do people log in")
    assert answer.index("0007-passkeys.md") < answer.index("0002-login-forms.md")
    assert "uperseded by" in answer


async def test_decisions_are_listed_by_standing(ask: Ask, decided: Repo) -> None:
    current = await ask("list_decisions")
    assert "Passkeys" in current
    assert "docs/adr/0002-login-forms.md" not in current
    assert "Login forms" in await ask("list_decisions", status="superseded")
    assert "Login forms" in await ask("list_decisions", status="all")
    assert "Login forms" in await ask("list_decisions", status="all", words="login", since="2025", path="docs/adr")


async def test_every_call_that_a_list_of_decisions_advises_is_taken(ask: Ask, project: Repo, opener: Opener) -> None:
    project.commit("many", {f"docs/adr/{n:04}-x{n}.md": f"# {n}. X{n}\n\nStatus: accepted\n" for n in range(2, 70)})
    with opener() as app:
        at = app.workspace(project.path)
        at.documents.ingest(at.documents.view(), cause="test")
    seen, offset = "", 0
    while match := re.search(r"offset=(\d+) shows the next", page := await ask("list_decisions", offset=offset)):
        seen, offset = seen + page, int(match[1])
    assert len(set(re.findall(r"^- ADR-(\d+)", seen + page, re.MULTILINE))) == 69


async def test_a_document_is_shown_in_whole_by_section_and_by_lines(ask: Ask, decided: Repo) -> None:
    path = "docs/adr/0007-passkeys.md"
    assert "ceremony" in await ask("get_document", path=path)
    assert "Accepted" not in await ask("get_document", path=path, section="Context")
    assert "ceremony" not in await ask("get_document", path=path, lines="1-5")
    assert "No document docs/adr/0008.md" in await ask("get_document", path="docs/adr/0008.md")
    assert "climbs out of its folder" in await ask("get_document", path="../secret.md")
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"
    for arguments in ({"path": f"docs/{token}.md"}, {"path": f"../{token}"}, {"path": "README.md", "at": token}):
        assert token not in await ask("get_document", **arguments), "what was typed isn't repeated"
    assert f"{path}:1-" in (await ask("get_document", path="ADR-007", outline=True)).splitlines()[0]


async def test_a_revision_of_before_is_answered_as_of_then(ask: Ask, decided: Repo) -> None:
    before = decided.git("rev-parse", "HEAD~1")
    assert "0007-passkeys.md" not in await ask("search_knowledge", query="passkey ceremony", as_of=before)
    assert "no-such" in await ask("search_knowledge", query="passkey", as_of="no-such-revision")


async def test_a_preference_is_remembered_found_changed_traced_and_forgotten(client: Client, ask: Ask) -> None:
    asked = {"content": "I prefer tabs over spaces in makefiles.", "kind": "preference", "scope": "user"}
    stored = (await client.call_tool("remember", asked)).structured_content or {}
    assert stored["outcome"] == "stored"
    answer = await ask("search_knowledge", query="tabs or spaces in makefiles")
    assert "I prefer tabs over spaces" in answer
    assert "said" in answer
    changed = (
        await client.call_tool("update_memory", {"id": stored["id"][:12], "content": "I prefer spaces in makefiles."})
    ).structured_content or {}
    assert changed["outcome"] == "stored"
    answer = await ask("search_knowledge", query="tabs or spaces in makefiles")
    assert "I prefer tabs" not in answer
    assert f"takes the place of {stored['id']} (supersede)" in await ask("get_provenance", id=changed["id"])
    gone = (await client.call_tool("forget_memory", {"id": changed["id"]})).structured_content or {}
    assert gone["outcome"] == "forgotten"
    assert "prefer spaces" not in await ask("search_knowledge", query="tabs or spaces in makefiles")
    assert "forgotten: what it said is deleted" in await ask("get_provenance", id=changed["id"])


async def test_a_fact_without_evidence_is_found_apart_as_an_agents_word(client: Client, ask: Ask) -> None:
    answer = await client.call_tool("remember", {"content": "Staging drops idle connections after a minute."})
    told = answer.structured_content or {}
    assert (told["outcome"], told["grade"]) == ("stored", "said")
    found = await ask("search_knowledge", query="idle connections staging")
    assert "Staging drops" in found.partition("Memories:")[2]


async def test_a_secret_is_blocked_and_never_echoed(client: Client) -> None:
    blocked = await client.call_tool("remember", {"content": f"The deploy token is {TOKEN}"})
    assert blocked.structured_content is not None
    assert blocked.structured_content["outcome"] == "blocked"
    assert TOKEN not in str(blocked)


async def test_a_duplicate_is_known_by_the_id_that_exists(client: Client) -> None:
    content = {"content": "Staging drops idle connections after a minute."}
    first = (await client.call_tool("remember", content)).structured_content or {}
    second = (await client.call_tool("remember", content)).structured_content or {}
    assert (second["outcome"], second["id"]) == ("known", first["id"])


async def test_the_same_key_again_returns_the_first_result(client: Client) -> None:
    first = (await client.call_tool("remember", {"content": "One fact.", "key": "k1"})).structured_content or {}
    second = (await client.call_tool("remember", {"content": "One fact.", "key": "k1"})).structured_content or {}
    assert (second["outcome"], second["id"]) == ("known", first["id"])


async def test_status_counts_what_is_indexed(client: Client, project: Repo) -> None:
    await client.call_tool("search_knowledge", {"query": "usage"})
    status = (await client.call_tool("knowledge_status", {})).structured_content or {}
    assert status["documents"] == 3
    assert status["behind"] == 0
    assert status["at"].startswith("repo · main @ ")


async def test_documents_and_decisions_can_be_attached_by_address(client: Client, decided: Repo) -> None:
    await client.call_tool("search_knowledge", {"query": "passkey"})
    listed = (await client.list_resources()).resources
    assert str(listed[0].uri) == "scrubjay://document/docs/adr/0007-passkeys.md"
    for uri in ("scrubjay://document/docs/adr/0007-passkeys.md", "scrubjay://decision/7", "scrubjay://decision/0007"):
        (content,) = (await client.read_resource(uri)).contents
        assert isinstance(content, types.TextResourceContents)
        assert content.text == ADR_7
    for uri, said in (
        ("scrubjay://decision/99", "No decision is called 99 at "),
        ("scrubjay://memories/none", "No memory bears this tag."),
        ("scrubjay://document/docs/none.md", "docs/none.md"),
    ):
        (content,) = (await client.read_resource(uri)).contents
        assert isinstance(content, types.TextResourceContents)
        assert said in content.text
        assert content.mime_type == "text/plain"
    with pytest.raises(MCPError) as refused:
        await client.read_resource("scrubjay://nothing/99")
    assert refused.value.code == types.INVALID_PARAMS


async def test_two_worktrees_never_see_each_others_passages(ask: Ask, project: Repo) -> None:
    side = project.path.parent / "side"
    project.git("worktree", "add", "-q", "-b", "side", str(side))
    other = Repo(side, project.environment)
    project.commit("main only", {"docs/main.md": "# Main\n\nThe flamingo protocol is for the main branch.\n"})
    other.commit("side only", {"docs/side.md": "# Side\n\nThe flamingo protocol is for the side branch.\n"})
    for _ in range(3):
        here = await ask("search_knowledge", query="flamingo protocol", repo=str(project.path))
        there = await ask("search_knowledge", query="flamingo protocol", repo=str(side))
        assert ("docs/main.md" in here, "docs/side.md" in here) == (True, False)
        assert ("docs/main.md" in there, "docs/side.md" in there) == (False, True)
        assert here.startswith("repo · main @ ") or "repo · main @ " in here.splitlines()[0]
        assert "side · side @ " in there.splitlines()[0]


async def test_a_prompt_that_nobody_offers_is_answered_so(client: Client) -> None:
    with pytest.raises(MCPError, match=r"has no prompt 'nope'\. It has none"):
        await client.get_prompt("nope", {})
