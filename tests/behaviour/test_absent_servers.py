"""A server that can't start connects all the same: no tools, and instructions that name the one command to run."""

from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters

from tests.behaviour.processes import registered
from tests.behaviour.test_launchers import Clone
from tests.conftest import Repo


@pytest.fixture
def clone(repo: Repo, tmp_path: Path) -> Clone:
    return Clone(repo, tmp_path)


async def said(server: StdioServerParameters, mode: str) -> str:
    """The instructions of a server without tools."""
    async with Client(server, mode=mode) as client:
        assert (await client.list_tools()).tools == []
        return client.instructions or ""


@pytest.mark.anyio
async def test_a_server_without_its_guard_or_in_another_home_says_what_to_run(clone: Clone, tmp_path: Path) -> None:
    home = Path(clone.repo.environment["SCRUBJAY_HOME"])
    elsewhere = clone.repo.environment | {"SCRUBJAY_HOME": str(tmp_path / "never")}
    words = ["-I", "-m", "scrubjay.cli.main", "serve", "knowledge"]
    serve = StdioServerParameters(command=str(clone.python), args=words, env=elsewhere, cwd=clone.repo.path)
    for mode in ("auto", "legacy"):
        assert "`scrubjay init`" in await said(serve, mode)
    assert not (tmp_path / "never").exists()

    async with Client(registered(clone.repo, "scrubjay-session")) as client:
        assert "session_init" in {tool.name for tool in (await client.list_tools()).tools}
    for guard in (home / "launchers").glob("*.sh"):
        guard.unlink()
    for mode in ("auto", "legacy"):
        assert "`scrubjay init`" in await said(registered(clone.repo, "scrubjay-session"), mode)
