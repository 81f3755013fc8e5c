"""What one member's agent leaves, another's takes up on another machine: two homes, real clients, a server."""

import json
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from mcp import Client
from mcp_types import Implementation

from scrubjay_joined.membership import Membership, keep
from tests.behaviour.processes import ask, quiet, said, scrubjay, server
from tests.conftest import Repo
from tests.patience import PATIENCE_S
from tests.servers.team.api.test_projects import ADDRESS, AddProject
from tests.servers.team.api.test_projects import mirrored as mirrored
from tests.servers.team.api.test_projects import origin as origin
from tests.servers.team.conftest import databases as databases
from tests.servers.team.conftest import postgres as postgres
from tests.servers.team.serving.conftest import ServedTeam
from tests.servers.team.serving.conftest import served as served
from tests.trusting import trust_scripts

pytestmark = [pytest.mark.anyio, pytest.mark.story]

TASK = "Weigh parcels once"
CONTEXT = {
    "task_description": TASK, "relevant_files": ["README.md"],
    "current_state": {"completed": ["measured"], "next_steps": ["drop the second scale"]},
}  # fmt: skip

Machine = Callable[[str], Repo]


@pytest.fixture
def machine(served: ServedTeam, origin: Repo, tmp_path: Path) -> Machine:
    """Makes a member's machine: a clone of the team's repository, and a home that joined the server."""

    def make(name: str) -> Repo:
        if name != "anna":
            served.people(lambda members, _: members.add(name, "writer"))
        folder = tmp_path / name
        account, home = folder / "account", folder / "home"
        account.mkdir(parents=True)
        (account / ".gitconfig").write_bytes((Path(origin.environment["HOME"]) / ".gitconfig").read_bytes())
        own = {
            "HOME": str(account), "SCRUBJAY_HOME": str(home), "SCRUBJAY_EMBEDDING_PROVIDER": "none",
            "SCRUBJAY_TOOLSETS": "[core, agents]",
        }  # fmt: skip
        place = Repo(folder / "shop", origin.environment | own)
        origin.git("clone", "-q", str(origin.path), str(place.path))
        place.git("remote", "set-url", "origin", ADDRESS)
        trust_scripts(home)
        scrubjay(place, "init", "--yes")
        quiet(place)
        with served.databases.owner.transaction() as connection:
            row = connection.execute("SELECT id FROM server").fetchone()
        assert row is not None
        url, token = f"http://127.0.0.1:{served.port}", served.token(name, "search", "remember", "handoff")
        keep(home, Membership(url, "acme", name, row["id"].hex), token)
        return place

    return make


def client(place: Repo, name: str) -> Client:
    return Client(server(place, "scrubjay_session"), client_info=Implementation(name=name, version="1"))


async def listed(asked: Client) -> str:
    """What waits, once the server answered in time: a busy machine may be late."""
    until = time.monotonic() + PATIENCE_S
    while "degraded" in (told := await ask(asked, "get_pending_handoffs")) and time.monotonic() < until:
        pass
    return told


async def test_what_one_member_s_agent_leaves_another_s_takes_and_finishes_elsewhere(
    served: ServedTeam, mirrored: AddProject, machine: Machine
) -> None:
    mirrored()
    anna, ben = machine("anna"), machine("ben")
    (anna.path / "scale.py").write_text("weigh = 1\n")
    async with client(anna, "claude-code") as sender, client(ben, "codex") as taker:
        left = await ask(sender, "initiate_handoff", target_id="team:ben", context=CONTEXT)
        assert "Left." in left
        assert "Uncommitted there: scale.py" in left
        assert "Kept at team acme · left by you · on shop" in left
        found = re.search(r"(\w{32}) from anna \(claude-code\) for team:ben, PENDING", left)
        assert found is not None, left
        id = found[1]

        waiting = await listed(taker)
        assert f"{id} from anna (claude-code) for team:ben, PENDING" in waiting
        assert "Kept at team acme · for you · on shop · waits 6 days more" in waiting or "waits 7 days" in waiting
        assert str(anna.path.parent) not in waiting  # no folder of the other machine
        taken = await ask(taker, "accept_handoff", handoff_id=id[:12])
        assert "Accepted, lease 1 for 30 minutes. It is the task of" in taken or "for 29 minutes" in taken, taken
        assert "uncommitted scale.py: only in the sender's folder, which is not on this machine" in taken
        again = await ask(taker, "accept_handoff", handoff_id=id)
        assert "Accepted, lease 1" in again  # its answer may have been lost
        assert TASK in await ask(taker, "get_task_context")
        refused, words = await said(sender, "complete_handoff", handoff_id=id, result={"status": "done"})
        assert refused
        assert "is held by ben" in words, words

        done = await ask(
            taker, "complete_handoff", handoff_id=id, result={"status": "done", "notes": "One scale is left."}
        )
        assert "Completed at team acme. anna (claude-code) is told" in done
        ended = await listed(sender)
        assert "is completed by ben: done: One scale is left., at team acme" in ended
        assert "is completed" not in await listed(sender)
    assert "COMPLETED" in scrubjay(ben, "handoff", "list")


