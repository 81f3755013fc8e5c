"""The commands of a home that joined a team: they write there, find it, trace it, and take it back."""

import json
from collections.abc import Callable

import pytest

from tests.behaviour.delaying import DelayingProxy
from tests.behaviour.joined_homes import MemberHome
from tests.behaviour.joined_homes import member as member
from tests.behaviour.joined_homes import proxy as proxy
from tests.behaviour.processes import command, scrubjay
from tests.conftest import Repo
from tests.servers.team.conftest import databases as databases
from tests.servers.team.conftest import postgres as postgres
from tests.servers.team.serving.conftest import served as served

pytestmark = pytest.mark.story

FACT = "Deploys of the depot wait for the night train."


def test_a_script_keeps_finds_traces_changes_and_forgets_a_team_s_memory(
    member: Callable[[str], MemberHome], repo: Repo, proxy: DelayingProxy
) -> None:
    repo.environment = member("anna").environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}
    kept = json.loads(scrubjay(repo, "remember", FACT, "--scope", "team", "--json"))
    assert (kept["outcome"], kept["grade"]) == ("stored", "said")
    id = kept["id"][:12]
    assert "team acme keeps memories of its own" in scrubjay(repo, "memories", code=1)
    told = scrubjay(repo, "provenance", id)
    assert told.startswith("team acme\n")
    assert FACT in told
    newer = scrubjay(repo, "update", id, FACT.replace("night", "day"))
    assert newer.startswith("stored as said: ")
    newer_id = newer.splitlines()[0].split()[3]
    assert scrubjay(repo, "forget", newer_id, "--yes").startswith("forgotten: ")
    proxy.cut()
    lost = command(repo, "remember", FACT, "--scope", "team")
    assert (lost.returncode, "nothing was stored, there or here" in lost.stderr) == (4, True)
