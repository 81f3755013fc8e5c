"""Another program holds the databases: who reads is answered, who writes is told why, and it is over when it lets go.

Held for as long as each is asked once; with `-m optin` for thirty seconds, in which each is asked again and again.
"""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from mcp import Client

from tests.behaviour.processes import client_hook, command, quiet, said, scrubjay, server
from tests.conftest import Repo
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.anyio

TOP = Path(__file__).parents[2]
WHY = "Another process has locked the database"


@pytest.fixture
def shop(shop: Repo) -> Repo:
    """With a memory."""
    scrubjay(shop, "remember", "Vans are white.")
    quiet(shop)
    return shop


@contextmanager
def held(repo: Repo, against: str) -> Iterator[None]:
    """While another program holds every database of the home."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.behaviour.locker", repo.environment["SCRUBJAY_HOME"], against],
        cwd=TOP, env=repo.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    try:
        yield
    finally:
        process.communicate(timeout=PATIENCE_S)


ANSWERS = {
    ("search", "parcels"): "weighed twice",
    ("session", "init"): "Vans are white.",
    ("memories",): "Vans are white.",
    ("status",): "repository config",
    ("verify",): "",
}


@pytest.mark.parametrize("seconds", [0, pytest.param(30, marks=pytest.mark.optin)])
async def test_readers_are_answered_and_writers_told_why_until_it_is_over(shop: Repo, seconds: int) -> None:
    kept = {"Vans are white."}
    async with (
        Client(server(shop, "scrubjay_knowledge")) as knowledge,
        Client(server(shop, "scrubjay_session")) as session,
    ):
        assert not (await said(session, "set_task_context", task="Weigh parcels"))[0]
        with held(shop, "writing"), ThreadPoolExecutor(4) as pool:
            until, round = time.monotonic() + seconds, 0
            while not round or time.monotonic() < until:
                answers = dict(zip(ANSWERS, pool.map(lambda words: command(shop, *words), ANSWERS), strict=True))
                writer = pool.submit(command, shop, "remember", f"Van {round} is late.")
                doctor = pool.submit(command, shop, "doctor")
                hooks = pool.map(partial(client_hook, shop), ["SessionStart", "Stop"])
                failed, told = await said(knowledge, "remember", content=f"Van {round} is early.")
                assert failed
                assert WHY in told
                failed, told = await said(session, "session_save", summary="Weighed", next_steps=["Weigh again"])
                assert failed
                assert WHY in told
                failed, told = await said(knowledge, "search_knowledge", query="parcels")
                assert not failed, told
                assert "weighed twice" in told
                failed, told = await said(session, "session_init")
                assert not failed, told
                assert "Weigh parcels" in told
                for words, done in answers.items():
                    assert (done.returncode, done.stderr) == (0, ""), words
                    assert ANSWERS[words] in done.stdout
                done = writer.result()
                assert done.returncode == 4, done.stdout
                assert WHY in done.stderr
                assert "Try again" in done.stderr
                named = doctor.result().stdout.partition("held databases")[2].partition("\n")[0]
                assert all(name in named for name in ("home.db", "knowledge.db", "session.db")), doctor.result().stdout
                assert all((done.returncode, done.stderr) == (0, "") for done in hooks)
                round += 1
            shop.write("docs/late.md", "# Late\n\nRobins carry letters.\n")
            shop.git("add", "-A")
            made = subprocess.run(
                ["git", "commit", "-q", "-m", "while it is held"], cwd=shop.path, env=shop.environment,
                capture_output=True, timeout=PATIENCE_S, check=False,
            )  # fmt: skip
            assert (made.returncode, made.stdout, made.stderr) == (0, b"", b"")
        failed, told = await said(knowledge, "remember", content="Vans leave at six.")
        assert not failed, told
        kept.add("Vans leave at six.")
        failed, told = await said(session, "session_save", summary="Weighed", next_steps=["Weigh again"])
        assert not failed, told
        assert "Robins carry letters" in (await said(knowledge, "search_knowledge", query="robins"))[1]
    lines = map(json.loads, scrubjay(shop, "export").splitlines())
    assert {line["memory"]["content"] for line in lines if "memory" in line} == kept
    assert "Weigh again" in scrubjay(shop, "session", "init")


async def test_a_program_that_lets_nobody_read_is_named_as_the_cause_and_nothing_stays_closed(shop: Repo) -> None:
    async with Client(server(shop, "scrubjay_knowledge")) as knowledge:
        with held(shop, "reading"), ThreadPoolExecutor(4) as pool:
            commands = [("search", "parcels"), ("status",), ("remember", "Vans leave at six.")]
            running = pool.map(lambda words: command(shop, *words), commands)
            done = client_hook(shop, "SessionStart")
            assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
            failed, told = await said(knowledge, "search_knowledge", query="parcels")
            assert failed
            assert WHY in told
            for done in running:
                assert done.returncode == 4, done.stdout
                assert WHY in done.stderr
        failed, told = await said(knowledge, "search_knowledge", query="parcels")
        assert not failed, told
    assert "Vans leave at six." not in scrubjay(shop, "export")
    assert "weighed twice" in scrubjay(shop, "search", "parcels")
