"""What reaches the screen."""

import json
from pathlib import Path

import pytest

from scrubjay.cli.everyday.explain import from_top
from scrubjay.cli.output import complain, say, say_json, table, warn
from scrubjay.model.visible import FORBIDDEN


def test_a_document_cannot_drive_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    for write in (say, warn, complain):
        write("a\x1b[2Jb\x07\x9b\n\tc")
    shown = capsys.readouterr()
    assert shown.out == "a\\x1b[2Jb\\x07\\x9b\n\tc\n"
    assert shown.err == "note: " + shown.out + shown.out


def test_rows_become_columns_without_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    table(("id", "name"), [("1", "jay"), ("22", "a\nmagpie")])
    assert capsys.readouterr().out.splitlines() == ["id  name", "1   jay", "22  a magpie"]


def test_a_table_without_rows_is_its_heading(capsys: pytest.CaptureFixture[str]) -> None:
    table(("id", "name"), [])
    assert capsys.readouterr().out == "id  name\n"


def test_json_is_one_line_in_utf8(capsys: pytest.CaptureFixture[str]) -> None:
    say_json({"a": "é\n"})
    shown = capsys.readouterr().out
    assert shown.count("\n") == 1
    assert json.loads(shown) == {"a": "é\n"}


def test_json_carries_what_it_may_not_show_as_escapes(capsys: pytest.CaptureFixture[str]) -> None:
    value = {"a\u202e": "\x1b[2J\r\n\x9b\u2028\U000e0041\u200d", "b": [float("nan")]}
    say_json(value)
    shown = capsys.readouterr().out
    assert not FORBIDDEN.search(shown)
    assert json.loads(shown) == {**value, "b": [None]}


def test_a_path_is_taken_from_the_current_folder(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    assert from_top("use.md", tmp_path / "docs", tmp_path) == "docs/use.md"
    assert from_top("../README.md", tmp_path / "docs", tmp_path) == "README.md"
    assert from_top(str(tmp_path / "a.md"), tmp_path, tmp_path) == "a.md"


def test_a_path_that_leads_out_stays_as_typed(tmp_path: Path) -> None:
    assert from_top("../../etc/passwd", tmp_path, tmp_path) == "../../etc/passwd"
    assert from_top("a\0b", tmp_path, tmp_path) == "a\0b"
