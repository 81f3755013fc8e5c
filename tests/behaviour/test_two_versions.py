"""A newer scrubjay upgraded the home, and this one goes on running: it refuses clearly, and changes nothing."""

import subprocess
from contextlib import closing
from pathlib import Path

import pytest
from mcp import Client

from scrubjay.storage import driver
from tests import forked
from tests.behaviour.processes import client_hook, command, quiet, said, scrubjay, server
from tests.conftest import Repo
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.anyio

WHAT_TO_DO = "`git pull && pip install .` in the clone of scrubjay"


@pytest.fixture
def shop(shop: Repo) -> Repo:
    """With a memory."""
    scrubjay(shop, "remember", "Vans are white.")
    quiet(shop)
    return shop


def databases(repo: Repo) -> list[Path]:
    home = Path(repo.environment["SCRUBJAY_HOME"])
    return [home / "home.db", *home.glob("projects/*/*.db")]


def upgrade(repo: Repo, by: int) -> None:
    """What a program does that knows one schema more: a table and a number; or take it back."""
    for file in databases(repo):
        with closing(driver.connect(file)) as raw:
            (number,) = raw.execute("PRAGMA user_version").fetchone()
            raw.execute(f"PRAGMA user_version = {number + by}")
            raw.execute("CREATE TABLE tomorrow (a)" if by > 0 else "DROP TABLE tomorrow")


def contents(repo: Repo) -> dict[tuple[str, str], list[tuple[object, ...]]]:
    """Every row of every table of every database."""
    held = {}
    for file in databases(repo):
        with closing(driver.connect(file)) as raw:
            tables = raw.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'")
            for (name,) in tables.fetchall():
                held[file.name, name] = [tuple(row) for row in raw.execute(f"SELECT * FROM {name}")]
    return held


def background(repo: Repo, *words: str) -> tuple[int, str, str]:
    """How a program that nobody looks at ends: its exit code, and what it said."""
    done = subprocess.run(
        forked.words(*words), cwd=repo.path, env=repo.environment, capture_output=True, text=True,
        timeout=PATIENCE_S, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


REFUSED = [
    ("search", "parcels"), ("remember", "Vans leave at six."), ("status",), ("session", "init"), ("export",),
    ("ingest",), ("init", "--yes"), ("gc",), ("uninstall", "--yes"), ("doctor", "--repair"),
]  # fmt: skip


async def test_a_program_that_is_older_than_the_home_refuses_and_changes_nothing(shop: Repo) -> None:
    async with (
        Client(server(shop, "scrubjay_knowledge")) as knowledge,
        Client(server(shop, "scrubjay_session")) as session,
    ):
        assert not (await said(knowledge, "search_knowledge", query="parcels"))[0]
        assert not (await said(session, "set_task_context", task="Weigh parcels"))[0]
        quiet(shop)
        upgrade(shop, 1)
        before = contents(shop)
        for client, tool, asked in (
            (knowledge, "search_knowledge", {"query": "parcels"}),
            (knowledge, "remember", {"content": "Vans leave at six."}),
            (session, "session_save", {"summary": "Weighed", "next_steps": ["Weigh again"]}),
        ):
            failed, told = await said(client, tool, **asked)
            assert failed, tool
            assert WHAT_TO_DO in told
        for words in REFUSED:
            done = command(shop, *words)
            assert done.returncode == 4, words
            assert WHAT_TO_DO in done.stderr, words
        done = command(shop, "doctor")
        assert done.returncode == 1
        assert WHAT_TO_DO in done.stdout
        done = client_hook(shop, "SessionStart")
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        assert background(shop, "scrubjay.integrations.git_hooks.event", "post-commit") == (0, "", "")
        assert background(shop, "scrubjay.operations.jobs.worker")[0] == 1
        assert contents(shop) == before
        upgrade(shop, -1)
        failed, told = await said(knowledge, "remember", content="Vans leave at six.")
        assert not failed, told
    assert "Weigh parcels" in scrubjay(shop, "session", "init")
    assert "Vans are white." in scrubjay(shop, "export")
