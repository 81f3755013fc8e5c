"""Two clients in two worktrees: one leaves work with uncommitted files, the other is told, takes it and finishes it."""

import re
from pathlib import Path

import pytest
from mcp import Client
from mcp_types import Implementation

from tests.behaviour.processes import ask, client_hook, said, scrubjay, server
from tests.conftest import Repo

pytestmark = pytest.mark.anyio

TASK = "Weigh parcels once"


def at(repo: Repo, path: Path, session: str = "") -> Repo:
    """A worktree as a client's process stands in it."""
    mine = {"SCRUBJAY_TOOLSETS": "[core, agents]"} | ({"CLAUDE_CODE_SESSION_ID": session} if session else {})
    return Repo(path, repo.environment | mine)


def client(place: Repo, name: str, mode: str = "auto") -> Client:
    return Client(server(place, "scrubjay_session"), client_info=Implementation(name=name, version="1"), mode=mode)


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
    context = {
        "task_description": TASK,
        "current_state": {"completed": ["measured"], "next_steps": ["drop the second scale"]},
        "relevant_files": ["docs/guide.md"],
    }
    async with client(backend, "claude-code", mode) as sender:
        left = await ask(sender, "initiate_handoff", target_id="any:codex", context=context)
        assert "Uncommitted there: docs/guide.md; scale.py" in left
        assert "weigh = 1" not in left  # names and ids, never contents
        id = re.search(r"[0-9a-f]{32}", left)
        assert id is not None
        assert "No handoff waits here" in await ask(sender, "get_pending_handoffs")
    shop.git("add", "scale.py")
    shop.git("commit", "-q", "-m", "weigh once")

    async with client(front, "codex-mcp-client", mode) as taker:
        start = await ask(taker, "session_init")
        assert f"{id[0]} from claude_code for any:codex, PENDING" in start
        accepted = await ask(taker, "accept_handoff", handoff_id=id[0])
        assert "Accepted, lease 1." in accepted
        assert "1 commit: weigh once" in accepted
        assert "files that changed: scale.py" in accepted
        assert "uncommitted scale.py: committed since" in accepted
        assert "uncommitted docs/guide.md: only in the sender's folder" in accepted
        task = await ask(taker, "get_task_context")
        assert TASK in task
        assert "drop the second scale" in task
        refused, words = await said(taker, "accept_handoff", handoff_id="f" * 32)
        assert refused
        assert "get_pending_handoffs" in words
        result = {"status": "done", "files_modified": ["scale.py"], "notes": "One scale is left."}
        assert "Completed." in await ask(taker, "complete_handoff", handoff_id=id[0], result=result)

    async with client(at(shop, shop.path, "s-next"), "claude-code", mode) as again:
        told = await ask(again, "session_init")
        assert f'Your handoff {id[0][:8]} "{TASK}" is completed by codex: done, 1 file: One scale is left.' in told
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
