"""Clients' own programs list both servers after `init --client` alone: Claude Code, Codex, Gemini CLI, opencode.

Each needs its program: CLAUDE_CODE, CODEX, GEMINI and OPENCODE in the environment say where it is. No model is asked.
"""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.behaviour.processes import scrubjay
from tests.conftest import Repo
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.optin

VARIABLES = {"claude": "CLAUDE_CODE", "codex": "CODEX", "gemini": "GEMINI", "opencode": "OPENCODE"}
PROGRAMS = {name: os.environ.get(name, "") for name in VARIABLES.values()}
"""Read before a test takes the variables of agents away."""

SERVERS = ("scrubjay-session", "scrubjay-knowledge")
ANSWERED = {"claude": "Connected", "codex": "enabled", "gemini": "Connected", "opencode": "connected"}
"""What each says of a server: Codex lists without starting it; test_other_clients calls its tools."""


@pytest.mark.parametrize("client", ANSWERED)
def test_a_client_lists_both_servers_after_init_for_it_alone(
    make_repo: Callable[..., Repo], environment: dict[str, str], tmp_path: Path, client: str
) -> None:
    variable = VARIABLES[client]
    if not (program := PROGRAMS[variable]):
        pytest.skip(f"needs {variable}=/path/to/it")
    account = tmp_path / "account"
    account.mkdir()
    shutil.copy(Path(environment["HOME"]) / ".gitconfig", account)
    repo = make_repo()
    repo.environment = environment | {
        "HOME": str(account), "SCRUBJAY_EMBEDDING_PROVIDER": "none", "GEMINI_CLI_TRUST_WORKSPACE": "true",
    }  # fmt: skip
    repo.commit("why", {"docs/why.md": "# Why\n\nBecause.\n"})
    scrubjay(repo, "init", "--yes", "--client", client)
    listed = subprocess.run(
        [program, "mcp", "list"], cwd=repo.path, env=repo.environment, capture_output=True, text=True,
        timeout=PATIENCE_S, check=True,
    )  # fmt: skip
    lines = (listed.stdout + listed.stderr).splitlines()
    for server in SERVERS:
        assert any(server in line and ANSWERED[client] in line for line in lines), lines
