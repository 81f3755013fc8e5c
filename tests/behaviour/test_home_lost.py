"""The home is deleted or replaced while both servers run: nothing is acknowledged that isn't kept, and they go on."""

import shutil
from pathlib import Path

import pytest
from mcp import Client

from tests import persons
from tests.behaviour.processes import quiet, said, scrubjay, server
from tests.conftest import Repo

pytestmark = pytest.mark.anyio

CLAIM = "Vans leave the depot at six."


@pytest.mark.parametrize(
    ("name", "tool", "asked"),
    [
        ("scrubjay_knowledge", "remember", {"content": CLAIM}),
        ("scrubjay_session", "session_save", {"summary": CLAIM, "next_steps": [CLAIM]}),
    ],
)
async def test_a_deleted_home_is_an_error_and_not_an_id(
    shop: Repo, name: str, tool: str, asked: dict[str, object]
) -> None:
    home = Path(shop.environment["SCRUBJAY_HOME"])
    async with Client(server(shop, name)) as client:
        assert not (await said(client, tool, **asked))[0]
        quiet(shop)
        shutil.rmtree(home)
        failed, told = await said(client, tool, **asked)
        assert failed
        assert "deleted or replaced" in told
        failed, told = await said(client, tool, **asked)
        assert failed
        assert "scrubjay init" in told
        scrubjay(shop, "init", "--yes")
        failed, told = await said(client, tool, **asked)
        assert not failed, told
        assert CLAIM in (scrubjay(shop, "export") if tool == "remember" else scrubjay(shop, "session", "init"))


async def test_a_restored_home_is_written_by_the_servers_that_run(shop: Repo, tmp_path: Path) -> None:
    scrubjay(shop, "remember", "Vans are white.")
    scrubjay(shop, "backup", str(tmp_path / "kept.tar.gz"))
    async with Client(server(shop, "scrubjay_knowledge")) as client:
        assert not (await said(client, "remember", content="Vans are lost with the replaced home."))[0]
        quiet(shop)
        home = Path(shop.environment["SCRUBJAY_HOME"])
        home.rename(tmp_path / "aside")
        restore = ("backup", "restore", str(tmp_path / "kept.tar.gz"))
        assert persons.scrubjay(shop.path, shop.environment, *restore, keys=[]).code == 0
        failed, told = await said(client, "remember", content=CLAIM)
        assert not failed, told
        exported = scrubjay(shop, "export")
        assert CLAIM in exported
        assert "Vans are white." in exported
        assert "lost with" not in exported
        assert "lost with" not in (await said(client, "search_knowledge", query="Vans"))[1]
