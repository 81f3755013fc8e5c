"""The plugin's launcher finds scrubjay, or says how to install it; the plugin's files fit together."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Repo
from tests.patience import PATIENCE_S

TOP = Path(__file__).parents[2]
LAUNCH = TOP / "hooks" / "launch.sh"
CLAUDE = os.environ.get("CLAUDE_CODE", "claude")
"""Read before a test takes the account of who runs it away."""


HELLO = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}\n'


def absent(done: subprocess.CompletedProcess[str]) -> list[Any]:
    """The answers of what stands in for a server."""
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


def launch(*arguments: str, path: str = "/usr/bin:/bin", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", str(LAUNCH), *arguments],
        env={"PATH": path, "HOME": environment.pop("HOME", "/nonexistent"), **environment},
        input=HELLO,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    folder = tmp_path / "with blank" / "bin"
    folder.mkdir(parents=True)
    for name in ("scrubjay", "scrubjay-hook"):
        (folder / name).write_text(f'#!/bin/sh\necho "{name} $*"\n')
        (folder / name).chmod(0o755)
    return folder


def test_a_server_is_started_from_the_path(programs: Path) -> None:
    done = launch("serve", "session", path=f"{programs}:/usr/bin:/bin")
    assert (done.returncode, done.stdout) == (0, "scrubjay serve session\n")


def test_a_hook_is_answered_by_the_light_program_beside_it(programs: Path) -> None:
    assert launch("hook", "SessionStart", path=f"{programs}:/usr/bin:/bin").stdout == "scrubjay-hook \n"
    assert launch("hook", "CwdChanged", SCRUBJAY_BIN=str(programs / "scrubjay")).stdout == "scrubjay-hook \n"


@pytest.mark.parametrize("place", [".local/bin", ".local/share/uv/tools/scrubjay/bin"])
def test_the_usual_places_are_looked_at(programs: Path, tmp_path: Path, place: str) -> None:
    (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / place).symlink_to(programs)
    assert launch("serve", "knowledge", HOME=str(tmp_path)).stdout == "scrubjay serve knowledge\n"


def test_without_scrubjay_a_server_offers_nothing_and_says_how_to_install_it() -> None:
    [answer] = absent(launch("serve", "session"))
    assert answer["result"]["serverInfo"]["name"] == "scrubjay-session"
    assert "uv tool install scrubjay" in answer["result"]["instructions"]


def test_a_program_whose_python_is_gone_is_not_started(programs: Path) -> None:
    (programs / "scrubjay").write_text("#!/opt/python3.10/bin/python -I\n")
    assert absent(launch("serve", "session", path=f"{programs}:/usr/bin:/bin"))


def test_without_scrubjay_a_session_is_told_and_a_move_is_not() -> None:
    said = json.loads(launch("hook", "SessionStart").stdout)["hookSpecificOutput"]
    assert said["hookEventName"] == "SessionStart"
    assert "not installed" in said["additionalContext"]
    done = launch("hook", "CwdChanged")
    assert (done.returncode, done.stdout) == (0, "")


def test_a_program_in_the_repository_is_never_started(programs: Path, tmp_path: Path) -> None:
    (tmp_path / "scrubjay").write_text("#!/bin/sh\necho bad\n")
    (tmp_path / "scrubjay").chmod(0o755)
    done = subprocess.run(
        ["sh", str(LAUNCH), "serve", "session"],
        cwd=tmp_path,
        env={"PATH": ".:/usr/bin:/bin", "HOME": "/nonexistent"},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert "bad" not in done.stdout


def test_a_program_that_a_branch_may_have_brought_is_not_started(programs: Path, repo: Repo) -> None:
    """As in an activated environment inside a clone, which git ignores until a branch tracks a file in it."""
    repo.commit("start", {".gitignore": ".venv/\n"})
    repo.write(".venv/pyvenv.cfg", "home = /usr/bin\n")
    shutil.copytree(programs, repo.path / ".venv" / "bin")
    path = f"{repo.path}/.venv/bin:/usr/bin:/bin"
    assert launch("serve", "session", path=path).returncode == 0
    repo.write(".venv/lib/x.pth", "import os\n")
    repo.git("add", "-f", ".venv/lib/x.pth")
    for word in (("serve", "session"), ("hook", "SessionStart")):
        assert "scrubjay serve" not in launch(*word, path=path).stdout
        assert "scrubjay-hook" not in launch(*word, path=path).stdout
    assert absent(launch("serve", "session", path=f"{path}:{programs}")), "the first on PATH is what counts"


def test_a_tools_clone_that_ignores_its_programs_is_no_hindrance(programs: Path, repo: Repo) -> None:
    """pyenv and Homebrew are clones themselves."""
    repo.commit("start", {"shims/readme": "", "shims/brew": ""})
    for name in ("scrubjay", "scrubjay-hook"):
        shutil.copy(programs / name, repo.path / "shims")
    assert launch("serve", "session", path=f"{repo.path}/shims:/usr/bin:/bin").returncode == 0


def test_the_plugins_files_agree_with_the_package() -> None:
    from scrubjay import __version__
    from scrubjay.integrations.clients.claude_code_hooks import EVENTS

    plugin = json.loads((TOP / ".claude-plugin/plugin.json").read_text())
    market = json.loads((TOP / ".claude-plugin/marketplace.json").read_text())
    assert plugin["version"] == __version__
    assert [entry["name"] for entry in market["plugins"]] == [plugin["name"]] == ["scrubjay"]
    hooks = json.loads((TOP / "hooks/hooks.json").read_text())["hooks"]
    assert tuple(hooks) == EVENTS
    assert set(plugin["mcpServers"]) == {"scrubjay-session", "scrubjay-knowledge"}


def test_who_opens_this_repository_is_warned_of_nothing() -> None:
    """Claude Code warns of servers whose variables only a plugin has, and of permissions in an untrusted folder."""
    for name in (".mcp.json", ".claude/settings.json"):
        assert not (TOP / name).exists()


def test_a_server_of_the_plugin_knows_that_it_is_one(programs: Path) -> None:
    (programs / "scrubjay").write_text('#!/bin/sh\necho "plugin ${SCRUBJAY_PLUGIN:-no}"\n')
    assert launch("serve", "session", path=f"{programs}:/usr/bin:/bin").stdout == "plugin 1\n"


@pytest.mark.optin
def test_claude_code_finds_the_plugin_valid() -> None:
    """Needs CLAUDE_CODE, the path of Claude Code's command."""
    done = subprocess.run(
        [CLAUDE, "plugin", "validate", "--strict", str(TOP)],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert done.returncode == 0, done.stdout
