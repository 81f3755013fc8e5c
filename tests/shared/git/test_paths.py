"""No accepted path leaves the repository."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.errors import UnsafePath
from scrubjay.model.paths import safe_path


@pytest.mark.parametrize(
    "raw",
    [
        "", "/", ".", "..", "../x", "a/../b", "a/..", "/etc/passwd", "~/x", "C:/x", "-rf", "a\0b", ".git/config",
        "sub/.GIT/hooks", ".git./config", "x" * 5000, "..\\x",
    ],
)  # fmt: skip
def test_a_path_that_could_lead_away_is_refused(raw: str) -> None:
    with pytest.raises(UnsafePath, match="docs/usage"):
        safe_path(raw)


@pytest.mark.parametrize(
    ("raw", "path"),
    [
        ("docs/a.md", "docs/a.md"),
        ("./docs//a.md", "docs/a.md"),
        ("a..b", "a..b"),
        ("ü/🐦.md", "ü/🐦.md"),
        ("a b", "a b"),
    ],
)
def test_an_ordinary_path_is_taken_in_one_form(raw: str, path: str) -> None:
    assert safe_path(raw) == path


@settings(derandomize=True, max_examples=300, deadline=None, database=None)
@given(st.lists(st.sampled_from(["..", ".", "a", "-", "/", "~", ".git", "\\", "\0", "b.md"]), max_size=8).map("/".join))
def test_no_accepted_path_leaves_the_folder(raw: str) -> None:
    root = Path("/nowhere/repository")
    try:
        path = safe_path(raw)
    except UnsafePath:
        return
    assert root in (root / path).resolve().parents
