"""The reference tells the truth: its tables are the code's, and its generated parts are made from the code."""

import importlib
import re
from pathlib import Path

import pytest

from scrubjay.cli.commands import COMMANDS
from scrubjay.settings.fields import keys
from tests.project.reference import PAGES, REFERENCE, generated_part

TOP = Path(__file__).parents[2]


def first_column(page: str, section: str) -> list[str]:
    """What stands in backquotes in the first column of the tables in a page's section."""
    parts = re.split(r"^## ", (REFERENCE / page).read_text(encoding="utf-8"), flags=re.MULTILINE)
    (text,) = [part for part in parts if part.startswith(section)]
    return re.findall(r"^\| `([^`]+)` \|", text, re.MULTILINE)


@pytest.mark.parametrize("page", PAGES)
def test_the_generated_part_is_what_the_code_says_today(page: str) -> None:
    """After a change of a command, a tool or a setting: `python -m tests.project.reference`."""
    assert generated_part((REFERENCE / page).read_text(encoding="utf-8")) == PAGES[page](), (
        "run: python -m tests.project.reference"
    )


def test_every_command_stands_in_the_table() -> None:
    told = first_column("commands.md", "Every command")
    order = "docs/reference/commands.md: a row for each command, in the order of COMMANDS in cli/commands.py"
    assert told == [f"scrubjay {command.name}" for command in COMMANDS], order


def test_every_setting_stands_in_the_table_and_says_whether_a_repository_may_set_it() -> None:
    from scrubjay.settings.layers import REPOSITORY_MAY_CHOOSE

    told = first_column("settings.md", "Every setting")
    assert told == list(keys()), (
        "docs/reference/settings.md: a row for each setting, in the order of settings/schema.py"
    )
    page = (REFERENCE / "settings.md").read_text(encoding="utf-8").partition("## Types")[0]
    for key in keys():
        (row,) = re.findall(rf"^\| `{re.escape(key)}` \|.*\| (.+) \|$", page, re.MULTILINE)
        assert row.startswith(("yes", "only")) is (key in REPOSITORY_MAY_CHOOSE), f"{key}: {row}"


def test_every_setting_has_somebody_who_wants_it() -> None:
    page = (TOP / "docs/how-to/choose-settings.md").read_text(encoding="utf-8")
    served = re.findall(
        r"`([a-z_]+(?:\.[a-z_0-9]+)*)(?:: [^`]+)?`", "".join(re.findall(r"^\|.*\| (.+) \|$", page, re.MULTILINE))
    )
    missing, unknown = sorted(set(keys()) - set(served)), sorted(set(served) - set(keys()))
    assert not missing, f"docs/how-to/choose-settings.md: say in a table's last column who wants {missing}"
    assert not unknown, f"docs/how-to/choose-settings.md names what is no setting: {unknown}"


def test_every_extension_point_is_a_protocol() -> None:
    page = (REFERENCE / "extension-points.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| `(scrubjay\.[\w.]+)` \|", page, re.MULTILINE)
    assert rows
    for name, module in rows:
        assert getattr(getattr(importlib.import_module(module), name), "_is_protocol", False)
