"""A session is kept without being asked: real hooks, the real worker, and what the next session hears of it."""

import json
import shutil
import sys
from pathlib import Path

import pytest

from tests import persons
from tests.behaviour.processes import quiet, scrubjay
from tests.conftest import Repo
from tests.shared.memory.transcript.stories import Story

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no POSIX shell")

KEPT = "Kept from a session"
MISSING = "ModuleNotFoundError: No module named 'httpx'"
SECOND = "7c11d0aa-1b2c-4d5e-8f90-aabbccddeeff"


class Client:
    """A program of the client's name that fires hooks, as its real one does: one process a hook below it."""

    def __init__(self, shop: Repo, top: Path) -> None:
        self.shop, self.top = shop, top
        self.program = top / "claude"
        shutil.copy(Path("/bin/sh").resolve(), self.program)

    def fire(self, event: str, story: Story, **more: str) -> str:
        """What a hook adds to the context."""
        said = {
            "hook_event_name": event, "session_id": story.session, "cwd": str(self.shop.path),
            "transcript_path": str(story.file),
        }  # fmt: skip
        message = self.top / "message.json"
        message.write_text(json.dumps(said | more))
        hook = '"$0" -I -m scrubjay.integrations.client_hooks.event --home "$1" < "$2"; true'
        home = self.shop.environment["SCRUBJAY_HOME"]
        command = [str(self.program), "-c", hook, sys.executable, home, str(message)]
        out = persons.run(command, self.shop.path, self.shop.environment).said
        quiet(self.shop)
        return str(json.loads(out)["hookSpecificOutput"]["additionalContext"]) if out.strip() else ""


@pytest.fixture
def account(shop: Repo, tmp_path: Path) -> Path:
    """Where the client of this person keeps its transcripts."""
    shop.environment = shop.environment | {"CLAUDE_CONFIG_DIR": str(tmp_path / "story" / "account" / ".claude")}
    return tmp_path / "story"


def test_a_session_s_lessons_are_told_to_the_next_one_once(shop: Repo, account: Path, tmp_path: Path) -> None:
    client, story = Client(shop, tmp_path), Story(shop, account)
    client.fire("SessionStart", story, source="startup")
    story.typed("Remember that parcels of staff are weighed once. <private>never mind my back pain</private>")
    story.ran("pytest -q", MISSING, 1)
    story.ran("wc -l docs/guide.md", "3 docs/guide.md")
    story.ran("uv run pytest -q", "3 passed")
    client.fire("Stop", story)
    client.fire("SessionEnd", story)

    second = Story(shop, account, SECOND)
    told = client.fire("SessionStart", second, source="startup")
    assert f"{KEPT}: fact: Parcels of staff are weighed once. (" in told
    assert f"{KEPT}: procedure: `pytest -q` fails here ({MISSING}); `uv run pytest -q` works. (" in told
    assert "; `extraction.by: off` stops this" in told
    assert "back pain" not in told

    client.fire("Stop", second)
    third = Story(shop, account, "9d22e1bb-1b2c-4d5e-8f90-aabbccddeeff")
    assert KEPT not in client.fire("SessionStart", third, source="startup")

    found = json.loads(scrubjay(shop, "search", "parcels of staff", "--kind", "memory", "--json"))
    assert "told" in json.dumps(found)


def test_turned_off_nothing_is_read(shop: Repo, account: Path, tmp_path: Path) -> None:
    (Path(shop.environment["SCRUBJAY_HOME"]) / "config.yaml").write_text("extraction: {by: off}\n")
    client, story = Client(shop, tmp_path), Story(shop, account)
    story.typed("Remember that parcels of staff are weighed once.")
    client.fire("Stop", story)
    client.fire("PreCompact", story)
    assert "staff" not in client.fire("SessionStart", Story(shop, account, SECOND), source="startup")
