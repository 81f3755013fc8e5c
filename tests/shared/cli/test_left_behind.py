"""Entries in the account don't outlive the clones that they were written for."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests import persons

CLIENTS = ("--client", "codex", "--client", "gemini", "--client", "cursor", "--client", "claude")


def state(account: Path) -> dict[str, bytes]:
    """Every file, with what it says; git's own configuration is the test's."""
    return {str(file): file.read_bytes() for file in sorted(account.rglob("*")) if file.is_file()}


@pytest.fixture
def clones(make_repo: Callable[..., Any], anywhere: Callable[[Path], Any], account: Path) -> dict[str, Any]:
    """Two repositories, the second one already set up for several clients."""
    (account / ".codex").mkdir()
    (account / ".codex/config.toml").write_text("model = 'x'\n")
    found = {}
    for name in ("here", "gone"):
        repo = make_repo(name)
        repo.commit("first", files={"a.md": f"# {name}\n"})
        found[name] = anywhere(repo.path)
    assert found["gone"]("init", "--yes", *CLIENTS).code == 0
    return found


def test_the_last_uninstall_takes_out_what_a_deleted_clone_left(clones: dict[str, Any], account: Path) -> None:
    here = clones["here"]
    assert here("init", "--yes", "--client", "codex").code == 0
    kept = here("uninstall", "--yes").out
    assert f"left unchanged: Codex: kept for gone in {clones['gone'].folder}; `scrubjay uninstall` there" in kept
    shutil.rmtree(clones["gone"].folder)
    assert here("init", "--yes", "--client", "codex").code == 0
    done = here("uninstall", "--yes").out
    assert "kept for" not in done
    assert {Path(name).name for name in state(account)} == {".gitconfig", "config.toml", ".claude.json"}
    assert (account / ".codex/config.toml").read_text() == "model = 'x'\n"


def test_a_disk_that_is_not_mounted_keeps_its_entries(clones: dict[str, Any], account: Path, tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    here, moved = clones["here"], disk / "gone"
    clones["gone"].folder.rename(moved)
    assert here.at(moved)("project", "move").code == 0
    assert here("init", "--yes", "--client", "codex").code == 0
    disk.rename(tmp_path / "unplugged")
    said = here("uninstall", "--yes").out
    assert "whose clone isn't there; `scrubjay project forget" in said
    assert "hook.sh" in (account / ".codex/hooks.json").read_text()


def test_forgetting_a_project_takes_back_what_its_deleted_clone_had_in_the_account(
    clones: dict[str, Any], account: Path
) -> None:
    project = json.loads(clones["gone"]("project", "show", "--json").out)
    shutil.rmtree(clones["gone"].folder)
    keys = [("Delete it? [y/n]", "y")]
    done = persons.scrubjay(account, os.environ, "project", "forget", project["id"], keys=keys)
    assert done.code == 0, done.said
    assert {Path(name).name for name in state(account)} == {".gitconfig", "config.toml"}
    assert (account / ".codex/config.toml").read_text() == "model = 'x'\n"
