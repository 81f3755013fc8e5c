"""The pages for contributors: each requirement has its tests, each decision one topic, each promised name a place."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

import scrubjay

TOP = Path(__file__).parents[2]
PAGES = TOP / "docs/contributors"
REQUIREMENTS = re.findall(r"^\| (\*\*.+) \| (.+) \|$", (PAGES / "requirements.md").read_text("utf-8"), re.MULTILINE)
PROMISED = set(re.findall(r"`(scrubjay\.[\w.]+)`", (PAGES / "versions.md").read_text("utf-8")))
API = {f"scrubjay.{name}" for name in vars(scrubjay)["__all__"] if name != "__version__"}


@pytest.mark.parametrize("held_by", [held_by for _, held_by in REQUIREMENTS])
def test_each_requirement_names_files_that_hold_tests(held_by: str) -> None:
    files = re.findall(r"`([^`]+)`", held_by)
    assert files
    assert ", ".join(f"`{file}`" for file in files) == held_by
    assert [file for file in files if "\ndef test_" not in text(file) and "\nasync def test_" not in text(file)] == []


def test_every_decision_stands_under_one_topic_as_its_record_says() -> None:
    _, *topics = (PAGES / "decisions.md").read_text(encoding="utf-8").split("\n## ")
    lines = [line for topic in topics for line in topic.splitlines()[2:]]
    assert sorted(lines) == [said(record) for record in sorted((TOP / ".agent/decisions").glob("*.md"))]


def test_the_promised_names_are_the_api_and_modules_that_are_there() -> None:
    assert {name for name in PROMISED if not find_spec(name)} == API


def text(file: str) -> str:
    return (TOP / file).read_text(encoding="utf-8") if Path(file).name.startswith("test_") else ""


def said(record: Path) -> str:
    """The line of a record: its number, its title, and its status where it isn't accepted."""
    words = record.read_text(encoding="utf-8")
    title, status = (re.search(rf"^{mark} (.+)$", words, re.MULTILINE) for mark in ("#", "status:"))
    assert title is not None
    assert status is not None
    end = "" if status[1] == "accepted" else f" ({status[1]})"
    return f"* {record.name[:4]} {title[1]}{end}"
