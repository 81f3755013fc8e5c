"""What Claude Code's own program loses when it compacts, ends, or is killed: nothing that was noted.

Needs the environment's CLAUDE_CODE, the path of the program. The model is a script on loopback.
"""

import os
import shutil
import signal
import subprocess
import uuid
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from scrubjay.app import open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.session.tasks.point import SessionPoint
from scrubjay.settings.layers import load_settings
from tests.behaviour.processes import quiet, scrubjay
from tests.behaviour.scripted_model import Block, Request, Seen, call, scripted_model, text
from tests.conftest import Repo
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.optin

CLAUDE = os.environ.get("CLAUDE_CODE", "")
MOST_REQUESTS = 14
PREFIX = "mcp__scrubjay-session__"
WAIT = call("Bash", command="sleep 1", description="wait")
WORK = (
    ("set_task_context", {"task": "Put orders into a queue", "details": {"constraints": ["No new service"]}}),
    ("note_progress", {"text": "Redis streams -> the host has none", "kind": "dead_end"}),
    ("note_progress", {"text": "Acknowledge after the write", "kind": "decision"}),
)


@pytest.fixture
def project(make_repo: Callable[..., Repo], environment: dict[str, str], tmp_path: Path) -> Repo:
    """A repository and an account that Claude Code has never seen."""
    if not CLAUDE:
        pytest.skip("needs CLAUDE_CODE=/path/to/claude")
    account = tmp_path / "account"
    account.mkdir()
    shutil.copy(Path(environment["HOME"]) / ".gitconfig", account)
    quietly = ("DISABLE_TELEMETRY", "DISABLE_AUTOUPDATER", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC")
    repo = make_repo("one")
    repo.environment = environment | {"HOME": str(account), "SCRUBJAY_EMBEDDING_PROVIDER": "none"}
    repo.environment |= dict.fromkeys(quietly, "1")
    repo.commit("Begin", {"src/shop.py": "x = 1\n"})
    scrubjay(repo, "init", "--yes")
    quiet(repo)
    return repo


def command(at: Repo, seen: Seen, prompt: str, *arguments: str) -> "subprocess.Popen[bytes]":
    key = "-".join(("loopback", "only"))
    return subprocess.Popen(
        [CLAUDE, "-p", prompt, "--allowedTools", "Bash,mcp__scrubjay-session", *arguments],
        cwd=at.path, env=at.environment | {"ANTHROPIC_BASE_URL": seen.url, "ANTHROPIC_API_KEY": key},
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip


def run(at: Repo, seen: Seen, prompt: str, *arguments: str) -> None:
    process = command(at, seen, prompt, *arguments)
    out, complaint = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0, out + complaint


def works(request: Request) -> Sequence[Block]:
    """Wait for the server, then do the work one call at a time."""
    names = [tool["name"] for tool in request.tools()]
    done = [result for result in request.results() if "version" in result]
    if len(request.results()) >= MOST_REQUESTS or len(done) >= len(WORK):
        return (text("done"),)
    if PREFIX + "session_init" not in names:
        return (WAIT,)
    name, arguments = WORK[len(done)]
    return (call(PREFIX + name, **arguments),)


def ends(request: Request) -> Sequence[Block]:
    return (text("done"),)


def point(at: Repo, session: str) -> SessionPoint | None:
    with open_app(load_settings(at.environment), git_environment=GitEnvironment.of(at.environment)) as app:
        return app.workspace(at.path).session_points.of(session, "main")


def test_a_compaction_and_a_kill_lose_nothing_that_was_noted(project: Repo) -> None:
    session = str(uuid.uuid4())
    with scripted_model(works) as seen:
        run(project, seen, "work on the queue", "--session-id", session)
    ended = point(project, session)
    assert ended is not None
    assert ended.event == "SessionEnd"
    assert ended.transcript.endswith(f"{session}.jsonl")
    assert ended.position > 0

    with scripted_model(ends) as seen:
        run(project, seen, "/compact", "--resume", session)
        quiet(project)
        run(project, seen, "go on", "--resume", session)
    told = seen.requests[-1].told()
    for fact in (
        "Put orders into a queue",
        "No new service",
        "Redis streams -> the host has none",
        "Acknowledge after",
    ):
        assert fact in told

    project.write("src/queue.py", "q = []\n")
    killed = str(uuid.uuid4())
    with scripted_model(lambda request: (WAIT,)) as seen:
        process = command(project, seen, "begin", "--session-id", killed)
        while len(seen.requests) < 3:
            assert process.poll() is None, process.communicate()
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate(timeout=PATIENCE_S)
    assert point(project, killed) is not None
    project.commit("By hand, after the crash", {"src/queue.py": "q = [1]\n"})
    quiet(project)
    with scripted_model(ends) as seen:
        run(project, seen, "where were we?")
    told = seen.requests[0].told()
    assert f"Session {killed[:8]} was last at work here" in told
    assert "Redis streams -> the host has none" in told
    assert "By hand, after the crash" in told


def test_a_resumed_and_a_compacted_session_hear_each_thing_once(project: Repo) -> None:
    """`claude -p --resume ID /compact`, and what stands before the model afterwards."""
    session = str(uuid.uuid4())

    def told(prompt: str, *more: str) -> str:
        with scripted_model(ends) as seen:
            run(project, seen, prompt, *more)
        quiet(project)
        return seen.requests[-1].told()

    def briefings(text: str) -> int:
        return text.count(f"scrubjay · {project.path.name} · ")

    assert briefings(told("begin", "--session-id", session)) == 1
    assert briefings(told("go on", "--resume", session)) == 1
    project.commit("While away", {"away.txt": "1\n"})
    quiet(project)
    assert [briefings(told("go on", "--resume", session)) for _ in range(2)] == [2, 2], "the news, once"
    told("/compact", "--resume", session)
    after = [told("go on", "--resume", session) for _ in range(2)]
    assert [briefings(text) for text in after] == [1, 1]
    assert "While away" in after[0]
