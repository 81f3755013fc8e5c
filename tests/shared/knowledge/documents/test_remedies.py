"""The line that an explanation gives does what it says: with it, the path is selected."""

import re

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.knowledge.documents.left_out import READ_SUBMODULES
from scrubjay.knowledge.documents.remedies import language_line, remedy, settings_line
from scrubjay.knowledge.documents.selection import Selection
from scrubjay.settings.code import DEFAULT_EXCLUDE, DEFAULT_INCLUDE

NAMES = st.sampled_from(
    ["docs", "vendor", "node_modules", "src", "we[ird]*", "a.py", "b.ipynb", "Makefile", "c.md", "x.tar.gz", "é.proto"]
)
PATHS = st.lists(NAMES, min_size=1, max_size=4).map("/".join)


def applied(line: str) -> dict[str, list[str]]:
    """The settings that a line of YAML in backticks sets."""
    (text,) = re.findall(r"`(ingestion: .*)`", line)
    settings: dict[str, list[str]] = yaml.safe_load(text)["ingestion"]
    return settings


@given(PATHS)
def test_a_path_that_is_not_selected_is_with_the_line_that_is_given(path: str) -> None:
    now = Selection(DEFAULT_INCLUDE, DEFAULT_EXCLUDE)
    line = settings_line(now, path)
    assert bool(line) == (not now.selects(path))
    if line:
        new = applied(line)
        then = Selection(new.get("include", DEFAULT_INCLUDE), new.get("exclude", DEFAULT_EXCLUDE), new.get("code", ()))
        assert then.selects(path)
        assert all(then.selects(other) for other in ("docs/a.md", "README") if now.selects(other))


def test_where_auto_reads_no_code_its_language_is_named() -> None:
    auto = Selection(DEFAULT_INCLUDE, DEFAULT_EXCLUDE, ["auto", "go"])
    assert applied(language_line(auto, "a.py")) == {"code": ["go", "python"]}
    assert language_line(auto, "a.md") == ""
    assert language_line(Selection(DEFAULT_INCLUDE, DEFAULT_EXCLUDE, ["go"]), "a.py") == ""


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (remedy("size", "a.md", size=600 * 1024 + 1), {"max_file_size_kb": 601}),
        (remedy("binary", "a.md"), {"skip_binary": False}),
        (remedy("secret", "a.md"), {"secrets": "mask"}),
    ],
)
def test_a_rule_is_changed_by_its_setting(change: str, expected: dict[str, object]) -> None:
    assert applied(change) == expected


def test_what_no_setting_changes_says_which_command_does() -> None:
    assert remedy("size", "a.md", size=20_000 * 1024) == ""
    assert remedy("copies", "a.md") == ""
    assert remedy("absent", "a.md", fetch="git backfill") == "`git backfill`, then `scrubjay ingest`"
    here = f"`{READ_SUBMODULES}`, or `scrubjay --repo libs/x init` for an index of its own"
    assert remedy("submodule", "libs/x") == f"`git submodule update --init libs/x`, then {here}"
    assert remedy("submodule", "libs/x", there=True) == here
    assert remedy("uncommitted", "a b;c.md") == "`git add 'a b;c.md'`, and a commit"
