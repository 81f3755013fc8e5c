"""Codex' own program keeps trusting the user's hooks whatever we do, and briefs a session through ours.

Needs CODEX, the path of the program. It has an account of its own; the model is a script on loopback.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scrubjay.integrations.client_files.launch import Launch
from scrubjay.integrations.clients import codex_hooks as hooks
from scrubjay.integrations.clients import codex_servers as servers
from scrubjay.integrations.edits import Receipt
from tests.behaviour.processes import quiet, scrubjay
from tests.behaviour.scripted_model import Request, text
from tests.behaviour.scripted_responses import configuration, scripted_responses
from tests.behaviour.test_other_clients import app_server
from tests.conftest import Repo
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.optin

CODEX = os.environ.get("CODEX", "")
OWN = {"hooks": [{"type": "command", "command": "date"}]}
IN_JSON = json.dumps({"hooks": {"SessionStart": [OWN], "Stop": [OWN, OWN]}}, indent="\t")
IN_TOML = '[[hooks.SessionStart]]\n[[hooks.SessionStart.hooks]]\ntype = "command"\ncommand = "date"\n'
ADR = "# 1. Use a queue\n\n## Status\n\nAccepted\n\n## Decision\n\nWe use a queue.\n"


@pytest.fixture
def project(make_repo: Callable[..., Repo], environment: dict[str, str], tmp_path: Path) -> Repo:
    if not CODEX:
        pytest.skip("needs CODEX=/path/to/codex")
    account = tmp_path / "account"
    (account / ".codex").mkdir(parents=True)
    shutil.copy(Path(environment["HOME"]) / ".gitconfig", account)
    repo = make_repo()
    repo.environment = environment | {"HOME": str(account), "SCRUBJAY_EMBEDDING_PROVIDER": "none"}
    repo.commit("Decide on a queue", {"docs/adr/0001-queue.md": ADR})
    scrubjay(repo, "init", "--yes", "--client", "print")
    quiet(repo)
    return repo


def trust(at: Repo) -> dict[str, tuple[str, str]]:
    """Each hook's key, its command and its state, as Codex tells them."""
    with app_server(at) as codex:
        [listed] = codex.ask("hooks/list", cwds=[str(at.path)])["data"]
    return {hook["key"]: (hook["command"], hook["trustStatus"]) for hook in listed["hooks"]}


def review_all(at: Repo) -> None:
    """What the user does in Codex."""
    with app_server(at) as codex:
        [listed] = codex.ask("hooks/list", cwds=[str(at.path)])["data"]
        state = {hook["key"]: {"trusted_hash": hook["currentHash"]} for hook in listed["hooks"]}
        codex.ask("config/batchWrite", edits=[{"keyPath": "hooks.state", "mergeStrategy": "upsert", "value": state}])


@pytest.mark.parametrize(("name", "text"), [(hooks.FILE, IN_JSON), (hooks.CONFIG, IN_TOML)], ids=["json", "toml"])
def test_the_users_hooks_stay_trusted_through_init_upgrade_and_uninstall(
    project: Repo, tmp_path: Path, name: str, text: str
) -> None:
    folder, home = Path(project.environment["HOME"]) / ".codex", project.environment["SCRUBJAY_HOME"]
    receipt = Receipt(tmp_path / "receipt.json")
    (folder / name).write_text(text)
    review_all(project)
    theirs = trust(project)
    assert {state for _, state in theirs.values()} == {"trusted"}

    for python in ("/old/python", sys.executable):
        hooks.install(folder, Launch((python,), home), receipt)
        now = trust(project)
        assert theirs.items() <= now.items()
        ours = [state for command, state in now.values() if command != "date"]
        assert ours == ["untrusted"] * len(hooks.EVENTS)
    review_all(project)
    hooks.install(folder, Launch(("/newest/python",), home), receipt)
    assert {state for _, state in trust(project).values()} == {"trusted"}

    hooks.remove(folder, home, receipt)
    assert trust(project) == theirs


@pytest.fixture
def requests(project: Repo) -> Iterator[list[Request]]:
    """What Codex asks its model, which always answers "done"."""
    with scripted_responses(lambda request: (text("done"),)) as seen:
        (Path(project.environment["HOME"]) / ".codex" / hooks.CONFIG).write_text(configuration(seen.url))
        yield seen.requests


def test_codex_runs_our_hooks_once_they_are_reviewed(project: Repo, requests: list[Request], tmp_path: Path) -> None:
    folder, home = Path(project.environment["HOME"]) / ".codex", project.environment["SCRUBJAY_HOME"]
    launch, receipt = Launch((sys.executable,), home), Receipt(tmp_path / "receipt.json")
    servers.register(folder, launch, receipt)
    hooks.install(folder, launch, receipt)

    def ask(*words: str) -> str:
        before = len(requests)
        done = subprocess.run(
            [CODEX, "exec", "-s", "read-only", *words, "hello"], cwd=project.path, env=project.environment,
            stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=PATIENCE_S,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert "warning: clamping" not in done.stderr
        [request] = requests[before:]
        return request.told()

    assert "ADR-001" not in ask()
    review_all(project)
    assert ask().count("ADR-001 Use a queue") == 1
    quiet(project)
