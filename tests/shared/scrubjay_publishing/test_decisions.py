"""The pure rules of decision records: numbers, the form of the newest, and the line in an index."""

import re

import pytest

from scrubjay_publishing.decision_file import DecisionFile, decision_file
from scrubjay_publishing.decision_form import (
    FOLDER_FILE,
    LOG4BRAINS_FILE,
    RecordText,
    chosen_folder,
    decision_form,
)
from scrubjay_publishing.index_file import renamed, with_record
from scrubjay_publishing.naming import next_number, padded, parts_of, same_number
from scrubjay_publishing.values import Publishable, RenderedFile
from tests.shared.scrubjay_publishing.test_rules import MEMORY, TOLD


@pytest.mark.parametrize(
    ("names", "following", "like", "written"),
    [
        (("0001-a.md", "0003-b.md"), 4, "0003", "0004"),
        (("001-a.md", "README.md", "template.md"), 2, "001", "002"),
        (("adr-9-x.md", "adr-10-y.md"), 11, "10", "11"),
        (("0999-a.md",), 1000, "0999", "1000"),
        ((), 1, "0000", "0001"),
        (("20260101-a.md", "2026-01-02-b.md"), 1, "1", "1"),
    ],
)
def test_the_next_number_is_one_more_than_the_highest(
    names: tuple[str, ...], following: int, like: str, written: str
) -> None:
    assert next_number(names) == following
    assert padded(following, like) == written


def test_a_number_is_the_same_whatever_its_width() -> None:
    assert same_number(("004-a.md", "4-b.md", "0040-c.md"), "0004") == ("004-a.md", "4-b.md")
    assert parts_of("ADR-012_use_it.md") == ("ADR-", "012", "_", "use_it.md")


@pytest.mark.parametrize(
    ("name", "text", "path", "heading", "status"),
    [
        (
            "d/0007-use-it.md",
            "# ADR-0007: Use it\n\n## Status\n\naccepted\n",
            "d/0008-t.md",
            "# ADR-0008: T",
            "accepted",
        ),
        ("d/7-use-it.md", "# 7 Use it\n\n## Status\n\nProposed\n", "d/8-t.md", "# 8 T", "Accepted"),
        ("d/adr-07_use_it.md", "# Use it\n\n- Status: accepted\n", "d/adr-08_t.md", "# T", "accepted"),
        ("d/0007-3-ways.md", "# 3 ways\n\n## Status\n\nAccepted\n", "d/0008-t.md", "# T", "Accepted"),
        ("d/2026-01-02-use.md", "# Use\n\n- Status: accepted\n", "d/2026-02-01-t.md", "# T", "accepted"),
        ("0007-use-it.md", "---\nstatus: accepted\n---\n# Use it\n", "0008-t.md", "# T", "accepted"),
    ],
)
def test_a_record_looks_like_the_newest(name: str, text: str, path: str, heading: str, status: str) -> None:
    form = decision_form(name.rpartition("/")[0], [RecordText(name, text)])
    made = decision_file(Publishable(MEMORY, TOLD, "T"), form, 8, ("Ada",), frozenset())
    assert made.file.path == path
    lines = made.file.text.splitlines()
    assert heading in lines
    assert any(line.removeprefix("- Status: ").removeprefix("status: ") == status for line in lines)
    assert memory_ids(made.file.text) == [MEMORY.id]


def test_fields_that_all_records_share_and_their_number_are_kept() -> None:
    records = [
        RecordText(f"d/000{n}-use.md", f"---\nparent: Decisions\nnav_order: {n}\ndate: 2026-01-01\n---\n# Use {n}\n")
        for n in (1, 2)
    ]
    made = decision_file(
        Publishable(MEMORY, TOLD, "T"), decision_form("d", records), 3, (), frozenset()
    ).file.text.split("---\n")[1]
    assert made.endswith("\nparent: Decisions\nnav_order: 3\n")
    assert "date: 2026-02-01\n" in made


def memory_ids(text: str) -> list[str]:
    return re.findall(r"^(?:id: |<!-- Memory-Id: )(\w{32})(?: -->)?$", text, re.MULTILINE)


def test_the_folder_is_the_one_that_a_tool_names_else_the_fullest() -> None:
    paths = ["docs/adr/1-a.md", "docs/adr/2-b.md", "x/decisions/1-c.md"]
    assert chosen_folder(paths, {}) == "docs/adr"
    assert chosen_folder(paths, {FOLDER_FILE: "x/decisions\n"}) == "x/decisions"
    assert chosen_folder(paths, {LOG4BRAINS_FILE: "project:\n  adrFolder: ./x/decisions\n"}) == "x/decisions"
    assert chosen_folder(paths, {FOLDER_FILE: "../../etc"}) == "docs/adr"
    assert chosen_folder([], {}) is None
    assert decision_form("doc/adr", []).number == "0000"


NEW = DecisionFile(
    file=RenderedFile("d/0004-use-d.md", "", MEMORY.id), name="0004-use-d.md", number="0004", title="Use d | [e]",
    heading="", status="Accepted", date="2026-02-01",
)  # fmt: skip
TITLES = {"0001-use-a.md": "Use a", "0003-use-c.md": "Use c"}


@pytest.mark.parametrize(
    ("index", "line", "row"),
    [
        ("* [1. Use a](0001-use-a.md)\n* [3. Use c](0003-use-c.md)\n", "* [4. Use d \\| (e)](0004-use-d.md)", 2),
        (
            "- [ADR-0003: Use c](d/0003-use-c.md) - by Bo\n- [ADR-0001: Use a](d/0001-use-a.md)",
            "- [ADR-0004: Use d \\| (e)](d/0004-use-d.md)", 0,
        ),
        (
            "|#|t|s|d|w|\n|-|-|-|-|-|\n|1|[Use a](0001-use-a.md)|Accepted|2025-01-01|Bo|\n"
            "|3|[Use c](0003-use-c.md)|Superseded|2025-01-03|Al|\n",
            "|4|[Use d \\| (e)](0004-use-d.md)|Accepted|2026-02-01| |", 4,
        ),
        ("* [first](0001-use-a.md)\r\n* [third](0003-use-c.md)\r\nend", "* [Use d \\| (e)](0004-use-d.md)", 2),
    ],
)  # fmt: skip
def test_an_index_gets_a_line_like_its_newest(index: str, line: str, row: int) -> None:
    text = with_record(index, TITLES, NEW)
    assert text is not None
    end = "\r\n" if "\r\n" in index else "\n"
    lines = text.split(end)
    assert lines.pop(row) == line
    assert end.join(lines) == index


@pytest.mark.parametrize("text", ["# Records\n", "See [Use z](0009-z.md).", ""])
def test_a_page_that_lists_no_records_is_no_index(text: str) -> None:
    assert with_record(text, TITLES, NEW) is None


def test_a_record_is_renamed_in_the_line_that_names_it_alone() -> None:
    index = "* [3. Use c](0003-use-c.md)\n* [3. Use d](0003-use-d.md)\n"
    assert renamed(index, "0003-use-d.md", "0004-use-d.md", "0003", "0004").splitlines() == [
        "* [3. Use c](0003-use-c.md)", "* [4. Use d](0004-use-d.md)",
    ]  # fmt: skip
