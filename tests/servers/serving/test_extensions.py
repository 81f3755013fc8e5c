"""Tools of extensions: those of ours that are off aren't there, and one of others that fails is named."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from scrubjay.extensions.records import EnabledRecord, write_records
from scrubjay.extensions.registry import place_of
from scrubjay.model.agent import Capability
from scrubjay_knowledge.server import build
from scrubjay_serving import Backend
from scrubjay_serving.backend import Surroundings
from scrubjay_serving.extensions import offered_families, registry_of
from scrubjay_serving.rights import needed
from scrubjay_session.tools import agents, handoffs, pools, task

TARGET = "acme_tools:extension"
MANIFEST = """
from scrubjay.extensions.kinds.tool import Tool
from scrubjay.extensions.manifest import Extension, Provide
extension = Extension(name="acme", summary="Acme", provides=(
    Provide("tool", "acme_tools:tools"), Provide("tool", "acme_tools:wrong"), Provide("tool", "acme_tools:missing"),
))
def fails(host, *, word: str = "x") -> str:
    raise KeyError(word)
tools = [Tool("acme_fails", fails, "Fails", "It fails.", arguments={"word": "a word"})]
wrong = Tool("search_knowledge", fails, "Takes a name of ours", "It isn't offered.")
"""


@pytest.fixture
def home(environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = Path(environment["SCRUBJAY_HOME"])
    folder.mkdir(exist_ok=True)
    packages = tmp_path / "packages"
    packages.mkdir()
    (packages / "acme_tools.py").write_text(MANIFEST)
    monkeypatch.syspath_prepend(str(packages))
    yield folder
    sys.modules.pop("acme_tools", None)


def backend(environment: dict[str, str]) -> Backend:
    return Backend(Surroundings(environment))


def test_the_families_of_one_that_is_off_are_left_out(home: Path, environment: dict[str, str]) -> None:
    families = (task, agents, handoffs, pools)
    assert offered_families(families, registry_of(backend(environment))) == list(families)
    (home / "config.yaml").write_text("extensions: {agents: off}\n")
    assert offered_families(families, registry_of(backend(environment))) == [task]


def test_a_home_that_cannot_be_leaves_all_of_ours() -> None:
    nowhere = Backend(Surroundings({"SCRUBJAY_HOME": "here"}))
    assert registry_of(nowhere) is None
    assert offered_families((task,), None) == [task]


@pytest.mark.anyio
async def test_tools_of_others_are_offered_and_one_with_a_name_of_ours_is_not(
    home: Path, environment: dict[str, str]
) -> None:
    (home / "config.yaml").write_text("extensions: {acme: on}\n")
    record = EnabledRecord(name="acme", target=TARGET, distribution="acme", version="1", place=place_of(TARGET))
    write_records(home, {"acme": record})
    async with Client(build(backend(environment))) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    assert tools["search_knowledge"].title != "Takes a name of ours"
    shown: Any = tools["acme_fails"]
    assert shown.input_schema["properties"]["word"]["description"] == "a word"
    assert shown.input_schema["properties"].keys() == {"word", "repo"}
    error = (home / "extensions" / "acme.error").read_text()
    assert "has no attribute 'missing'" in error


def test_a_tool_of_others_needs_what_it_could_reach() -> None:
    assert needed("acme_fails", writes=False) == (Capability.KB_SEARCH, Capability.MEMORY_READ)
    assert needed("acme_fails", writes=True)[-1] is Capability.MEMORY_WRITE
    assert needed("knowledge_status", writes=False) == ()
