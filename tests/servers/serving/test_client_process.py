"""A client that doesn't say its session: the one that hooks report for its process, never a guess between several."""

import json
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest
from mcp import Client

from scrubjay.identity.person.lineage import Process
from scrubjay.integrations.client_hooks.event import handle_event
from scrubjay_serving.backend import Backend, Opener, Surroundings
from scrubjay_serving.worktree import find_worktree
from scrubjay_session.server import build
from tests.conftest import Repo
from tests.servers.answers import text

SHELL = Process(30, "300", ("sh",))
GEMINI = Process(20, "200", ("node", "gemini.js", "gemini"))
LATER = Process(20, "999", ("node", "gemini.js", "gemini"))
UNKNOWN = Process(20, "", ("node", "gemini.js", "gemini"))

Report = Callable[..., str]
Serve = Callable[..., Backend]


@pytest.fixture
def report(project: Repo, environment: dict[str, str], clock: Callable[[], datetime]) -> Report:
    """Fires a hook below a client; returns what it tells."""

    def fire(session: str, event: str = "SessionStart", client: Process = GEMINI, source: str = "startup") -> str:
        message = {"session_id": session, "cwd": str(project.path), "hook_event_name": event, "source": source}
        home = Path(environment["SCRUBJAY_HOME"])
        return handle_event(
            json.dumps(message).encode(), home, environment, clock, lambda home, variables: None,
            ancestors=(SHELL, client), entry="gemini",
        )  # fmt: skip

    return fire


@pytest.fixture
def serve(project: Repo, environment: dict[str, str], opener: Opener, unhurried: None) -> Serve:
    """A server that a client started."""

    def make(client: Process = GEMINI, configured: str = "gemini") -> Backend:
        surroundings = Surroundings(environment, project.path, "", configured)
        return Backend(surroundings, opener, ancestors=lambda: (SHELL, client))

    return make


def test_only_one_session_of_exactly_this_process_counts(report: Report, serve: Serve) -> None:
    mine, later = serve(), serve(LATER)
    assert find_worktree(mine).session == ""
    report("one")
    assert find_worktree(mine).session == "one"
    assert find_worktree(later).session == ""  # another process by the same number
    assert find_worktree(serve(configured="opencode")).session == ""  # it may be in several at once
    report("two", client=UNKNOWN)
    assert find_worktree(serve(UNKNOWN)).session == ""
    report("other")
    assert find_worktree(mine).session == ""
    report("other", "SessionEnd")
    assert find_worktree(mine).session == "one"
    report("new", source="clear")
    assert find_worktree(mine).session == "new"


@pytest.mark.anyio
async def test_what_the_hook_told_is_not_told_again(
    project: Repo, opener: Opener, report: Report, serve: Serve
) -> None:
    with opener() as app:
        app.workspace(project.path).briefer.prepare()
    assert "ADR-001" in report("one")
    async with Client(build(serve())) as client:
        said = text(await client.call_tool("session_init", {}))
    assert "Unchanged since" in said
    assert "ADR-001" not in said


@pytest.mark.anyio
async def test_a_models_own_word_for_its_session_changes_nothing(
    project: Repo, opener: Opener, report: Report, serve: Serve
) -> None:
    with opener() as app:
        app.workspace(project.path).briefer.prepare()
    report("one")
    async with Client(build(serve())) as client:
        said = [text(await client.call_tool("session_init", {"session": name})) for name in ("main", "none", "one/a1")]
    assert ["Unchanged since" in each for each in said] == [True, False, False]
