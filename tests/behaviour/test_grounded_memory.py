"""An agent over real stdio: what is stored, waits or is blocked, and that no claimed source changes it."""

import json
import os
import pty
import subprocess
import sys

import pytest
from mcp import Client

from scrubjay.app import App
from tests.behaviour.conftest import ingest
from tests.behaviour.processes import ask, knowledge_of
from tests.conftest import Repo

ADR = "# 3. Use Redis for caching\n\n## Status\n\nAccepted\n\n## Decision\n\nWe use Redis for caching session data.\n"

STORED, PENDING, BLOCKED = "stored", "pending", "blocked"

CLAIMS = [
    ("I think we should use Redis", BLOCKED),
    ("I think we should use Redis, definitely", BLOCKED),
    ("The server may timeout under load", PENDING),
    ("Connections typically complete in <100ms", PENDING),
    ("The API returns JSON for REST responses", PENDING),
    ("Per ADR-003, we use Redis for caching session data", STORED),
    ("Per ADR-003, we use Redis for caching session data", BLOCKED),
    ("Per ADR-999, we use magic", PENDING),
    ("Fixed in commit {sha}", STORED),
    ("Fixed in commit deadbee1234", PENDING),
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

        async def outcome(content: str, **more: str) -> str:
            told = await agent.call_tool("remember", {"content": content, **more})
            assert told.structured_content, told
            return str(told.structured_content["outcome"])

        for claim, expected in CLAIMS:
            assert (claim, await outcome(claim.format(sha=sha))) == (claim, expected)
        for number, source in enumerate(SOURCES):
            assert await outcome(f"Shelf {number} holds purple lanterns since spring.", source=source) == PENDING
            assert await outcome(f"Per ADR-003, shelf {number} holds green lanterns.", source=source) == PENDING
            assert await outcome(f"Per ADR-003, we use Memcached{number} for caching data.", source=source) == PENDING
        assert await outcome("I prefer tabs over spaces", kind="preference", scope="user") == STORED
        shown = await ask(agent, "search_knowledge", query="tabs over spaces", kinds=["memory"])
        assert "unconfirmed" in shown
        told = await agent.call_tool("remember", {"content": "May 2024 release notes name the purple lanterns"})
        assert told.structured_content
        assert told.structured_content["outcome"] == PENDING
        assert "hedge" not in str(told.structured_content["do"])
        assert "hedges" in told.structured_content["checks"], "passed, without words"


def test_what_a_person_types_at_a_terminal_counts(app: App, repo: Repo) -> None:
    repo.commit("first", {"README.md": "# Shop\n"})
    app.initialise(repo.path)
    controller, terminal = pty.openpty()
    command = [sys.executable, "-m", "scrubjay.cli.main", "remember", "--json"]
    try:
        for claim, expected in (
            ("I prefer tabs over spaces", STORED),
            ("I prefer tabs over spaces", BLOCKED),
            ("Deploys happen on Fridays", STORED),
            ("I think deploys happen on Mondays", BLOCKED),
        ):
            environment = repo.environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}
            done = subprocess.run(
                [*command, claim, "--kind", "preference" if "prefer" in claim else "fact"], stdin=terminal,
                cwd=repo.path, env=environment, capture_output=True, text=True, timeout=60, check=False,
            )  # fmt: skip
            assert (claim, json.loads(done.stdout)["outcome"]) == (claim, expected), done.stderr
            assert done.returncode == (expected == BLOCKED)
    finally:
        os.close(controller)
        os.close(terminal)
    (one,) = [m for m in app.at(repo.path).memories.believed(LATER, LATER) if "tabs" in m.content]
    assert (one.source, one.belief.unconfirmed) == ("manual", False)


@pytest.mark.anyio
async def test_a_claim_that_only_waits_holds_no_grounded_one_back_and_replaces_nothing(app: App, repo: Repo) -> None:
    repo.commit("first", {"docs/ops.md": "# Ops\n\nSessions expire after 30 minutes.\n"})
    ingest(app.initialise(repo.path))
    server = knowledge_of(repo)
    async with Client(server) as agent:

        async def call(tool: str, **arguments: str) -> dict[str, str]:
            return dict((await agent.call_tool(tool, dict(arguments))).structured_content or {})

        wrong = await call("remember", content="Sessions expire after 90 minutes.")
        assert wrong["outcome"] == PENDING
        right = await call("remember", content="Sessions expire after 30 minutes (docs/ops.md:3).")
        assert (right["outcome"], wrong["id"] in str(right["checks"])) == (STORED, True)
        newer = await call("update_memory", id=right["id"], content="Sessions expire after 45 minutes.")
        assert newer["outcome"] == PENDING
        told = await ask(agent, "get_provenance", id=right["id"])
        assert f"{newer['id']} waits to take its place (supersede)" in told
        gone = await call("forget_memory", id=right["id"])
        assert newer["id"][:12] in gone["do"], "it may repeat the words"
        empty = await agent.call_tool("review_memories", {"action": "show"})
        assert (empty.is_error, "ids is empty" in str(empty.content)) == (True, True)
