"""`scrubjay ui` becomes the page, and passes on what it was given."""

import sys
from pathlib import Path

from tests.persons import run


def run_ui(tmp_path: Path, environment: dict[str, str], *options: str) -> tuple[int, str]:
    ended = run([sys.executable, "-I", "-m", "scrubjay.cli.main", "ui", *options], tmp_path, environment)
    return ended.code, ended.said


def test_it_needs_a_terminal_and_says_what_to_type(tmp_path: Path, environment: dict[str, str]) -> None:
    code, said = run_ui(tmp_path, environment, "--read-only", "--no-open")
    assert code == 2
    assert "No page was started. Type it in a terminal: scrubjay ui" in said


def test_a_wrong_port_is_refused_before_anything_starts(tmp_path: Path, environment: dict[str, str]) -> None:
    code, said = run_ui(tmp_path, environment, "--port", "70000")
    assert code == 2
    assert "70000" in said
