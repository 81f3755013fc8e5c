"""What `--json` prints is what docs/reference/json.md says: the same keys, command by command."""

import json
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import typer

from scrubjay import errors
from scrubjay.cli.commands import COMMANDS as REGISTERED
from scrubjay.cli.main import main
from scrubjay.knowledge.index.kinds import ONLY_BY_NAME
from tests.shared.cli.conftest import Scrubjay

PAGE = (Path(__file__).parents[3] / "docs/reference/json.md").read_text(encoding="utf-8")
CLAIM = "Parcels are stored in SQLite (docs/decisions/0002-use-sqlite.md:11)."

COMMANDS = (
    "search parcels", "verify", "status", "doctor", "report", "ingest", "explain README.md", "log", "memories", "rot",
    "consolidate", "settings list", "settings get ingestion.code",
    "review list", "audit verify", "project list", "hooks status", "embed --status",
    "review list", "promotion log", "promotion replay", "audit verify", "project list", "hooks status",
    "embed --status", "extensions",
)  # fmt: skip


def documented(command: str) -> set[str]:
    """The keys that the page's table for a command names."""
    parts = re.split(r"^### ", PAGE, flags=re.MULTILINE)
    (text,) = [part for part in parts if f"`scrubjay {command}`" in part.partition("\n")[0]]
    return set(re.findall(r"^\| `([^`]+)` \|", text, re.MULTILINE))


def keys(value: Any, prefix: str = "") -> Iterator[str]:
    """The keys of an object: `a.b` in an inner object, `a[].b` in a list of objects."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from set(keys(inner, f"{prefix}{name}.")) or {f"{prefix}{name}"}
    elif isinstance(value, list):
        for item in value:
            yield from keys(item, f"{prefix.removesuffix('.')}[].")


def compare(command: str, printed: str) -> None:
    """Each printed key stands in the table, or below one that does; each key of the table is printed."""
    shown, named = set(keys(json.loads(printed))), documented(command)
    if command == "ingest":
        named |= {f"{kind}s" for kind in ONLY_BY_NAME} & shown
    below = {(key, name) for key in shown for name in named if re.match(re.escape(name) + r"(?:$|[.\[])", key)}
    table = f"docs/reference/json.md: the table of scrubjay {command}"
    assert {key for key, _ in below} == shown, table
    assert {name for _, name in below} == named, table


@pytest.mark.parametrize("command", COMMANDS)
def test_the_keys_are_those_of_the_reference(command: str, ready: Scrubjay) -> None:
    assert ready("remember", CLAIM).code == 0
    quick = ["--quick"] if command == "doctor" else []
    compare(command, ready(*command.split(), *quick, "--json").out)


def test_the_keys_over_all_projects_are_those_of_the_reference(
    ready: Scrubjay, by_hand: Scrubjay, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ready("remember", CLAIM).code == 0
    assert main(["search", "--all-projects", "parcels", "--json"], wake=lambda: None, facts=by_hand.facts) == 0
    compare("search --all-projects parcels", capsys.readouterr().out)


def test_the_keys_of_an_import_and_a_folder_are_those_of_the_reference(ready: Scrubjay, tmp_path: Path) -> None:
    notes, folder = tmp_path / "AGENTS.md", tmp_path / "folder"
    notes.write_text("- Owls carry all letters in winter.\n")
    assert ready("import", str(notes)).code == 0
    assert ready("export", "--obsidian", str(folder)).code == 0
    (note,) = folder.rglob("*.md")
    note.write_text(note.read_text().replace("winter", "spring"))
    compare("export --obsidian DIR", ready("export", "--obsidian", str(folder), "--json").out)
    compare("import PATH", ready("import", str(notes), "--json").out)


def test_the_keys_of_a_story_are_those_of_the_reference(ready: Scrubjay) -> None:
    assert ready("ingest").code == 0
    compare("story start", ready("story", "start", "--json").out)
    compare("graph around start", ready("graph", "around", "README.md", "--json").out)


def test_the_keys_of_a_memory_are_those_of_the_reference(ready: Scrubjay) -> None:
    stored = ready("remember", CLAIM, "--json").out
    compare("remember", stored)
    identifier = json.loads(stored)["id"]
    compare("provenance", ready("provenance", identifier, "--json").out)
    compare("update", ready("update", identifier, "Parcels are stored in SQLite files.", "--json").out)


TOGETHER = ("agents", "pool", "handoff", "quarantine", "blast", "publish")
"""Commands for agents that work together."""


def with_json(command: Any, path: str) -> Iterator[str]:
    """The commands at or below one that print JSON."""
    for name, inner in getattr(command, "commands", {}).items():
        yield from with_json(inner, f"{path} {name}")
    if any("--json" in option.opts for option in command.params):
        yield path


@pytest.mark.parametrize("entry", [entry for entry in REGISTERED if entry.name in TOGETHER], ids=lambda e: str(e.name))
def test_every_command_for_agents_has_its_table(entry: Any) -> None:
    headings = " ".join(re.findall(r"^### .*", PAGE, re.MULTILINE))
    missing = [
        path
        for path in with_json(typer.main.get_command(import_module(entry.module).app), entry.name)
        if not re.search(rf"`scrubjay {path}(?: [^`]*)?`", headings)
    ]
    assert missing == []


def test_every_exit_code_of_an_error_stands_in_the_reference() -> None:
    codes = {
        error.exit_code for error in vars(errors).values() if isinstance(error, type) and hasattr(error, "exit_code")
    }
    listed = {int(code) for code in re.findall(r"^\| `(\d+)` \|", PAGE, re.MULTILINE)}
    assert codes | {0, 130} == listed
