"""One damaged file closes only what needs it, and `scrubjay doctor --repair` always gets through."""

import json
import shutil

import pytest
from mcp import Client

from tests.behaviour.homes import home_of
from tests.behaviour.processes import quiet, said, scrubjay, server
from tests.conftest import Repo

pytestmark = pytest.mark.anyio

CLAIM = "Vans leave the depot at six."


@pytest.fixture
def shop(shop: Repo) -> Repo:
    """With a memory and a task; no file has a log."""
    scrubjay(shop, "remember", CLAIM)
    scrubjay(shop, "session", "save", "Weighing is half done.", "--next-step", "Weigh vans")
    quiet(shop)
    return shop


def damage(repo: Repo, name: str) -> bytes:
    """Put rubbish in the place of a database; returns it."""
    (file,) = [*home_of(repo).glob(name), *home_of(repo).glob(f"projects/*/{name}")]
    assert not file.with_name(f"{name}-wal").exists()
    rubbish = b"\xe5\xff not a database " * 500
    file.write_bytes(rubbish)
    return rubbish


async def test_a_damaged_session_file_leaves_search_remember_and_export(shop: Repo) -> None:
    damage(shop, "session.db")
    assert "weighed twice" in scrubjay(shop, "search", "parcels")
    assert CLAIM in scrubjay(shop, "export")
    scrubjay(shop, "remember", "Vans are white.")
    async with Client(server(shop, "scrubjay_knowledge")) as client:
        for tool, asked in (
            ("search_knowledge", {"query": "parcels"}),
            ("remember", {"content": "Parcels are brown."}),
            ("get_document", {"path": "docs/guide.md"}),
            ("list_decisions", {}),
            ("knowledge_status", {}),
        ):
            failed, told = await said(client, tool, **asked)
            assert not failed, (tool, told)
    async with Client(server(shop, "scrubjay_session")) as client:
        failed, told = await said(client, "session_save", summary="Done.")
        assert failed
        assert "doctor --repair" in told
        for tool in ("get_repository_state", "search_commits"):
            failed, told = await said(client, tool, **({"query": "first"} if tool == "search_commits" else {}))
            assert not failed, (tool, told)


async def test_a_damaged_knowledge_file_leaves_the_session_tools(shop: Repo) -> None:
    damage(shop, "knowledge.db")
    async with Client(server(shop, "scrubjay_session")) as client:
        for tool, asked in (
            ("session_save", {"summary": "Weighing is done.", "next_steps": ["Go home"]}),
            ("set_task_context", {"task": "Weigh vans"}),
            ("get_task_context", {}),
            ("get_repository_state", {}),
            ("session_init", {}),
        ):
            failed, told = await said(client, tool, **asked)
            assert not failed, (tool, told)
        assert "Weigh vans" in told
        assert "doctor --repair" in told


@pytest.mark.parametrize("name", ["session.db", "knowledge.db", "home.db"])
def test_repair_gets_through_and_deletes_nothing(shop: Repo, name: str) -> None:
    rubbish = damage(shop, name)
    mended = scrubjay(shop, "doctor", "--repair", "--quick")
    (aside,) = home_of(shop).rglob("damaged/*.db")
    assert aside.read_bytes() == rubbish
    assert str(aside) in mended
    assert "weighed twice" in scrubjay(shop, "search", "parcels")
    exported = scrubjay(shop, "export")
    assert (CLAIM in exported) == (name != "knowledge.db")
    assert ("half done" in scrubjay(shop, "session", "init")) == (name != "session.db")


def test_a_lost_home_db_comes_back_from_the_folders(shop: Repo) -> None:
    for file in home_of(shop).glob("home.db*"):
        file.unlink()
    told = scrubjay(shop, "init", "--yes", code=4)
    assert told == ""
    checks = {c["name"]: c for c in json.loads(scrubjay(shop, "doctor", "--quick", "--json", code=1))["checks"]}
    assert "doctor --repair" in checks["project"]["do"]
    assert "from its folder" in scrubjay(shop, "doctor", "--repair", "--quick")
    assert CLAIM in scrubjay(shop, "export")
    scrubjay(shop, "init", "--yes")
    assert CLAIM in scrubjay(shop, "export")


def test_a_folder_that_says_nothing_is_named_and_left_alone(shop: Repo) -> None:
    stray = home_of(shop) / "projects" / ("0" * 32)
    shutil.copytree(next((home_of(shop) / "projects").glob("*")), stray)
    (stray / "project.json").unlink(missing_ok=True)
    before = (stray / "knowledge.db").read_bytes()
    assert str(stray) in scrubjay(shop, "doctor", "--quick")
    assert str(stray) in scrubjay(shop, "doctor", "--quick", "--repair")
    assert (stray / "knowledge.db").read_bytes() == before
