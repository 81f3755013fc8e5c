"""Claude Code's own program signs in to a team's server by OAuth, finds its tools, and refreshes by itself.

Needs the environment's CLAUDE_CODE, the path of the program. It opens no browser: a script consents in its place. The
model is a script on loopback: no account, no network.
"""

import fcntl
import json
import os
import re
import select
import struct
import subprocess
import termios
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from scrubjay.model.pattern import pattern
from tests.behaviour.scripted_model import Block, Request, Seen, call, scripted_model, text
from tests.patience import PATIENCE_S
from tests.servers.team.conftest import databases as databases
from tests.servers.team.conftest import postgres as postgres
from tests.servers.team.oauth.conftest import OAuthTeam
from tests.servers.team.oauth.conftest import web as web

pytestmark = pytest.mark.optin

CLAUDE = os.environ.get("CLAUDE_CODE", "")
MOST_REQUESTS = 12

_ADDRESS = pattern(r"http://[\w.:\[\]]+/oauth/authorize\?[^\s\x1b\x07\"]+(?=[\s\x1b\x07\"])")
_NEVER = pattern(r"(?!)")


@pytest.fixture
def account(environment: dict[str, str], tmp_path: Path) -> dict[str, str]:
    """The environment of an account that Claude Code has never seen."""
    if not CLAUDE:
        pytest.skip("needs CLAUDE_CODE=/path/to/claude")
    home = tmp_path / "account"
    home.mkdir()
    quietly = ("DISABLE_TELEMETRY", "DISABLE_AUTOUPDATER", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC")
    return environment | {"HOME": str(home)} | dict.fromkeys(quietly, "1")


def claude(account: dict[str, str], *arguments: str, **more: str) -> str:
    done = subprocess.run(
        [CLAUDE, *arguments], cwd=account["HOME"], env=account | more, stdin=subprocess.DEVNULL,
        capture_output=True, text=True, timeout=PATIENCE_S, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def sign_in(web: OAuthTeam, account: dict[str, str], *scopes: str) -> str:
    """Sign the program in at a terminal of its own, with the address that a browser was led to; all that it said."""
    reading, terminal = os.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 4_000, 0, 0))
    with subprocess.Popen(
        [CLAUDE, "mcp", "login", "--no-browser", "team"], cwd=account["HOME"], env=account, stdin=terminal,
        stdout=terminal, stderr=terminal, start_new_session=True,
    ) as program:  # fmt: skip
        os.close(terminal)
        try:
            said = _until(reading, _ADDRESS)
            found = _ADDRESS.search(said)
            assert found, said
            page = web.opened(web.cookie, found[0].removeprefix(web.base))
            assert "this computer (localhost:" in page.body
            os.write(reading, f"{web.decided(web.cookie, page, *scopes)}\r".encode())
            said += _until(reading, _NEVER)
            assert program.wait(PATIENCE_S) == 0, said
        finally:
            program.kill()
            os.close(reading)
    return said


def _until(terminal: int, wanted: "re.Pattern[str]") -> str:
    """What a program says until something stands there, or it ends."""
    said, until = "", time.monotonic() + PATIENCE_S
    while time.monotonic() < until and not wanted.search(said):
        ready, _, _ = select.select([terminal], [], [], 0.1)
        try:
            data = os.read(terminal, 65_536) if ready else b"-"
        except OSError:
            break
        if not data:
            break
        said += data.decode("utf-8", "replace") if ready else ""
    return said


def model(request: Request) -> Sequence[Block]:
    """Search the team once, as soon as the tool is there, and end."""
    found = [tool["name"] for tool in request.tools() if tool["name"] == "mcp__team__search_knowledge"]
    results = request.results()
    if any("team acme" in result for result in results) or len(results) >= MOST_REQUESTS:
        return (text("done"),)
    return (call(found[0], query="queue") if found else call("Bash", command="sleep 1", description="wait"),)


def session(account: dict[str, str]) -> Seen:
    """One session of the program: everything that its model was asked."""
    key = "-".join(("loopback", "only"))
    with scripted_model(model) as seen:
        claude(
            account, "-p", "hello", "--allowedTools", "Bash,mcp__team", ANTHROPIC_BASE_URL=seen.url,
            ANTHROPIC_API_KEY=key,
        )  # fmt: skip
    return seen


def test_claude_code_signs_in_by_oauth_and_searches_the_team(web: OAuthTeam, account: dict[str, str]) -> None:
    web.served.databases.clock.now = datetime.now().astimezone()
    web.cookie = web.served.person()
    claude(account, *["mcp", "add", "--transport", "http", "--scope", "user", "team"], web.served.url)
    assert "Needs authentication" in claude(account, "mcp", "list")
    sign_in(web, account, "search")
    assert "Connected" in claude(account, "mcp", "list")
    seen = session(account)
    tools = {tool["name"] for tool in seen.requests[-1].tools() if tool["name"].startswith("mcp__team__")}
    assert "mcp__team__search_knowledge" in tools
    assert "mcp__team__remember" not in tools
    assert any("team acme" in result for result in seen.requests[-1].results())
    kept = json.dumps([one.read_text() for one in Path(account["HOME"]).rglob(".credentials.json")])
    assert "sj_oat_" in kept
    assert "sj_ort_" in kept


def test_sessions_of_25_hours_need_one_sign_in(web: OAuthTeam, account: dict[str, str]) -> None:
    web.served.databases.clock.now = datetime.now().astimezone()
    web.cookie = web.served.person()
    claude(account, *["mcp", "add", "--transport", "http", "--scope", "user", "team"], web.served.url)
    sign_in(web, account, "search")
    for _ in range(2):
        web.served.databases.clock.now += timedelta(hours=12.5)
        with ThreadPoolExecutor(2) as both:  # two sessions that share what is kept
            for seen in both.map(lambda _: session(account), range(2)):
                assert any("team acme" in result for result in seen.requests[-1].results())
