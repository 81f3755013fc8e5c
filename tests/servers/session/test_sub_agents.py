"""Four parallel sub-agents over their parent's servers: no call is ever called another's; those without a name count.

Each is told by its client's hook which session to pass. Some of its calls pass it, some don't, and some tools take
none: those are the parent's.
"""

import json
import random
import re
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path

import anyio
import pytest
from mcp import Client

from scrubjay.app import open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.integrations.client_hooks.steps import line
from scrubjay.model.visible import session_name
from scrubjay.settings.layers import load_settings
from scrubjay.storage.database import Database
from scrubjay.storage.migrate import SchemaName
from scrubjay_knowledge import server as knowledge
from scrubjay_serving.backend import Backend, Surroundings
from scrubjay_session import server as session
from tests.conftest import Repo
from tests.fakes import HashingEmbedder, MovingClock
from tests.servers.answers import text

pytestmark = pytest.mark.anyio

PARENT = "fe09d51d-704e-4e0c-a01e-3dcc2517ab62"
AGENTS = ("a1b2c3d4e5f6a7b8c", "a1b2c3d4e5f6a7b8d", "01a208d1-a8ab-7902-896f-f9857ae5b88d", "a7")
CALLS = 6

Call = Callable[[], Awaitable[None]]


@pytest.mark.parametrize("seed", [1, 2])
async def test_no_call_of_a_sub_agent_is_called_another_s(
    project: Repo, environment: dict[str, str], seed: int
) -> None:
    chance = random.Random(seed)
    names = {agent: line(PARENT, agent).removeprefix("pass session=") for agent in AGENTS}
    assert len(set(names.values())) == len(AGENTS)
    variables = environment | {"SCRUBJAY_TOOLSETS": "[core, agents]", "CLAUDE_CODE_SESSION_ID": PARENT}
    git, clock = GitEnvironment.of(environment), MovingClock()
    backends = [
        Backend(
            Surroundings(variables, project.path),
            lambda: open_app(
                load_settings(variables), git_environment=git, embedder=HashingEmbedder(), clock=clock,
                wake=lambda: None,
            ),
        )
        for _ in range(2)
    ]  # fmt: skip
    passed: dict[str, str] = {}
    """By a token that stands in one call's words alone: the session that the call named."""
    async with (
        Client(session.build(backends[0])) as first,
        Client(knowledge.build(backends[1])) as second,
    ):

        async def call(client: Client, tool: str, **arguments: object) -> None:
            answer = await client.call_tool(tool, arguments)
            assert not answer.is_error, text(answer)

        def one(agent: str, number: int) -> Call:
            token = f"tok{AGENTS.index(agent)}x{number}"
            given = {"session": names[agent]} if chance.random() < 0.6 else {}
            name = str(given.get("session", ""))
            task = {"target_id": "branch", "context": {"task_description": f"Do {token}"}}
            kind = chance.choice(["init", "save", "leave", "over", "note", "learn"])
            if kind == "init":
                return lambda: call(first, "session_init", **given)
            if kind == "save":
                passed[f"save {token}"] = name
                return lambda: call(first, "session_save", summary=f"Did {token}", **given)
            if kind == "leave":
                passed[f"save {token}"] = passed[f"handoff {token}"] = name
                return lambda: call(first, "session_save", summary=f"Did {token}", handoff=task, **given)
            if kind == "over":
                passed[f"handoff {token}"] = ""
                return lambda: call(first, "initiate_handoff", **task)
            if kind == "note":
                return lambda: call(first, "note_progress", text=f"Noted {token}")
            passed[f"memory {token}"] = name
            return lambda: call(second, "remember", content=f"The shop has a shelf named {token}.", **given)

        async def work(calls: list[Call]) -> None:
            for each in calls:
                await each()

        async with anyio.create_task_group() as group:
            for agent in AGENTS:
                group.start_soon(work, [one(agent, number) for number in range(CALLS)])

    counted: Counter[str] = Counter()
    for what, written in attributed(Path(environment["SCRUBJAY_HOME"])).items():
        name = passed[what]
        own = {name, session_name(name)} - {""}
        who = "own" if written in own else "parent" if written == PARENT else "another"
        counted[f"{what.split()[0]} {'named' if name else 'unnamed'}: {who}"] += 1
    print(sorted(counted.items()))
    assert sum(counted.values()) == len(passed)
    assert {what.partition(" ")[2] for what in counted if what.endswith("another")} == set()
    # a memory is its client's session's, whatever its agent names: who confirms whom rests on it
    assert {what for what in counted if " named: parent" in what} <= {"memory named: parent"}
    assert not [what for what in counted if "unnamed: own" in what]


def attributed(home: Path) -> dict[str, str]:
    """The session that is written beside each token."""
    [folder] = (home / "projects").iterdir()
    found = {}
    schema: SchemaName
    for kind, file, schema, query in (
        ("save", "session.db", "session", "SELECT summary AS words, session FROM save"),
        ("handoff", "session.db", "session", "SELECT context AS words, sender_session AS session FROM handoff"),
        ("memory", "knowledge.db", "knowledge", "SELECT content AS words, session FROM memory"),
    ):
        with Database(folder / file, schema) as database:
            for row in database.read(lambda c, q=query: c.execute(q).fetchall()):  # type: ignore[misc]
                for token in re.findall(r"tok\dx\d", json.dumps(row["words"])):
                    found[f"{kind} {token}"] = row["session"]
    return found
