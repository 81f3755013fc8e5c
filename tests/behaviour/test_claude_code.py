"""What Claude Code's own program shows a model with scrubjay set up: one briefing, each tool once, few tokens.

Needs the environment's CLAUDE_CODE, the path of the program, and `scrubjay` with `scrubjay-hook` installed beside this
Python. The model is a script on loopback: no account, no network.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from scrubjay.inference.tokens import count_tokens
from tests.behaviour.processes import hook_heard, quiet, scrubjay
from tests.behaviour.scripted_model import Block, Request, Seen, call, scripted_model, text
from tests.conftest import Repo
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.optin

TOP = Path(__file__).parents[2]
CLAUDE = os.environ.get("CLAUDE_CODE", "")
BESIDE = Path(sys.executable).parent
TOKENS, TOKENS_AFTERWARDS = 2_500, 150
MOST_REQUESTS = 12
ADR = "# 1. Use a queue\n\n## Status\n\nAccepted\n\n## Decision\n\nWe use a queue.\n"


@pytest.fixture
def project(make_repo: Callable[..., Repo], environment: dict[str, str], tmp_path: Path) -> Repo:
    """A repository and an account that Claude Code has never seen."""
    if not CLAUDE or not (BESIDE / "scrubjay-hook").exists():
        pytest.skip("needs CLAUDE_CODE=/path/to/claude, and scrubjay-hook beside this Python")
    account = tmp_path / "account"
    account.mkdir()
    shutil.copy(Path(environment["HOME"]) / ".gitconfig", account)
    path = f"{BESIDE}{os.pathsep}{environment['PATH']}"
    quietly = ("DISABLE_TELEMETRY", "DISABLE_AUTOUPDATER", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC")
    repo = make_repo("one")
    repo.environment = environment | {"HOME": str(account), "PATH": path, "SCRUBJAY_EMBEDDING_PROVIDER": "none"}
    repo.environment |= dict.fromkeys(quietly, "1")
    repo.commit("Decide on a queue", {"docs/adr/0001-queue.md": ADR})
    return repo


def claude(at: Repo, *arguments: str, **more: str) -> str:
    done = subprocess.run(
        [CLAUDE, *arguments], cwd=at.path, env=at.environment | more, stdin=subprocess.DEVNULL,
        capture_output=True, text=True, timeout=PATIENCE_S, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def ours(request: Request) -> list[str]:
    return [tool["name"] for tool in request.tools() if "scrubjay" in tool["name"]]


def model(request: Request) -> Sequence[Block]:
    """Wait until both servers are there, ask for the briefing once, and end."""
    found = [name for name in ours(request) if name.endswith("__session_init")]
    ready = found and any(name.endswith("__search_knowledge") for name in ours(request))
    results = request.results()
    if any("scrubjay · " in result for result in results) or len(results) >= MOST_REQUESTS:
        return (text("done"),)
    return (call(found[0]) if ready else call("Bash", command="sleep 1", description="wait"),)


def session(at: Repo) -> Seen:
    """One session of the client: everything that its model was asked."""
    key = "-".join(("loopback", "only"))
    with scripted_model(model) as seen:
        tools = "Bash,mcp__scrubjay-session,mcp__plugin_scrubjay_scrubjay-session"
        claude(at, "-p", "hello", "--allowedTools", tools, ANTHROPIC_BASE_URL=seen.url, ANTHROPIC_API_KEY=key)
    return seen


def check(seen: Seen, at: Repo, branch: str) -> None:
    """One briefing of this worktree from the first request on, each tool once, and little afterwards."""
    first, last = seen.requests[0], seen.requests[-1]
    line = f"scrubjay · {at.path.name} · {branch} @ {at.git('rev-parse', '--short=10', 'HEAD')}"
    assert first.told().count("scrubjay · ") == 1
    assert line in first.told()
    assert last.told().count("scrubjay · ") == 1
    names = [name.rpartition("__")[2] for name in ours(last)]
    assert sorted(names) == sorted(set(names))
    assert {"session_init", "search_knowledge", "remember"} <= set(names)
    schemas = [tool for tool in last.tools() if "scrubjay" in tool["name"]]
    assert count_tokens(json.dumps(schemas, separators=(",", ":"), ensure_ascii=False)) <= TOKENS
    servers = {word for word in last.told().split() if "scrubjay" in word and word.endswith("__get_document")}
    assert len(servers) <= 1, servers
    (answer,) = [result for result in last.results() if "scrubjay · " in result]
    assert line in answer
    assert "Unchanged since" in answer
    assert count_tokens(answer) <= TOKENS_AFTERWARDS


def second(project: Repo) -> Repo:
    """Another worktree with a commit of its own, and the worker done with it."""
    project.git("worktree", "add", "-q", "-b", "side", "../side")
    side = Repo(project.path.parent / "side", project.environment)
    side.commit("Plan the side", {"docs/side.md": "# Side\n\nOnly here.\n"})
    hook_heard(side)
    quiet(side)
    return side


def test_init_alone_tells_one_briefing_in_each_worktree(project: Repo) -> None:
    scrubjay(project, "init", "--yes")
    quiet(project)
    check(session(project), project, "main")
    side = second(project)
    check(session(side), side, "side")
    assert project.git("status", "--porcelain") == ""


@pytest.mark.parametrize("before", [False, True])
def test_the_plugin_and_init_tell_it_once_together(project: Repo, before: bool) -> None:
    if before:
        scrubjay(project, "init", "--yes")
    claude(project, "plugin", "marketplace", "add", str(TOP))
    claude(project, "plugin", "install", "scrubjay@scrubjay")
    scrubjay(project, "init", "--yes")
    quiet(project)
    check(session(project), project, "main")
    side = second(project)
    check(session(side), side, "side")
    assert "provided by the plugin" in scrubjay(project, "init", "--yes")
    assert side.git("status", "--porcelain") == ""


def test_a_plugin_that_is_installed_after_init_doubles_nothing_even_at_its_first_start(project: Repo) -> None:
    scrubjay(project, "init", "--yes")
    quiet(project)
    claude(project, "plugin", "marketplace", "add", str(TOP))
    claude(project, "plugin", "install", "scrubjay@scrubjay")
    check(session(project), project, "main")


def test_the_commits_that_the_client_shows_are_not_told_again(project: Repo) -> None:
    for n in range(6):
        project.commit(f"Commit number {n}", {f"n{n}.txt": "1\n"})
    scrubjay(project, "init", "--yes")
    quiet(project)
    told = session(project).requests[0].told()
    assert [told.count(f"Commit number {n}") for n in range(6)] == [1] * 6


def test_the_plugin_and_the_marketplace_are_valid(project: Repo) -> None:
    claude(project, "plugin", "validate", str(TOP))
    claude(project, "plugin", "validate", str(TOP / ".claude-plugin" / "plugin.json"))


def test_what_was_said_comes_in_and_what_scrubjay_answered_stays_out(project: Repo) -> None:
    scrubjay(project, "init", "--yes")
    quiet(project)
    session(project)
    read = json.loads(scrubjay(project, "import", "transcripts", "--json"))
    assert read["turns"] >= 2
    assert read["own"] >= 1
    asked = scrubjay(project, "search", "--kind", "conversation", "--json", "--limit", "50", "hello done wait")
    said = [hit["text"] for hit in json.loads(asked)["results"]]
    assert "hello" in said
    assert not any("scrubjay · " in text or "Unchanged since" in text for text in said)
    assert json.loads(scrubjay(project, "import", "transcripts", "--json"))["turns"] == 0
