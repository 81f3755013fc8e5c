"""An agent over real stdio: what is stored with which grade, held or blocked, and that no claimed source changes it."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from mcp import Client

from scrubjay.app import App
from scrubjay.model.evidence import Origin
from tests import persons
from tests.behaviour.conftest import ingest
from tests.behaviour.processes import ask, knowledge_of
from tests.conftest import Repo

ADR = "# 3. Use Redis for caching\n\n## Status\n\nAccepted\n\n## Decision\n\nWe use Redis for caching session data.\n"

STORED, KNOWN, BLOCKED = "stored", "known", "blocked"

CLAIMS = [
    ("I think we should use Redis", BLOCKED, ""),
    ("I think we should use Redis, definitely", BLOCKED, ""),
    ("The server may timeout under load", STORED, "said"),
    ("Connections typically complete in <100ms", STORED, "said"),
    ("The API returns JSON for REST responses", STORED, "said"),
    ("Per ADR-003, we use Redis for caching session data", STORED, "said"),
    ("Per ADR-003, we use Redis for caching session data", KNOWN, "said"),
    ("Per ADR-999, we use magic", STORED, "said"),
    ("The cache was fixed in commit {sha}", STORED, "said"),
    ("Fixed in commit deadbee1234", STORED, "said"),
]

LATER = "2999-01-01T00:00:00Z"
"""After whatever the programs' own clock says."""

SOURCES = ("user", "manual", "documentation", "adr", "commit")


@pytest.mark.anyio
async def test_an_agents_claims_are_stored_reviewed_or_blocked_by_what_is_verified(app: App, repo: Repo) -> None:
    repo.commit("Fix the cache", {"docs/adr/0003-use-redis.md": ADR, "README.md": "# Shop\n\nA shop.\n"})
    ingest(app.initialise(repo.path))
    sha = repo.git("rev-parse", "HEAD")[:10]
    server = knowledge_of(repo)
    async with Client(server) as agent:

        async def outcome(content: str, **more: str) -> tuple[str, str]:
            told = await agent.call_tool("remember", {"content": content, **more})
            assert told.structured_content, told
            return str(told.structured_content["outcome"]), str(told.structured_content["grade"])

        for claim, expected, grade in CLAIMS:
            said, earned = await outcome(claim.format(sha=sha))
            assert (claim, said) == (claim, expected)
            assert (claim, earned) == (claim, grade)
        for number, source in enumerate(SOURCES):
            claim = f"Shelf {number} holds purple lanterns since spring."
            assert await outcome(claim, source=source) == (STORED, "said"), "a source that is claimed earns nothing"
        shown = await ask(agent, "search_knowledge", query="purple lanterns since spring", kinds=["memory"])
        assert shown.count("said by") >= len(SOURCES), shown


@pytest.mark.anyio
async def test_what_an_agent_commits_vouches_for_nothing_that_it_says_without_any_hook(app: App, repo: Repo) -> None:
    """The server began before that commit, whatever index and base branch show of it by now."""
    repo.commit("first", {"docs/ops.md": "# Ops\n\nSessions expire after 30 minutes.\n"})
    ingest(app.initialise(repo.path))
    async with Client(knowledge_of(repo)) as agent:
        soon = (datetime.now(UTC) + timedelta(seconds=5)).isoformat(timespec="seconds")
        repo.commit("mine", {"docs/gate.md": "# Gate\n\nThe gateway admits 41 requests per second.\n"}, date=soon)
        ingest(app.workspace(repo.path))
        for claim, grade in (
            ("Sessions expire after 30 minutes.", "quoted"),
            ("The gateway admits 41 requests per second.", "said"),
            ("The gateway admits 41 requests per second (docs/gate.md:3).", "said"),
        ):
            told = (await agent.call_tool("remember", {"content": claim})).structured_content
            assert told is not None
            assert (claim, told["grade"]) == (claim, grade), told
        assert told["grounds"][0]["state"] == "written in the session that says it", told
        lacking = "In Redis sessions expire after 30 minutes (docs/ops.md:3)."
        await agent.call_tool("remember", {"content": lacking})
        shown = await ask(agent, "search_knowledge", query="sessions in Redis", kinds=["memory"])
        assert 'docs/ops.md:3 › Ops (doesn\'t name Redis): "Sessions expire after 30 minutes."' in shown


