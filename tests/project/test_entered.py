"""How many files of ours a warm call and a commit's hook enter; each count may only fall, and its limit with it."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client

from scrubjay.app import open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.integrations.git_hooks import event
from scrubjay.integrations.launching.launcher import LOCK_NAME
from scrubjay.settings.layers import load_settings
from scrubjay.storage.files import RACY_NS
from scrubjay.storage.filesystem import file_lock
from scrubjay_knowledge import server as knowledge
from scrubjay_serving.backend import Backend, Surroundings
from scrubjay_session import server as session
from tests.behaviour.every_tool import SESSION
from tests.conftest import Repo
from tests.fakes import HashingEmbedder
from tests.project.entered import entered, entered_by, ours
from tests.servers.answers import text

pytestmark = [pytest.mark.anyio, pytest.mark.story]

FILES: dict[str, str | bytes] = {
    "README.md": "# Shop\n\nA shop keeps its parcels for nine days.\n",
    "docs/adr/0001-queue.md": "# 1. Use a queue\n\n## Status\n\nAccepted\n\n## Decision\n\nBursts are short.\n",
    "shop.py": "def sell(parcel):\n    return parcel\n",
}
CALLS: dict[str, tuple[str, list[dict[str, object]], int, int]] = {
    "search": (
        "search_knowledge",
        [{"query": q} for q in ("how long", "why a queue", "who sells parcels", "which queue")],
        110,
        110,
    ),
    "remember": (
        "remember",
        [{"content": f"The nightly job {n} uses pool size {n}."} for n in (3, 5, 8, 13)],
        104,
        130,
    ),
    "briefing": ("session_init", [{}] * 4, 92, 80),
    "task": ("set_task_context", [{"task": f"Trace call number {n}"} for n in (1, 2, 3, 4)], 49, 45),
    "step": ("note_progress", [{"text": f"step {n} is done", "kind": "done"} for n in (1, 2, 3, 4)], 48, 45),
}
"""Of each call: its tool, its arguments, the limit, and the goal.

The first call warms up. Of the others the one that enters the fewest files counts: what an earlier one left to be done
may still go on beside a later one.
"""
ROOM = 8
"""How far below its limit a count may lie: what is looked up again after a while is so by the time that calls took."""
SETTLED_S = RACY_NS / 1e9 + 0.2
"""After so long a clone and a home that nobody changed are believed by their times."""
HOOK = 18
"""Files that a commit's hook enters; the goal is 16."""


Opener = Callable[[], Any]


@pytest.fixture
def opener(environment: dict[str, str], clock: Callable[[], datetime]) -> Opener:
    git, embedder = GitEnvironment.of(environment), HashingEmbedder()
    settings = load_settings(environment)
    return lambda: open_app(settings, git_environment=git, embedder=embedder, clock=clock, wake=lambda: None)


@pytest.fixture
def project(repo: Repo, opener: Opener) -> Repo:
    """A repository whose documents and code are read."""
    repo.commit("start", FILES)
    with opener() as app:
        at = app.initialise(repo.path)
        at.documents.ingest(at.documents.view(), cause="test")
    return repo


@pytest.mark.parametrize("name", CALLS)
async def test_a_warm_call_enters_fewer_files(
    name: str, project: Repo, environment: dict[str, str], opener: Opener, unhurried: None
) -> None:
    tool, arguments, limit, _ = CALLS[name]
    server = session if tool in SESSION else knowledge
    counted: list[set[str]] = []
    await anyio.sleep(SETTLED_S)
    with entered() as files:
        backend = Backend(Surroundings(environment, project.path, ""), opener)
        async with Client(server.build(backend)) as client:
            for each in arguments:
                files.clear()
                result = await client.call_tool(tool, each)
                assert not result.is_error, text(result)
                counted.append(ours(files))
    held(f"a warm {tool}", min(counted[1:], key=len), limit)


def test_a_commits_hook_enters_fewer_files(project: Repo, environment: dict[str, str], tmp_path: Path) -> None:
    with file_lock(Path(environment["SCRUBJAY_HOME"]) / LOCK_NAME):  # so that no worker starts
        counted = entered_by(
            event.__name__, "post-commit", at=project.path, environment=environment, out=tmp_path / "out"
        )
    held("a commit's hook", counted, HOOK)


def held(what: str, files: set[str], limit: int) -> None:
    """A count above its limit is an error, and so is one below it, until the limit is lowered."""
    assert len(files) <= limit, f"{what} enters {len(files)} files, {limit} at most: {' '.join(sorted(files))}"
    assert len(files) >= limit - ROOM, f"{what} enters {len(files)} files now: write that in place of {limit}"
