"""The reference tells the truth: its tables are the code's, and its generated parts are made from the code."""

import importlib
import re

import pytest

from scrubjay.cli.commands import COMMANDS
from scrubjay.settings.schema import SettingsFile
from tests.project.reference import DOCS, PAGES, REFERENCE, generated_part
from tests.project.reference_settings import wishes


def first_column(page: str, section: str) -> list[str]:
    """What stands in backquotes in the first column of the tables in a page's section."""
    parts = re.split(r"^## ", (REFERENCE / page).read_text(encoding="utf-8"), flags=re.MULTILINE)
    (text,) = [part for part in parts if part.startswith(section)]
    return re.findall(r"^\| `([^`]+)` \|", text, re.MULTILINE)


@pytest.mark.parametrize("page", PAGES)
def test_the_generated_part_is_what_the_code_says_today(page: str) -> None:
    """After a change of a command, a tool or a setting: `python -m tests.project.reference`."""
    assert generated_part((DOCS / page).read_text(encoding="utf-8")) == PAGES[page](), (
        "run: python -m tests.project.reference"
    )


def test_every_command_stands_in_the_table() -> None:
    told = first_column("commands.md", "Every command")
    order = "docs/reference/commands.md: a row for each command, in the order of COMMANDS in cli/commands.py"
    assert told == [f"scrubjay {command.name}" for command in COMMANDS], order


def test_every_setting_has_somebody_who_wants_it() -> None:
    missing = [key for key, wish in wishes(SettingsFile) if not wish]
    assert not missing, f"shared/scrubjay/settings/: say under the field what somebody wants {missing} for"


def test_every_extension_point_is_a_protocol() -> None:
    page = (REFERENCE / "extension-points.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| `(scrubjay\.[\w.]+)` \|", page, re.MULTILINE)
    assert rows
    for name, module in rows:
        assert getattr(getattr(importlib.import_module(module), name), "_is_protocol", False)
