"""A server's list of tools comes from the home while all that it was made of is the same; else it is made anew."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from mcp import Client

import scrubjay_knowledge.server as knowledge
import scrubjay_session.server as session
from scrubjay_serving.backend import Backend, Surroundings
from scrubjay_serving.server import ScrubjayServer
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.anyio

Build = Callable[[], ScrubjayServer]
SERVERS = (session, knowledge)


@pytest.fixture
def home(environment: dict[str, str]) -> Path:
    folder = Path(environment["SCRUBJAY_HOME"])
    folder.mkdir(mode=0o700, exist_ok=True)
    (folder / "home.db").touch()
    return folder


@pytest.fixture(params=SERVERS)
def build(request: pytest.FixtureRequest, environment: dict[str, str], home: Path) -> Build:
    module: ModuleType = request.param
    return lambda: module.build(Backend(Surroundings(environment)))


async def listed(server: ScrubjayServer) -> list[dict[str, Any]]:
    async with Client(server) as client:
        return [tool.model_dump(mode="json", by_alias=True) for tool in (await client.list_tools()).tools]


def made(server: ScrubjayServer) -> int:
    """How many schemas this process made."""
    return len(server._tool_manager.list_tools())


def stored(home: Path) -> Path:
    (file,) = (home / "offers").iterdir()
    return file


async def test_a_second_start_lists_the_same_and_makes_no_schema(build: Build, home: Path) -> None:
    first, second = build(), build()
    assert not first.is_stored()
    tools = await listed(first)
    assert second.is_stored()
    assert await listed(second) == tools
    assert (made(first), made(second)) == (len(tools), 0)
    assert not second.offers.are_whole, "nothing was declared"
    assert stored(home).stat().st_mode & 0o777 == 0o600
    assert stored(home).parent.stat().st_mode & 0o777 == 0o700


async def test_a_call_makes_the_schema_of_its_tool_alone(environment: dict[str, str], home: Path) -> None:
    await listed(session.build(Backend(Surroundings(environment))))
    server = session.build(Backend(Surroundings(environment)))
    async with Client(server) as client:
        await client.list_tools()
        result = await client.call_tool("note_progress", {"txt": "x"})
    assert "did you mean text?" in str(result.content)
    assert made(server) == 1


def held_in(file: Path) -> dict[str, Any]:
    """What a stored list holds below its digest."""
    held: dict[str, Any] = json.loads(file.read_bytes().partition(b"\n")[2])
    return held


def put(file: Path, held: dict[str, Any]) -> None:
    """Store a list with its digest, as nobody else does."""
    text = json.dumps(held).encode()
    file.write_bytes(sha256(text).hexdigest().encode() + b"\n" + text)


async def test_a_list_that_lost_its_tools_alone_is_made_anew(build: Build, home: Path) -> None:
    tools = await listed(build())
    digest, _, text = stored(home).read_bytes().partition(b"\n")
    stored(home).write_bytes(digest + b"\n" + json.dumps(json.loads(text) | {"tools": []}).encode())
    assert not build().is_stored()
    assert await listed(build()) == tools


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b"null", b'{"key": 1}', b"\xff\xfe", b"[" * 100_000])
async def test_what_is_damaged_or_of_somebody_else_is_made_anew(build: Build, home: Path, damage: bytes) -> None:
    tools = await listed(build())
    whole = stored(home).read_bytes()
    stored(home).write_bytes(damage)
    assert not build().is_stored()
    assert await listed(build()) == tools
    assert held_in(stored(home))["tools"] == json.loads(whole.partition(b"\n")[2])["tools"]


async def test_a_tool_that_is_none_is_not_believed(build: Build, home: Path) -> None:
    await listed(build())
    held = held_in(stored(home))
    held["tools"][0].pop("name")
    put(stored(home), held)
    assert not build().is_stored()


@pytest.mark.parametrize("change", ["file", "variable", "extensions"])
async def test_another_choice_is_another_list(
    build: Build, home: Path, environment: dict[str, str], change: str
) -> None:
    tools = await listed(build())
    if change == "file":
        (home / "config.yaml").write_text("toolsets: [core, agents, context]\n")
    elif change == "variable":
        environment["SCRUBJAY_TOOLSETS"] = "[core, agents, context]"
    else:
        (home / "extensions").mkdir()
        (home / "extensions" / "enabled.json").write_text("[]")
    assert not build().is_stored()
    assert (len(await listed(build())) > len(tools)) == (change != "extensions")
    assert build().is_stored()


async def test_a_module_that_changed_makes_the_list_anew(build: Build, home: Path) -> None:
    await listed(build())
    held = held_in(stored(home))
    ours = [file for file in held["files"] if file.endswith("declared.py")]
    assert ours
    held["files"][ours[0]][1] -= 1
    put(stored(home), held)
    assert not build().is_stored()


async def test_wrong_settings_are_never_stored(build: Build, home: Path) -> None:
    (home / "config.yaml").write_text("toolsets: [core, stories]\n")
    await listed(build())
    assert not (home / "offers").exists()


async def test_without_a_home_nothing_is_stored(environment: dict[str, str]) -> None:
    await listed(session.build(Backend(Surroundings(environment))))
    assert not Path(environment["SCRUBJAY_HOME"], "offers").exists()


UNNEEDED = (
    *("rich", "yaml", "scrubjay.settings.schema", "scrubjay.settings.layers", "scrubjay.extensions.registry"),
    *("scrubjay_session.declared", "scrubjay_knowledge.declared", "scrubjay_serving.offering", "scrubjay_agents"),
)
CODE = """
import gc, json, os, sys
import {module}.__main__ as started
def after(build, *_, **__):
    from scrubjay_serving.backend import Backend, Surroundings
    server = build(Backend(Surroundings(dict(os.environ))))
    assert not gc.isenabled()
    print(json.dumps([server.is_stored(), [name for name in {names!r} if name in sys.modules]]))
import scrubjay_serving.run
scrubjay_serving.run.run = after
started.main()
"""


@pytest.mark.parametrize("module", SERVERS)
async def test_a_start_with_a_stored_list_imports_neither_settings_nor_what_is_declared(
    module: ModuleType, environment: dict[str, str], home: Path
) -> None:
    await listed(module.build(Backend(Surroundings(environment))))
    assert os.listdir(home / "offers")  # noqa: PTH208
    code = CODE.format(module=module.__name__.partition(".")[0], names=UNNEEDED)
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=PATIENCE_S
    )
    assert json.loads(done.stdout or "[]") == [True, []], done.stderr
