"""Somebody else's package: built as a wheel, installed without a network, enabled by a person, used, and taken away."""

from pathlib import Path
from typing import Any

import pytest

from tests.extensions.conftest import ACME, Environment

LONGEST = 50
AGREE = [("Enable acme-notion?", "y")]


@pytest.fixture
def enabled(fresh: Environment, wheel: Path) -> Environment:
    fresh.pip("install", "--no-deps", wheel)
    said = fresh.by_hand("extensions", "enable", "acme-notion", keys=AGREE)
    assert "package: acme-notion 1.2.0, from file://" in said
    assert "provides: command acme, importer, embedder, tool, check, parser, source, citation, view" in said
    return fresh


def state(at: Environment) -> dict[str, Any]:
    return next(one for one in at.object("extensions")["extensions"] if one["name"] == "acme-notion")


@pytest.mark.parametrize("file", sorted(ACME.glob("acme_notion/*.py")), ids=lambda file: file.stem)
def test_each_kind_is_written_in_fifty_lines(file: Path) -> None:
    assert len(file.read_text(encoding="utf-8").splitlines()) <= LONGEST


def test_what_is_only_installed_is_listed_and_does_nothing(fresh: Environment, wheel: Path) -> None:
    before = fresh.scrubjay("--help")
    fresh.pip("install", "--no-deps", wheel)
    assert state(fresh)["reason"] == "installed, enabled by nobody: `scrubjay extensions enable acme-notion`"
    assert fresh.scrubjay("--help") == before
    assert "Only a person may enable an extension" in fresh.scrubjay("extensions", "enable", "acme-notion", code=2)
    (fresh.repository / ".agent").mkdir(exist_ok=True)
    (fresh.repository / ".agent" / "config.yaml").write_text("extensions: {acme-notion: on}\n")
    assert fresh.scrubjay("--help") == before


def test_it_is_used_and_goes_without_a_trace(enabled: Environment, tmp_path: Path) -> None:
    at = enabled
    assert (state(at)["state"], state(at)["version"], state(at)["last_error"]) == ("on", "1.2.0", "")

    # command, with its own settings, its own file and a claim of its own
    assert "Extensions:\n  acme" in at.scrubjay("--help")
    assert "README.md" in at.scrubjay("acme", "parcels")
    assert "README.MD" in at.scrubjay("acme", "parcels", "--shout")
    assert at.scrubjay("acme", "x", "--keep", "Parcels are weighed twice.").startswith("kept ")
    (kept,) = at.object("memories")["memories"]
    assert (kept["content"], kept["grade"]) == ("Parcels are weighed twice.", "said")

    # check
    checks = {one["name"]: one for one in at.object("doctor", "--quick")["checks"]}
    assert (checks["acme-notion: notebook"]["ok"], checks["acme-notion: notebook"]["found"]) == (True, len("parcels"))
    assert checks["extension acme-notion"]["found"] == "1.2.0 on"

    # importer, found by itself and by name
    notebook = tmp_path / "a.notebook"
    notebook.write_text("#acme-notebook\nOwls carry letters in winter.\n\n")
    taken = at.object("import", str(notebook))
    assert (taken["from"], taken["stored"], taken["skipped"]) == ("acme-notion", 1, 1)
    assert at.object("import", str(notebook), "--from", "acme-notion")["known"] == 1

    # parser: a file is read that nothing else reads, and cut at its headings
    at.scrubjay("ingest")
    (hit,) = [one for one in at.object("search", "scales stand outside")["results"] if one["path"] == "notes.org"]
    assert hit["title"] == "Gate"
    assert "the extension acme-notion reads it" in at.scrubjay("explain", "notes.org")

    # source: found where its kind is named, as other people's words, and nowhere else
    (wiki,) = at.object("search", "who carries letters", "--kind", "wiki")["results"]
    assert (wiki["kind"], wiki["title"], wiki["place"]) == ("wiki", "Owls", "https://wiki.example/owls")
    assert wiki["marks"] == ["other people's words, given by acme-notion"]
    assert [one["title"] for one in at.object("search", "letters kind:wiki")["results"]] == ["Owls"]
    assert "wiki" not in {one["kind"] for one in at.object("search", "who carries letters")["results"]}
    assert "**wiki https://wiki.example/owls**" in at.python_says(CALL_KIND)

    # citation: a claim is grounded by a ticket that says it, and never quoted from it
    grounded = at.object("remember", "Parcels are weighed at the gate (ACME-12).")
    assert (grounded["grade"], grounded["grounds"][0]["words"]) == ("said", "Parcels are weighed at the gate.")
    assert "the words that it leans on stand beside it" in grounded["why"]
    assert at.object("remember", "Parcels rest at night, see ACME-13.")["grounds"][0]["state"] == "not found"

    # tool
    assert "acme_notion_lookup" in at.python_says(TOOLS)
    assert "README.md" in at.python_says(CALL)

    # page
    page = at.python_says(PAGE)
    assert "README.md" in page
    assert "&lt;b&gt;Escaped&lt;/b&gt;" in page

    # embedder
    config = at.home / "config.yaml"
    chosen = config.read_text() + "embedding:\n  provider: extension\n  model: acme-notion\n"
    config.write_text(chosen)
    del at.variables["SCRUBJAY_EMBEDDING_PROVIDER"]
    at.scrubjay("embed")
    status = at.object("embed", "--status")
    assert [one["model"] for one in status["embedders"]] == ["acme-letters"]
    assert status["embedded"] == status["passages"] > 0
    assert "README.md" in at.scrubjay("search", "sorts parcels", "--recipe", "balanced")
    at.variables["SCRUBJAY_EMBEDDING_PROVIDER"] = "none"
    config.write_text("\n".join(chosen.split("\nembedding:")[0].splitlines()) + "\n")

    # off: what its source gave isn't found, and on again it is
    assert "kind 'wiki' is unknown" in off_and_on(at, config, "search", "letters", "--kind", "wiki")
    assert at.object("search", "letters", "--kind", "wiki")["results"]

    # gone
    said = at.by_hand("extensions", "forget", "acme-notion", keys=[("Forget acme-notion?", "y")])
    assert "1 file deleted, 3 texts dropped" in said
    at.pip("uninstall", "-y", "acme-notion")
    assert [one for one in at.object("extensions")["extensions"] if one["name"] == "acme-notion"] == []
    assert "acme" not in at.scrubjay("--help")
    assert [file for file in at.home.rglob("*") if "acme" in file.name] == []
    assert not config.is_file() or "acme" not in config.read_text()


