"""Which editor is taken, and what comes back from it."""

import os
import shlex
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from scrubjay.cli.memories.drafts import edited, editor
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


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Ctrl-C arrives, also where these tests are a shell's background job, which ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def script(folder: Path, body: str) -> dict[str, str]:
    """An environment whose editor does this to the file "$1"."""
    program = folder / "an editor"
    program.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    program.chmod(0o755)
    return {"EDITOR": shlex.quote(str(program)), "PATH": os.environ["PATH"]}


@pytest.fixture
def draft(tmp_path: Path) -> Path:
    file = tmp_path / "a draft.md"
    file.write_text("before", encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("body", "saved"),
    [("printf 'after' > \"$1\"", "after"), ("true", "before"), ("printf '\\357\\273\\277a\\r\\nb' > \"$1\"", "a\nb"),
     (": > \"$1\"", "")],
    ids=["changed", "left", "by Windows", "emptied"],
)  # fmt: skip
def test_what_was_saved_comes_back(tmp_path: Path, draft: Path, body: str, saved: str) -> None:
    assert edited(draft, script(tmp_path, body)) == saved


@pytest.mark.parametrize(
    ("body", "said"),
    [("printf lost >> \"$1\"; exit 3", "ended with exit code 3"), ("kill -INT $$", "killed by signal 2"),
     ("rm \"$1\"", "saved no file"), ("printf 'caf\\351' > \"$1\"", r"isn't encoded in UTF-8 \(byte 3\)")],
    ids=["fails", "is interrupted", "deletes", "latin-1"],
)  # fmt: skip
def test_an_editor_that_fails_is_named_with_what_it_did(
    tmp_path: Path, draft: Path, interruptible: None, body: str, said: str
) -> None:
    with pytest.raises(UsageError, match=said):
        edited(draft, script(tmp_path, body))


@pytest.mark.parametrize("named", ["/no/such/editor", "'unbalanced"])
def test_an_editor_that_isnt_there_is_named(draft: Path, named: str) -> None:
    with pytest.raises(UsageError, match="can't be started"):
        edited(draft, {"EDITOR": named})


def test_ctrl_c_while_an_editor_is_open_is_the_editors(tmp_path: Path, draft: Path, interruptible: None) -> None:
    both = "kill -INT $PPID; trap '' INT; kill -INT $$; printf 'after' > \"$1\""
    assert edited(draft, script(tmp_path, both)) == "after"
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
