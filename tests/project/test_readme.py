"""The README tells the truth: CI runs its commands, packages are used where it says, the map is the linter's."""

import re
import tomllib
from functools import cache
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.project.trees import SHARED

TOP = Path(__file__).parents[2]
README = (TOP / "README.md").read_text(encoding="utf-8")
LARGEST = 12_000
"""Bytes: what is longer belongs into docs/."""
BUILT_ON = re.findall(r"^\| `([\w-]+)` \| (.+) \|$", README.partition("## What it is built on")[2], re.MULTILINE)


def test_the_code_map_has_the_order_that_the_linter_checks() -> None:
    config = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = {contract["name"]: contract for contract in config["tool"]["importlinter"]["contracts"]}
    layers = contracts["The order of the core"]["layers"]
    order = {name: number for number, layer in enumerate(layers) for name in layer.split(" | ")}
    rows = re.findall(r"^\| `([a-z_.]+)` \|", (TOP / "shared/README.md").read_text(encoding="utf-8"), re.MULTILINE)
    listed = [name.removesuffix(".py") for name in rows if not name.startswith("scrubjay_")]
    assert {name for name in rows if name.startswith("scrubjay_")} == {*SHARED} - {"scrubjay"}
    assert listed == sorted(order, key=lambda name: order[name])


def test_two_commands_do_all_the_set_up_and_ci_runs_them() -> None:
    main, tests = re.findall(r"```sh\n(.+?)\n```", README, re.DOTALL)
    script = (TOP / ".ci/run").read_text(encoding="utf-8")
    for command in (*main.split(" && ")[2:], *tests.split(" && ")[1:]):
        assert command in script


def test_it_is_read_in_a_few_minutes() -> None:
    assert len(README.encode()) <= LARGEST


@pytest.mark.parametrize(("package", "where"), BUILT_ON, ids=[package for package, _ in BUILT_ON])
def test_each_package_is_required_and_imported_where_the_readme_says_and_nowhere_else(package: str, where: str) -> None:
    places = re.findall(r"`([\w./-]+)`", where.partition(":")[0])
    imports = [name for name, modules in imported().items() if package.replace("-", "_") in modules]
    of_product = [name for name in imports if not name.startswith("tests/")]
    assert [place for place in places if not any(name.startswith(place) for name in imports)] == []
    assert [name for name in of_product if not name.startswith(tuple(places))] == []
    extras = re.findall(r"`\[(\w+)\]`", where) or ["" if of_product else "dev"]
    assert {extra for extra, packages in required().items() if package in packages} == ({*extras} if places else set())


def test_the_packages_of_the_table_are_those_that_were_asked_for() -> None:
    asked = "mcp pydantic aiosqlite sqlite-vec sentence-transformers rank-bm25 tiktoken anyio pytest"
    assert sorted(package for package, _ in BUILT_ON) == sorted(asked.split())


def required() -> dict[str, set[str]]:
    """The packages that each extra brings; those of a plain installation under no name."""
    project = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lists = {"": project["dependencies"], **project["optional-dependencies"]}
    return {extra: {Requirement(line).name for line in lines} for extra, lines in lists.items()}


@cache
def imported() -> dict[str, set[str]]:
    """The top of each module that a file imports, by the file's name."""
    line = re.compile(r"""^ *(?:import|from) (\w+)|(?:import_module|importorskip)\("(\w+)""", re.MULTILINE)
    files = [file for top in ("shared", "servers", "tests") for file in (TOP / top).rglob("*.py")]
    return {
        file.relative_to(TOP).as_posix(): {one or other for one, other in line.findall(file.read_text("utf-8"))}
        for file in files
    }
