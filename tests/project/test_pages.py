"""Every page and message is true in what can be looked up: links, anchors, paths, commands and their options."""

import ast
import re
import shlex
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import typer

from scrubjay.cli.commands import COMMANDS
from tests.project.pages import TOP, anchors, broken, code, links, pages
from tests.project.reference import below as commands_below
from tests.project.trees import tree_of

ABOUT = ("README.md", "CONTRIBUTING.md", "AGENTS.md", "SECURITY.md", "docs/")
"""Pages that tell people what to type and where to look; decisions and the changelog tell of their own time."""

GENERATED = "docs/reference/commands.md"
OPTIONS = ("--help", "--repo")
WITH_A_DEFAULT = ("backup", "import", "memories", "review", "audit", "sync", "team invite", "team token")
"""Groups that do something without a further word, such as `scrubjay backup FOLDER`."""


def named(page: Path) -> str:
    return page.relative_to(TOP).as_posix()


PAGES = {named(page): page for page in pages()}
TOLD = [name for name in PAGES if name.startswith(ABOUT)]


@pytest.mark.parametrize("name", PAGES)
def test_every_link_leads_to_a_file_and_a_heading_of_this_repository(name: str) -> None:
    assert list(broken(PAGES[name], PAGES[name].read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("name", [name for name in TOLD if name.startswith("docs/")])
def test_the_site_links_within_itself_alone(name: str) -> None:
    """Pages of docs/ become a site; other files are named in backquotes."""
    targets = [target.partition("#")[0] for target in links(PAGES[name].read_text(encoding="utf-8"))]
    inside = [(PAGES[name].parent / target).resolve().is_relative_to(TOP / "docs") for target in targets]
    assert all(inside)


@pytest.mark.parametrize("name", TOLD)
def test_every_path_that_is_named_exists(name: str) -> None:
    text = PAGES[name].read_text(encoding="utf-8")
    paths = re.findall(r"`((?:shared|servers|tests|docs|hooks|skills|\.ci|\.github|\.agent/decisions)/[\w./-]*)`", text)
    real = [path for path in paths if not re.search(r"NAME|NNNN|PACKAGE", path)]
    assert [path for path in real if not (TOP / path).exists()] == []


@pytest.mark.parametrize("name", [name for name in TOLD if name != GENERATED])
def test_every_command_that_is_named_exists_with_its_options(name: str) -> None:
    unknown = [line for line in code(PAGES[name].read_text(encoding="utf-8")) if not exists(line)]
    assert unknown == []


def test_every_command_that_a_message_names_exists_with_its_options() -> None:
    files = [file for top in ("shared", "servers") for file in sorted((TOP / top).rglob("*.py"))]
    unknown = {line: file.name for file in files for line in typed(tree_of(file)) if not exists(line)}
    assert unknown == {}


@pytest.mark.parametrize("name", TOLD)
def test_no_page_installs_a_bare_name_from_a_registry(name: str) -> None:
    text = PAGES[name].read_text(encoding="utf-8")
    assert not re.search(r"(?:pip|pipx|uv|uvx|pip3)(?: \w+)* ['\"]?scrubjay", text)


@pytest.mark.parametrize("name", [name for name in TOLD if name.startswith("docs/how-to/")])
def test_a_guide_is_short(name: str) -> None:
    assert len(PAGES[name].read_text(encoding="utf-8").splitlines()) <= 80


@pytest.mark.parametrize(
    ("line", "there"),
    [
        ("scrubjay doctor --repair", True),
        ("scrubjay project join", True),
        ("scrubjay serve session", True),
        ("scrubjay serve team --port 8737", True),
        ("scrubjay team token anna", True),
        ("scrubjay team member anna", False),
        ("scrubjay search -- --dry-run", True),
        ("scrubjay paint", False),
        ("scrubjay project paint", False),
        ("scrubjay doctor --paint", False),
    ],
)
def test_the_look_knows_commands_and_options(line: str, there: bool) -> None:
    assert exists(line) is there


def test_links_and_anchors_are_read_as_a_forge_does(tmp_path: Path) -> None:
    text = (
        "# The `map`, again\n[a](#the-map-again) [b](#nowhere) [c](gone.md)\n```\n[d](gone.md)\n```\n`[e](gone.md)`\n"
    )
    assert anchors(text) == {"the-map-again"}
    assert list(broken(TOP / "README.md", text)) == ["#nowhere", "gone.md"]


def typed(tree: ast.Module) -> Iterator[str]:
    """Every `scrubjay …` in the texts of a module, in backquotes or as a whole text; what is filled in is ID."""
    names = "|".join(command.name for command in COMMANDS)
    inner = {part for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if node not in inner:
                pass
            case ast.JoinedStr(values=parts):
                text = "".join(str(part.value) if isinstance(part, ast.Constant) else " ID" for part in parts)
            case _:
                continue
        yield from re.findall(r"`(scrubjay [^`\n]+)`", text)
        yield from re.findall(rf"\Ascrubjay (?:{names})(?: .*)?\Z", text)


def exists(line: str) -> bool:
    """Whether the command, and each option of it, is one that the program has."""
    words = [word.strip(".,:;…[]") for word in shlex.split(line.replace("…", ""), comments=True)[1:]]
    words = words[: words.index("--")] if "--" in words else words
    name, *rest = words or ["COMMAND"]
    if name.isupper() or name.startswith("--"):
        return name.isupper() or name in ("--version", "--help", "--repo")
    modules = {command.name: command.module for command in COMMANDS}
    if name not in modules:
        return False
    command: Any = typer.main.get_command(import_module(modules[name]).app)
    options = set(OPTIONS)
    while True:
        options |= {option for param in command.params for option in (*param.opts, *param.secondary_opts)}
        inner = commands_below(command)
        if not inner or not rest or rest[0].startswith("-") or rest[0].isupper():
            break
        if rest[0] not in inner:
            return name in WITH_A_DEFAULT
        name = f"{name} {rest[0]}"
        command, *rest = inner[rest[0]], *rest[1:]
    for below in inner.values() if name in WITH_A_DEFAULT else ():
        options |= {option for param in below.params for option in param.opts}
    return all(word in options for word in rest if word.startswith("--"))
