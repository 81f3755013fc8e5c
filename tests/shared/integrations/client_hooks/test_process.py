"""The hook's process bears hostile messages, slow programs, doubles and damage, and always ends with 0."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scrubjay.app import App
from scrubjay.errors import ScrubjayError
from scrubjay.integrations.client_hooks.event import EVENTS, handle_event
from tests.conftest import Repo
from tests.patience import PATIENCE_S
from tests.shared.integrations.client_hooks.conftest import Client

pytestmark = pytest.mark.story


def started(project: Repo, session: str = "s1") -> bytes:
    """What the client writes when a session starts."""
    said = {"hook_event_name": "SessionStart", "session_id": session, "cwd": str(project.path), "source": "startup"}
    return json.dumps(said).encode()


def run(data: bytes, environment: dict[str, str]) -> subprocess.CompletedProcess[bytes]:
    home = environment["SCRUBJAY_HOME"]
    return subprocess.run(
        [sys.executable, "-I", "-m", "scrubjay.integrations.client_hooks.event", "--home", home],
        input=data,
        env=environment,
        capture_output=True,
        check=False,
        timeout=PATIENCE_S,
    )


def test_where_git_is_slow_the_briefing_comes_without_the_uncommitted_files(
    client: Client, project: Repo, environment: dict[str, str], tmp_path: Path
) -> None:
    project.write("new.txt", "x")
    slow = tmp_path / "bin" / "git"
    slow.parent.mkdir()
    slow.write_text(f'#!/bin/sh\ncase "$*" in *porcelain=v2*) sleep 600;; esac\nexec {shutil.which("git")} "$@"\n')
    slow.chmod(0o700)
    path = f"{slow.parent}{os.pathsep}{environment['PATH']}"
    done = run(started(project), environment | {"PATH": path})
    text = json.loads(done.stdout)["hookSpecificOutput"]["additionalContext"]
    assert "ADR-001" in text
    assert "Uncommitted" not in text


HEAVY = (
    "ast", "asyncio", "dataclasses", "hashlib", "inspect", "logging", "numpy", "pydantic", "shutil", "tempfile", "yaml",
)  # fmt: skip
"""What an event can be answered without: their import costs more CPU than the answer."""


@pytest.mark.parametrize("event", ["SessionStart", "Stop"])
def test_an_event_is_answered_without_heavy_modules(event: str, project: Repo, environment: dict[str, str]) -> None:
    message = {"hook_event_name": event, "session_id": "s1", "cwd": str(project.path), "source": "startup"}
    code = (
        "import sys; from scrubjay.integrations.client_hooks.event import main; code = main();"
        f"print([name for name in {HEAVY!r} if name in sys.modules], 'scrubjay.git.status' in sys.modules, code)"
    )
    command = [sys.executable, "-I", "-c", code, "--home", environment["SCRUBJAY_HOME"]]
    said = json.dumps(message)
    done = subprocess.run(command, input=said, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[] True 0"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_client_that_can_not_take_the_answer_sees_no_failure(project: Repo, environment: dict[str, str]) -> None:
    command = [
        sys.executable,
        "-I",
        "-m",
        "scrubjay.integrations.client_hooks.event",
        "--home",
        environment["SCRUBJAY_HOME"],
    ]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            command, input=started(project), env=environment, stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert (done.returncode, done.stderr) == (0, b"")


def test_two_hooks_of_one_event_tell_it_once(project: Repo, environment: dict[str, str]) -> None:
    command = [
        sys.executable,
        "-I",
        "-m",
        "scrubjay.integrations.client_hooks.event",
        "--home",
        environment["SCRUBJAY_HOME"],
    ]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    processes = [subprocess.Popen(command, env=environment, **pipes) for _ in range(2)]  # type: ignore[call-overload]
    for process in processes:
        process.stdin.write(started(project))
        process.stdin.close()
    said = [process.stdout.read() for process in processes]
    for process in processes:
        process.stdout.close()
    assert [process.wait(PATIENCE_S) for process in processes] == [0, 0]
    assert sum(bool(text) for text in said) == 1


TEXTS = st.one_of(st.text(max_size=20), st.sampled_from([*EVENTS, "startup", "/", "/etc", "--help"]))
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXTS, inner, max_size=3)),
    max_leaves=5,
)
NAMES = (
    "hook_event_name",
    "session_id",
    "cwd",
    "new_cwd",
    "worktree_path",
    "source",
    "transcript_path",
    "prompt",
    "conversation_id",
    "workspace_roots",
    "hookEventName",
    "sessionId",
    "agent_id",
    "other",
)


@given(
    st.fixed_dictionaries({}, optional=dict.fromkeys(NAMES, VALUES)),
    st.sampled_from([*NAMES, ""]),
    st.sampled_from(list(EVENTS)),
)
@settings(max_examples=60, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_an_event_holds_the_answer_is_nothing_or_one_json_object(
    client: Client, project: Repo, said: dict[str, object], hostile_name: str, event: str
) -> None:
    usual = json.loads(started(project)) | {"hook_event_name": event}
    for message in (said, usual | said, usual | {hostile_name: said}):
        data = json.dumps(message).encode("utf-8", "surrogatepass")
        try:
            out = handle_event(data, client.home, client.environment, client.clock, lambda *_: None)
        except (ScrubjayError, OSError):
            continue  # what the process turns into a line of its log
        assert out == "" or len(json.loads(out)) == 1


@pytest.mark.parametrize("name", ["home.db", "session.db"])
def test_a_damaged_database_is_a_line_in_the_log(
    client: Client, project: Repo, app: App, environment: dict[str, str], name: str
) -> None:
    folder = app.workspace(project.path).project.folder if name == "session.db" else client.home
    app.close()
    for file in folder.glob(f"{name}*"):
        file.write_bytes(b"no database at all" * 100)
    done = run(started(project), environment)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert "client hook" in (client.home / "logs" / "ingestion.log").read_text()


def hostile(project: Repo) -> dict[str, bytes]:
    start = {"hook_event_name": "SessionStart", "session_id": "s1", "cwd": str(project.path), "source": "startup"}
    return {
        "nothing": b"",
        "truncated": json.dumps(start)[:40].encode(),
        "huge": b'{"x": "' + b"y" * (3 << 20),
        "not text": os.urandom(1000),
        "vanished": json.dumps(start | {"cwd": str(project.path / "gone" / "away")}).encode(),
        "an option": json.dumps(start | {"cwd": "/--help", "session_id": "--version"}).encode(),
        "other event": json.dumps(start | {"hook_event_name": "PostToolUse"}).encode(),
    }


@pytest.mark.parametrize("name", ["nothing", "truncated", "huge", "not text", "vanished", "an option", "other event"])
def test_the_process_ends_with_0_and_says_nothing_it_should_not(
    client: Client, project: Repo, environment: dict[str, str], name: str
) -> None:
    done = run(hostile(project)[name], environment)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert "client hook" in (client.home / "logs" / "ingestion.log").read_text()


def test_the_real_process_prints_one_json_object(client: Client, project: Repo, environment: dict[str, str]) -> None:
    start = {"hook_event_name": "SessionStart", "session_id": "s9", "cwd": str(project.path), "source": "startup"}
    done = run(json.dumps(start).encode(), environment)
    assert "ADR-001" in json.loads(done.stdout)["hookSpecificOutput"]["additionalContext"]