@pytest.mark.anyio
async def test_a_source_that_is_named_shows_its_words_and_then_that_it_is_gone(app: App, repo: Repo) -> None:
    """What an agent says of a record in free words: the reader sees the record's own, whatever words can tell."""
    repo.commit("first", {"docs/adr/0003-use-redis.md": ADR})
    ingest(app.initialise(repo.path))
    async with Client(knowledge_of(repo)) as agent:
        claim = "The session data is never cached in Redis (docs/adr/0003-use-redis.md)."
        told = (await agent.call_tool("remember", {"content": claim})).structured_content
        assert told is not None
        words = "We use Redis for caching session data."
        assert told["grade"] == "said"
        assert [ground["words"] for ground in told["grounds"]] == [words], told
        shown = await ask(agent, "search_knowledge", query="sessions in Redis", kinds=["memory"])
        assert words in shown
        repo.git("rm", "-q", "docs/adr/0003-use-redis.md")
        repo.commit("second", {"README.md": "# Shop\n"})
        shown = await ask(agent, "search_knowledge", query="sessions in Redis", kinds=["memory"])
        assert "docs/adr/0003-use-redis.md" in shown
        assert "gone" in shown


def test_what_a_person_types_at_a_terminal_counts(app: App, repo: Repo) -> None:
    repo.commit("first", {"README.md": "# Shop\n"})
    app.initialise(repo.path)
    environment = repo.environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}
    for claim, expected in (
        ("I prefer tabs over spaces", STORED),
        ("I prefer tabs over spaces", KNOWN),
        ("Deploys happen on Fridays", STORED),
        ("I think deploys happen on Mondays", STORED),
    ):
        asked = [("[y/n]", "y")] if "Mondays" in claim else []  # what was told of the same is shown first
        ended = persons.scrubjay(repo.path, environment, "remember", "--json", claim, keys=asked)
        told = json.loads(next(line for line in ended.said.splitlines() if line.startswith("{")))
        assert (claim, told["outcome"], told["grade"]) == (claim, expected, "told")
    (one,) = [m for m in app.workspace(repo.path).memories.believed(LATER, LATER) if "tabs" in m.content]
    assert (one.origin, one.kind) == (Origin.PERSON, "preference")


@pytest.mark.anyio
async def test_what_a_person_told_stays_beside_an_agents_proposal_and_what_contradicts_it(app: App, repo: Repo) -> None:
    repo.commit("first", {"docs/ops.md": "# Ops\n\nSessions expire after 30 minutes.\n"})
    ingest(app.initialise(repo.path))
    environment = repo.environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}
    ended = persons.scrubjay(repo.path, environment, "remember", "--json", "Sessions live in Redis 7.", keys=[])
    right = json.loads(next(line for line in ended.said.splitlines() if line.startswith("{")))["id"]
    async with Client(knowledge_of(repo)) as agent:

        async def call(tool: str, **arguments: str) -> dict[str, str]:
            return dict((await agent.call_tool(tool, dict(arguments))).structured_content or {})

        newer = await call("update_memory", id=right, content="Sessions live in Redis 8.")
        assert newer["outcome"] == "held"
        told = await ask(agent, "get_provenance", id=right)
        assert f"{newer['id']} waits to take its place (supersede)" in told
        refused = await agent.call_tool("forget_memory", {"id": right})
        assert (refused.is_error, f"scrubjay forget {right[:12]}" in str(refused.content)) == (True, True)
        empty = await agent.call_tool("review_memories", {"action": "show"})
        assert (empty.is_error, "ids is empty" in str(empty.content)) == (True, True)
