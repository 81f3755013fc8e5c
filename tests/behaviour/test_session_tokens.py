"""What a session in Claude Code costs with everything loaded, as the product counts tokens: four parts, added up."""

import json
from pathlib import Path

import pytest
from mcp import Client

from scrubjay.app import App
from scrubjay.git.head import head
from scrubjay.inference.tokens import count_tokens
from scrubjay.session.tasks.task import Note, SessionSave, TaskChange
from scrubjay_knowledge import server as knowledge
from scrubjay_serving.backend import Backend, Surroundings
from scrubjay_session import server as session
from tests.conftest import Repo
from tests.shared.integrations.client_hooks.conftest import Client as Hooks
from tests.shared.integrations.client_hooks.conftest import client, prepare

__all__ = ["client"]

pytestmark = pytest.mark.anyio

TOP = Path(__file__).parents[2]
TOOLS, INSTRUCTIONS, BRIEFING, SKILL = 2_400, 310, 500, 150
IN_ALL = 3_300
ID = "5f0c7a52-7a55-4c0e-9a53-0d6f0a1b2c3d"
WORK = (
    "Test the queue that never drains", "Bound the queue of jobs", "Tell who waits for the queue",
    "Name the states of a handoff", "Let a handoff outlive its sender", "Take back what a crashed taker held",
    "Give each agent its inbox", "Tell the receiver what has moved", "Count the writes of a session",
    "Say which limit was met and how to free some", "Keep the highest clock that was seen",
)  # fmt: skip


@pytest.fixture
def project(repo: Repo, app: App) -> Repo:
    """A repository with this project's own decisions, amid a task that earlier sessions worked on."""
    records = {f".agent/decisions/{file.name}": file.read_bytes() for file in decisions()}
    repo.commit("Decide", dict(records))
    at = app.initialise(repo.path)
    here = head(at.git)
    details = {"goals": ["A handoff outlives a crash of either side"], "constraints": ["No daemon", "No new service"]}
    at.tasks.set(here.branch, here.commit, TaskChange("Let agents hand over what they can't finish", details))
    for text, kind in (("Write the state machine", "next"), ("Expire in the next read", "next")):
        at.tasks.note(here.branch, here.commit, Note(text, kind))  # type: ignore[arg-type]
    dead = ("A lease file per handoff -> two processes held it after a suspend",)
    save = SessionSave(summary="Named the states and their limits.", next_steps=("Write it",), dead_ends=dead)
    at.tasks.save(here.branch, here.commit, save)
    for number, subject in enumerate(WORK):
        repo.commit(subject, {f"src/handoff{number}.py": "x = 1\n"})
    prepare(app, repo.path)
    return repo


def decisions() -> list[Path]:
    return sorted((TOP / ".agent/decisions").glob("0*.md"))


async def tools() -> int:
    listed: list[dict[str, object]] = []
    for module in (session, knowledge):
        async with Client(module.build(Backend(Surroundings()))) as connected:
            every = (await connected.list_tools()).tools
        dumped = [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in every]
        listed += [{key: tool[key] for key in ("name", "description", "inputSchema")} for tool in dumped]
    return count_tokens(json.dumps(listed, separators=(",", ":"), ensure_ascii=False))


def skill() -> str:
    """What `/session-init` puts before the model, as Claude Code 2.1.329 sends it."""
    body = (TOP / "skills/session-init/SKILL.md").read_text(encoding="utf-8").split("---\n", 2)[2]
    return f"Base directory for this skill: /home/ada/src/shop/.claude/skills/session-init\n\n{body}"


async def test_a_session_with_everything_loaded_stays_within_its_tokens(project: Repo, app: App, client: Hooks) -> None:
    if not decisions():
        pytest.skip("needs the project's own decisions")
    transcript = f"/home/ada/.claude/projects/-home-ada-src-shop/{ID}.jsonl"
    briefing = client.start(project.path, session=ID, transcript_path=transcript)
    answer = app.workspace(project.path).briefer.compose(session=ID)
    assert "Task: Let agents hand over" in briefing
    assert answer.unchanged
    parts = {
        "tools": (await tools(), TOOLS),
        "instructions": (sum(map(count_tokens, (session.INSTRUCTIONS, knowledge.INSTRUCTIONS))), INSTRUCTIONS),
        "briefing": (count_tokens(briefing), BRIEFING),
        "/session-init": (count_tokens(skill()) + count_tokens(answer.text), SKILL),
    }
    assert {name: cost for name, (cost, most) in parts.items() if cost > most} == {}
    assert sum(cost for cost, _ in parts.values()) <= IN_ALL
    print(parts)