async def test_members_share_in_a_pool_of_the_team(served: ServedTeam, mirrored: AddProject, machine: Machine) -> None:
    mirrored()
    anna, ben = machine("anna"), machine("ben")
    kept = served.call(served.token("anna", "remember"), "remember", content="Parcels leave by the north gate.").text
    found = re.search(r'"id": ?"(\w{32})"', kept)
    assert found is not None, kept
    async with client(anna, "claude-code") as sharer, client(ben, "codex") as reader:
        assert "pool team/gates" in await ask(sharer, "create_pool", name="team/gates")
        shared = await ask(sharer, "share_memory_to_scope", pool_id="team/gates", memory_id=found[1])
        assert "is shared in team/gates" in shared
        refused, words = await said(reader, "query_shared", pool_id="team/gates")
        assert refused
        assert "No pool of yours is called 'gates'" in words
        assert "read in pool team/gates" in await ask(reader, "join_pool", pool_id="team/gates")
        answer = await ask(reader, "query_shared", pool_id="team/gates", query="which gate do parcels take")
        assert "Parcels leave by the north gate. · said · by anna" in answer
    assert "team/gates" in scrubjay(ben, "pool", "list")


def test_people_hand_over_and_share_by_commands(served: ServedTeam, mirrored: AddProject, machine: Machine) -> None:
    mirrored()
    anna, ben = machine("anna"), machine("ben")
    left = json.loads(scrubjay(anna, "handoff", "create", TASK, "--to", "team:ben", "--file", "README.md", "--json"))
    assert (left["server"], left["you"], left["repository"]) == ("team acme", "left by you", "shop")
    id = left["id"]
    assert f"[for you] {id} from anna (human) for team:ben, PENDING" in scrubjay(ben, "handoff", "list")
    assert TASK in scrubjay(ben, "handoff", "show", id[:8])
    assert "held by you" in scrubjay(ben, "handoff", "accept", id[:8])
    assert "Completed at team acme" in scrubjay(ben, "handoff", "complete", id[:8], "--notes", "One scale is left.")
    listed = json.loads(scrubjay(anna, "handoff", "list", "--json"))["handoffs"]
    assert [(one["id"], one["state"], one["lease"]["label"]) for one in listed] == [(id, "COMPLETED", "ben")]
    again = scrubjay(anna, "handoff", "create", TASK, "--to", "team").split()[0]
    assert "REJECTED" not in scrubjay(anna, "handoff", "cancel", again)
    assert "CANCELLED" in scrubjay(anna, "handoff", "show", again)

    assert "pool team/gates created" in scrubjay(anna, "pool", "create", "team/gates")
    assert "read in pool team/gates" in scrubjay(ben, "pool", "join", "team/gates")
    assert "nothing in this pool fits" in scrubjay(ben, "pool", "query", "team/gates", code=1)
    assert json.loads(scrubjay(ben, "pool", "list", "--json"))["pools"][0]["permission"] == "read"
    assert "left pool team/gates" in scrubjay(ben, "pool", "leave", "team/gates")
