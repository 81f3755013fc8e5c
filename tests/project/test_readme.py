"""The README tells the truth: its commands are those that CI runs, and the map is the order that the linter checks."""

import re
import tomllib
from pathlib import Path

from tests.project.trees import SHARED

TOP = Path(__file__).parents[2]
README = (TOP / "README.md").read_text(encoding="utf-8")
LARGEST = 12_000
"""Bytes: what is longer belongs into docs/."""


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
