"""Which editor is taken, and what comes back from it."""

from pathlib import Path

import pytest

from scrubjay.cli.editor import edited, editor
from scrubjay.errors import UsageError
from tests.conftest import Repo


def test_what_the_user_named_is_taken_as_it_stands() -> None:
    assert editor({"EDITOR": "code -w"}) == "code -w"
    assert editor({"EDITOR": "nano", "VISUAL": "vim"}) == "vim"


def test_an_editor_in_a_worktree_is_not_one(repo: Repo, tmp_path: Path) -> None:
    for folder in (repo.path / "bin", tmp_path / "bin"):
        folder.mkdir()
        (folder / "nano").touch(0o755)
    assert editor({"PATH": f"bin:{repo.path}/bin:{tmp_path}/bin"}) == f"{tmp_path}/bin/nano"
    with pytest.raises(UsageError, match="EDITOR"):
        editor({"PATH": f"{repo.path}/bin"})


def test_what_was_saved_comes_back_and_nothing_where_nothing_was(tmp_path: Path) -> None:
    writes = tmp_path / "writes"
    writes.write_text("#!/bin/sh\nsleep 0.01\nprintf 'after, and longer' > \"$1\"\n", encoding="utf-8")
    writes.chmod(0o755)
    assert edited("before", {"EDITOR": str(writes)}) == "after, and longer"
    assert edited("before", {"EDITOR": "true"}) == ""
