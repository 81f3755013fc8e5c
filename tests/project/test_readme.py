"""The README tells the truth: its tables are the code's."""

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest

from scrubjay.cli.commands import COMMANDS
from scrubjay.settings import keys

TOP = Path(__file__).parents[2]
README = (TOP / "README.md").read_text(encoding="utf-8")


def first_column(section: str) -> list[str]:
    """What stands in backquotes in the first column of a section's tables."""
    body = re.split(r"^## ", README, flags=re.MULTILINE)
    (text,) = [part for part in body if part.startswith(section)]
    return re.findall(r"^\| `([^`]+)` \|", text, re.MULTILINE)


def commands() -> Iterable[str]:
    return re.findall(r"```sh\n(.+?)\n```", README, re.DOTALL)


def test_every_command_stands_in_the_table() -> None:
    assert first_column("The command line") == [f"scrubjay {command.name}" for command in COMMANDS]


def test_every_setting_stands_in_the_table_and_says_whether_a_repository_may_set_it() -> None:
    from scrubjay.settings.layers import REPOSITORY_MAY_CHOOSE

    assert first_column("Settings") == list(keys())
    for key in keys():
        (row,) = re.findall(rf"^\| `{re.escape(key)}` \|.*\| (.+) \|$", README, re.MULTILINE)
        assert row.startswith(("yes", "only")) is (key in REPOSITORY_MAY_CHOOSE)


def test_every_tool_stands_in_the_table() -> None:
    listed = re.findall(r"^\| `(\w+)` \|", (TOP / "servers/README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert first_column("The two servers") == listed


def test_every_extension_point_is_a_protocol() -> None:
    import importlib

    rows = re.findall(r"^\| `(\w+)` \| `(scrubjay\.[\w.]+)` \|", README, re.MULTILINE)
    assert rows
    for name, module in rows:
        seam = getattr(importlib.import_module(module), name)
        assert getattr(seam, "_is_protocol", False)


def test_the_code_map_has_the_order_that_the_linter_checks() -> None:
    config = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))
    (layers,) = [one["layers"] for one in config["tool"]["importlinter"]["contracts"] if one.get("exhaustive")]
    order = {name: number for number, layer in enumerate(layers) for name in layer.split(" | ")}
    shown = re.findall(r"^([a-z ]+?)  +\S", (TOP / "shared/README.md").read_text(encoding="utf-8"), re.MULTILINE)
    listed = [name for line in shown for name in line.split()]
    assert sorted(listed) == sorted(order)
    assert [order[name] for name in listed] == sorted(order.values())


def test_two_commands_do_all_the_set_up_and_ci_runs_them() -> None:
    main, tests = commands()
    script = (TOP / ".ci/run").read_text(encoding="utf-8")
    for command in (*main.split(" && ")[2:], *tests.split(" && ")[1:]):
        assert command in script


@pytest.mark.parametrize("file", ["README.md", "shared/README.md", "servers/README.md", "tests/README.md"])
def test_links_lead_somewhere(file: str) -> None:
    text = (TOP / file).read_text(encoding="utf-8")
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", text):
        assert (TOP / file).parent.joinpath(target).exists(), target
