"""A session is told in one line that its server was killed, once; never of one that the client itself ended."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.behaviour.homes import home_of
from tests.conftest import Repo
from tests.patience import PATIENCE_S

CLIENT = Path(__file__).with_name("ending_client.py")
KILLED = "scrubjay-session ended without being told to"


def told(shop: Repo, *steps: str) -> list[str]:
    """What the hooks of a client's process told, in order."""
    agent = shop.path.parent / "claude"
    if not agent.exists():
        agent.symlink_to(Path(sys.executable).resolve())
    done = subprocess.run(
        [str(agent), "-I", str(CLIENT), sys.executable, str(shop.path), *steps], env=shop.environment, text=True,
        capture_output=True, timeout=PATIENCE_S, check=True,
    )  # fmt: skip
    assert list((home_of(shop) / "serving").iterdir()) == []
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.skipif(sys.platform == "win32", reason="no signals")
def test_the_next_hook_tells_of_a_killed_server_once(shop: Repo) -> None:
    first, start, prompt = told(shop, "prompt", "kill", "start", "prompt")
    assert first == ""
    assert start.startswith("scrubjay · ")
    assert start.count(KILLED) == 1
    assert prompt == ""
    prompt, start = told(shop, "kill", "prompt", "start")
    assert prompt.startswith(KILLED)
    assert "\n" not in prompt
    assert KILLED not in start


@pytest.mark.skipif(sys.platform == "win32", reason="no signals")
@pytest.mark.parametrize("steps", [("term",), ("int",), ("close",), ("kill", "again")], ids=" ".join)
def test_nobody_is_told_of_a_server_that_the_client_ended(shop: Repo, steps: tuple[str, ...]) -> None:
    assert told(shop, *steps, "prompt", "start")[0] == ""


def test_what_a_client_left_that_was_killed_with_its_servers_is_taken_away(shop: Repo) -> None:
    folder = home_of(shop) / "serving"
    folder.mkdir()
    (folder / "1.0_scrubjay-session.7").touch()
    (folder / "notes").touch()
    assert told(shop, "prompt") == [""]
