"""What Codex' and Gemini CLI's own programs record without a person is read: commands as they ended, and no turn.

Needs CODEX and GEMINI, the paths of the programs. Each has an account of its own; the models are scripts.
"""

import json
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scrubjay.identity.presence.clients import ReportedSession
from scrubjay.memory.transcript.session import Folders, RecordedSession, ToolResult, Typed
from scrubjay.memory.transcript.transcript import find, read
from tests.behaviour.scripted_model import call, text
from tests.behaviour.scripted_responses import configuration, scripted_responses
from tests.conftest import Repo
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.optin

CODEX, GEMINI = os.environ.get("CODEX", ""), os.environ.get("GEMINI", "")
COMMANDS = ("cat README.md", "ls nothere")
PROMPT = "We deploy on Fridays."


@pytest.fixture
def project(make_repo: Callable[..., Repo], environment: dict[str, str], tmp_path: Path) -> Repo:
    (tmp_path / "account").mkdir()
    repo = make_repo()
    repo.commit("first", {"README.md": "The pool holds 17 connections.\n"})
    repo.environment = environment | {"HOME": str(tmp_path / "account")}
    return repo


def run(project: Repo, *words: str, **variables: str) -> None:
    done = subprocess.run(
        words, cwd=project.path, env=project.environment | variables, stdin=subprocess.DEVNULL, capture_output=True,
        text=True, check=False, timeout=PATIENCE_S,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def recorded(project: Repo, file: Path, session: str) -> RecordedSession:
    account = Path(project.environment["HOME"])
    folders = Folders(account / ".claude", account / ".codex", account / ".gemini")
    transcript = find([ReportedSession(session, str(file), "")], folders)
    assert not isinstance(transcript, str), transcript
    found = read(transcript, lambda: 0.0, 1.0)
    assert not isinstance(found, str), found
    return found


def check(session: RecordedSession) -> None:
    assert not [event for event in session.events if isinstance(event.what, Typed)]
    assert [call.command for call in session.calls() if call.command] == list(COMMANDS)
    answers = [event.what for event in session.events if isinstance(event.what, ToolResult)]
    assert [answer.status for answer in answers] == ["0", "2"]
    assert answers[0].text.strip() == "The pool holds 17 connections."


@pytest.fixture
def model(project: Repo) -> Iterator[None]:
    """A model on loopback that asks Codex for the commands, one after the other."""
    blocks = iter([*(call("exec_command", cmd=command) for command in COMMANDS), text("done")])
    folder = Path(project.environment["HOME"]) / ".codex"
    folder.mkdir()
    with scripted_responses(lambda request: (next(blocks),)) as seen:
        (folder / "config.toml").write_text(configuration(seen.url))
        yield


def test_codex_records_what_ran(project: Repo, model: None) -> None:
    if not CODEX:
        pytest.skip("needs CODEX=/path/to/codex")
    run(project, CODEX, "exec", "--dangerously-bypass-approvals-and-sandbox", PROMPT)
    (file,) = (Path(project.environment["HOME"]) / ".codex" / "sessions").rglob("*.jsonl")
    check(recorded(project, file, file.stem[-36:]))


def test_gemini_cli_records_what_ran(project: Repo, tmp_path: Path) -> None:
    if not GEMINI:
        pytest.skip("needs GEMINI=/path/to/gemini")
    parts: list[dict[str, object]] = [
        {"functionCall": {"name": "run_shell_command", "args": {"command": command, "description": "look"}}}
        for command in COMMANDS
    ]
    answers = [
        {"candidates": [{"content": {"parts": [part], "role": "model"}, "finishReason": "STOP", "index": 0}]}
        for part in (*parts, {"text": "done"})
    ]
    lines = [json.dumps({"method": "generateContentStream", "response": [answer]}) for answer in answers]
    (tmp_path / "model.jsonl").write_text("\n".join(lines) + "\n")
    folder = Path(project.environment["HOME"]) / ".gemini"
    folder.mkdir()
    settings = {"security": {"auth": {"selectedType": "gemini-api-key"}, "folderTrust": {"enabled": False}}}
    (folder / "settings.json").write_text(json.dumps(settings))
    scripted = ("--fake-responses-non-strict", str(tmp_path / "model.jsonl"), "--yolo", "-m", "gemini-2.5-pro")
    run(project, GEMINI, "-p", PROMPT, *scripted, GEMINI_API_KEY="none")
    (file,) = folder.glob("tmp/*/chats/*.jsonl")
    check(recorded(project, file, json.loads(file.read_text().split("\n")[0])["sessionId"]))