def off_and_on(at: Environment, config: Path, *words: str) -> str:
    """What a refused command says while the user's file has the extension off."""
    before = config.read_text()
    config.write_text(before.replace("acme-notion: on", "acme-notion: off"))
    assert config.read_text() != before, before
    said = at.scrubjay(*words, code=2)
    config.write_text(before)
    return said


TOOLS = """
import asyncio, os
from pathlib import Path
from mcp import Client
from scrubjay_knowledge.server import build
from scrubjay_serving.backend import Backend, Surroundings
async def main():
    async with Client(build(Backend(Surroundings(dict(os.environ), Path.cwd())))) as client:
        print([tool.name for tool in (await client.list_tools()).tools])
asyncio.run(main())
"""
CALL = TOOLS.replace(
    "print([tool.name for tool in (await client.list_tools()).tools])",
    "print((await client.call_tool('acme_notion_lookup', {'word': 'parcels'})).content[0].text)",
)
CALL_KIND = TOOLS.replace(
    "print([tool.name for tool in (await client.list_tools()).tools])",
    "print((await client.call_tool('search_knowledge', {'query': 'letters', 'kinds': ['wiki']})).content[0].text)",
)


PAGE = """
import os
from pathlib import Path
from starlette.testclient import TestClient
from scrubjay.app import open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.identity.person.facts import Actor
from scrubjay.identity.person.permit import Permit
from scrubjay.settings.layers import load_settings
from scrubjay_ui.application import application
from scrubjay_ui.surface import key_of
from scrubjay_ui.surface import Surface
here, variables = Path.cwd(), dict(os.environ)
with open_app(load_settings(variables), git_environment=GitEnvironment.of(variables), wake=lambda: None) as app:
    surface = Surface(home=app, permit=Permit(Actor.PERSON), writes=False, folder=here)
    with TestClient(application(surface)) as client:
        key = key_of(app.workspace(here).repository.worktree)
        print(client.get(f"/w/{key}/extensions/acme-notion/overview?word=parcels").text)
"""


def test_one_that_changes_under_its_person_is_said(enabled: Environment) -> None:
    records = enabled.home / "extensions" / "enabled.json"
    records.write_text(records.read_text().replace("1.2.0", "1.1.0"))
    assert state(enabled)["reason"].startswith("1.1.0 was enabled, 1.2.0 is installed")


def test_one_that_is_uninstalled_is_named_and_everything_else_works(enabled: Environment) -> None:
    enabled.pip("uninstall", "-y", "acme-notion")
    assert state(enabled)["state"] == "refused"
    assert state(enabled)["reason"].startswith("acme-notion isn't installed any more")
    assert "README.md" in enabled.scrubjay("search", "parcels")


def test_a_section_that_is_wrong_is_said_by_what_uses_it_alone(enabled: Environment) -> None:
    with (enabled.home / "config.yaml").open("a") as stream:
        stream.write("acme-notion:\n  most: many\n")
    assert "README.md" in enabled.scrubjay("search", "parcels")
    assert "acme-notion.most" in enabled.scrubjay("acme", "parcels", code=2)
