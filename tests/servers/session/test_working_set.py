"""Two clients, a note and a merge: what the tools tell of a working set."""

import re

import pytest
from mcp import Client

from scrubjay_serving.backend import Backend
from scrubjay_session.server import build
from tests.conftest import Repo
from tests.servers.answers import Ask, text

pytestmark = pytest.mark.anyio


async def test_two_clients_at_once_are_merged_and_the_second_is_told(backend: Backend, project: Repo) -> None:
    other = Backend(backend.surroundings, backend._opener)
    async with Client(build(backend)) as one, Client(build(other)) as two:
        for client in (one, two):
            await client.call_tool("session_init", {})
        await one.call_tool("session_save", {"summary": "One.", "in_progress": "parser", "next_steps": ["x"]})
        await two.call_tool("note_progress", {"text": "regex -> nesting", "kind": "dead_end"})
        said = text(
            await two.call_tool("session_save", {"summary": "Two.", "in_progress": "lexer", "next_steps": ["y"]})
        )
        now = text(await one.call_tool("get_task_context", {}))
    assert "wrote here since you last looked. Kept beside yours:\n" in said
    assert "- next_steps: x" in said
    for line in ("- lexer", "- parser", "- x", "- y", "- regex -> nesting"):
        assert line in now


async def test_a_step_is_noted_and_survives_the_server(client: Client, ask: Ask, project: Repo) -> None:
    assert "Noted, task version 1." in await ask("note_progress", text="Redis -> no host", kind="dead_end")
    assert "Redis -> no host" in await ask("session_init")
    wrong = await client.call_tool("note_progress", {"text": "x", "kind": "banana"})
    assert wrong.is_error
    assert "Use one of: done, doing, next" in text(wrong)


async def test_the_working_set_of_a_merged_branch_is_shown_as_such(ask: Ask, project: Repo) -> None:
    project.git("switch", "-q", "-c", "feature")
    await ask("set_task_context", task="Ship it", details={"constraints": ["no new service"]})
    project.commit("work", {"a.py": "1"})
    project.git("switch", "-q", "main")
    project.git("merge", "-q", "feature")
    briefing = await ask("session_init")
    assert "Finished: Ship it (feature, merged, seen just now)" in briefing
    shown = await ask("get_task_context", branch="feature")
    assert "feature was merged into" in shown
    assert "- no new service" in shown


async def test_reading_another_branchs_task_leaves_no_trace_there(backend: Backend, ask: Ask, project: Repo) -> None:
    project.git("switch", "-q", "-c", "feature")
    await ask("set_task_context", task="Ship it")
    project.git("switch", "-q", "main")
    project.commit("Elsewhere")
    async with Client(build(Backend(backend.surroundings, backend._opener))) as other:
        assert "Ship it" in text(await other.call_tool("get_task_context", {"branch": "feature", "repo": ""}))
    project.git("switch", "-q", "feature")
    assert "left no save" not in await ask("session_init")


async def test_what_agents_note_is_told_as_theirs_wherever_it_is_shown(ask: Ask) -> None:
    await ask("set_task_context", task="Ship the queue")
    await ask("note_progress", text="Acknowledge after the write", kind="decision")
    await ask("session_save", summary="Began the queue.", decisions=["Retry twice"])
    for shown in (await ask("session_init"), await ask("get_task_context")):
        assert re.search(r"Task.* noted by the agent", shown)
        assert re.search(r"Last (session|save) .*noted by the agent: Began the queue\.", shown)
        choices = shown[shown.index("Agent's choices on ") :]
        assert "- Retry twice\n- Acknowledge after the write" in choices
        assert "Decisions:" not in shown


async def test_the_first_task_says_that_it_takes_what_was_noted_before_it(ask: Ask) -> None:
    await ask("note_progress", text="Weigh the parcels", kind="next")
    await ask("note_progress", text="Round up -> the sum is wrong", kind="dead end")
    assert "It takes what was noted before any task was set: 2 entries." in await ask(
        "set_task_context", task="Ship it"
    )
    assert "It takes" not in await ask("set_task_context", task="Ship it now")
    assert "- Weigh the parcels" in await ask("get_task_context")


async def test_the_steps_of_every_earlier_task_are_found_again(ask: Ask) -> None:
    tasks = ["Weigh parcels", "Print labels", "Bill customers", "Drain queues", "Paint gulls"]
    for task in tasks:
        await ask("set_task_context", task=task)
        await ask("note_progress", text=f"tried blake2 to {task.lower()}", kind="dead end")
    shown = await ask("get_task_context")
    assert "Dead ends then:\n- tried blake2 to drain queues" in shown
    assert "tried blake2 to weigh parcels" not in shown
    assert re.search(r"Older tasks.*:\n- [^\n]+: Weigh parcels", shown)
    assert "are back" in await ask("set_task_context", task="Weigh parcels")
    assert "- tried blake2 to weigh parcels" in await ask("get_task_context")


@pytest.mark.parametrize("kind", ["fixme", ""])
async def test_an_unknown_kind_is_answered_with_the_kinds_of_the_schema(client: Client, kind: str) -> None:
    done = await client.call_tool("note_progress", {"text": "Weigh it", "kind": kind})
    (tool,) = [tool for tool in (await client.list_tools()).tools if tool.name == "note_progress"]
    assert done.is_error
    assert f"Use one of: {tool.input_schema['properties']['kind']['description']}." in text(done)
