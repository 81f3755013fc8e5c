"""Two clients in two worktrees: one learns, shares and leaves work, the other is told by its hook, takes and ends it.

The clients are fake, the servers and hooks aren't; `test_two_programs` runs the clients' own programs.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp_types import Implementation

from tests.behaviour.processes import ask, client_hook, said, scrubjay, server
from tests.conftest import Repo
from tests.servers.answers import text

pytestmark = pytest.mark.anyio

TASK = "Weigh parcels once"
CLAIM = "Parcels are weighed twice."
CODEX = "01a20957-e3c6-7bc0-a23a-5c28b6c5790e"
"""A session as Codex names one, in its hooks and in the `_meta` of its calls."""


def at(repo: Repo, path: Path, session: str = "") -> Repo:
    """A worktree as a client's process stands in it."""
    mine = {"SCRUBJAY_TOOLSETS": "[core, agents]"} | ({"CLAUDE_CODE_SESSION_ID": session} if session else {})
    return Repo(path, repo.environment | mine)


def client(place: Repo, name: str, mode: str = "auto", module: str = "scrubjay_session") -> Client:
    return Client(server(place, module), client_info=Implementation(name=name, version="1"), mode=mode)


@pytest.fixture
def other(shop: Repo) -> Path:
    path = shop.path.parent / "front"
    shop.git("worktree", "add", "-q", "-b", "front", str(path))
    return path


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_what_one_client_leaves_another_takes_and_finishes(shop: Repo, other: Path, mode: str) -> None:
    backend, front = at(shop, shop.path, "s-back"), at(shop, other)
    (shop.path / "scale.py").write_text("weigh = 1\n")
    (shop.path / "docs/guide.md").write_text("# Guide\n\nParcels are weighed once.\n")
    async with client(backend, "claude-code", mode, "scrubjay_knowledge") as learner:
        learned = json.loads(await ask(learner, "remember", content=CLAIM, quote="docs/guide.md:3"))["id"]
    context = {"task_description": TASK, "relevant_files": ["docs/guide.md"], "relevant_memories": [learned]}
    async with client(backend, "claude-code", mode) as sender:
        await ask(sender, "create_pool", name="parcels")
        await ask(sender, "share_memory_to_scope", pool_id="parcels", memory_id=learned)
        left = await ask(
            sender,
            "session_save",
            summary="Measured.",
            completed=["measured"],
            next_steps=["drop the second scale"],
            handoff={"target_id": "any:codex", "context": context},
        )
        assert "Uncommitted there: docs/guide.md; scale.py" in left
        assert "weigh = 1" not in left  # names and ids, never contents
        id = re.search(r"(\w{32}) from claude_code for any:codex, PENDING", left)
        assert id is not None
        assert "No handoff waits here" in await ask(sender, "get_pending_handoffs")
    shop.git("add", "scale.py")
    shop.git("commit", "-q", "-m", "weigh once")

    told = client_hook(front, "SessionStart", CODEX, "codex", transcript_path=None, model="m").stdout
    assert told.count(f"{id[1]} from claude_code for any:codex, PENDING") == 1
    async with client(front, "codex-mcp-client", mode) as taker:

        async def codex(tool: str, **arguments: object) -> str:
            meta: Any = {"sessionId": CODEX, "threadId": CODEX}
            answer = await taker.call_tool(tool, arguments, meta=meta)
            assert not answer.is_error, answer
            return text(answer)

        assert id[1] not in await codex("session_init")  # its hook has told it: the two are one session
        accepted = await codex("accept_handoff", handoff_id=id[1])
        assert "Accepted, lease 1." in accepted
        assert "1 commit: weigh once" in accepted
        assert "files that changed: scale.py" in accepted
        assert "uncommitted scale.py: committed since" in accepted
        assert "uncommitted docs/guide.md: only in the sender's folder" in accepted
        task = await codex("get_task_context")
        assert TASK in task
        assert "drop the second scale" in task
        await codex("join_pool", pool_id="parcels")
        assert CLAIM in await codex("query_shared", pool_id="parcels")
        info = await codex("get_agent_info")
        assert CODEX[:12] in info
        assert "inferred" not in info
        refused, words = await said(taker, "accept_handoff", handoff_id="f" * 32)
        assert refused
        assert "get_pending_handoffs" in words
        result = {"status": "done", "files_modified": ["scale.py"], "notes": "One scale is left."}
        assert "Completed." in await codex("complete_handoff", handoff_id=id[1], result=result)

    ended = f'Your handoff {id[1][:8]} "{TASK}" is completed by codex: done, 1 file: One scale is left.'
    assert json.dumps(ended)[1:-1] in client_hook(backend, "SessionStart", "s-next").stdout
    async with client(at(shop, shop.path, "s-next"), "claude-code", mode) as again:
        assert "Your handoff" not in await ask(again, "session_init")  # told once


async def test_without_the_toolset_nothing_is_offered_told_or_stored(shop: Repo) -> None:
    async with client(Repo(shop.path, shop.environment), "codex") as plain:
        names = {tool.name for tool in (await plain.list_tools()).tools}
        assert not [name for name in names if "handoff" in name or "agent" in name]
        assert "Handoffs" not in await ask(plain, "session_init")
        refused, words = await said(plain, "get_pending_handoffs")
        assert refused
        assert "toolset agents" in words


async def test_an_orchestrator_acts_for_the_agents_that_it_registered_only(shop: Repo) -> None:
    place = at(shop, shop.path)
    async with client(place, "claude-code") as parent, client(place, "codex") as stranger:
        child = re.search(r"[0-9a-f]{32}", await ask(parent, "register_agent", agent_type="other_agent", name="tests"))
        assert child is not None
        await ask(stranger, "initiate_handoff", target_id=child[0], context={"task_description": TASK})
        assert TASK in await ask(parent, "get_pending_handoffs", agent_id=child[0])
        one = await said(stranger, "get_pending_handoffs", agent_id=child[0])
        none = await said(stranger, "get_pending_handoffs", agent_id="f" * 32)
        assert one == none
        assert one[0]
        assert "other_agent:tests" in await ask(stranger, "get_agents_for_user")
        assert (await said(stranger, "get_agents_for_user", user_id="eve"))[0]


def test_a_clients_hook_tells_once_what_waits_for_it(shop: Repo) -> None:
    assert "Handoffs" not in client_hook(shop, "SessionStart").stdout
    allowed = shop.environment | {"CODEX_SANDBOX": "1"}
    scrubjay(Repo(shop.path, allowed), "handoff", "create", TASK, "--to", "any:claude_code")
    told = client_hook(shop, "SessionStart").stdout
    assert "from codex for any:claude_code, PENDING" in told
    assert TASK in told
    assert TASK not in client_hook(shop, "SessionStart").stdout
