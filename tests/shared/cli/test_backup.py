"""`scrubjay backup`: kept, checked, brought back."""

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from scrubjay.integrations.hook_files.launcher import launcher_file
from scrubjay.storage.copy import copy_before_upgrade
from tests import persons

pytestmark = pytest.mark.story


def test_a_home_is_kept_checked_lost_and_brought_back(ready: Any, tmp_path: Path) -> None:
    assert ready("remember", "Parcels are weighed twice.").code == 0
    assert ready("init", "--yes", "--client", "codex").code == 0
    script = launcher_file(tmp_path / "home").read_bytes()
    made = ready("backup", str(tmp_path / "b.tar.gz"))
    assert made.code == 0, made.err
    assert "backed up: 1 project" in made.out
    assert ready("backup", "--check", str(tmp_path / "b.tar.gz")).out.startswith("intact: 1 project")
    (tmp_path / "home").rename(tmp_path / "lost")
    assert ready("status").code == 3
    assert ready("backup", "restore", str(tmp_path / "b.tar.gz")).code == 2, "only a person may"
    back = persons.scrubjay(ready.folder, os.environ, "backup", "restore", str(tmp_path / "b.tar.gz"), keys=[])
    assert back.code == 0, back.said
    assert "Restart what runs: Claude Code, Codex." in back.said
    assert launcher_file(tmp_path / "home").read_bytes() == script
    assert "weighed twice" in ready("search", "weighed").out
    assert ready("verify", "--deep").code == 0


def test_a_home_that_is_there_is_only_replaced_when_that_is_confirmed_and_kept_aside(
    ready: Any, tmp_path: Path
) -> None:
    assert ready("backup", str(tmp_path)).code == 0
    (file,) = tmp_path.glob("scrubjay-*.tar.gz")
    assert ready("remember", "Parcels are weighed twice.").code == 0
    assert ready("init", "--yes", "--client", "zed").code == 0
    restore = ("backup", "restore", str(file))
    assert persons.scrubjay(ready.folder, os.environ, *restore, keys=[("Continue?", "n")]).code == 1
    assert "weighed twice" in ready("search", "weighed").out
    done = persons.scrubjay(ready.folder, os.environ, *restore, "--json", keys=[("Continue?", "y")])
    assert done.code == 0
    told = json.loads(next(line for line in done.said.splitlines() if line.startswith("{")))
    assert (Path(told["aside"]) / "home.db").is_file()
    assert "weighed twice" not in ready("search", "weighed").out
    assert re.search(r"^clients +Claude Code, Zed$", ready("status").out, re.MULTILINE), "set up since the backup"
    assert not list(tmp_path.glob(".home.*"))


def test_without_a_place_it_goes_to_the_home_and_scripts_get_the_manifest(ready: Any, tmp_path: Path) -> None:
    made = json.loads(ready("backup", "--json").out)
    assert Path(made["file"]).parent == tmp_path / "home/backups"
    assert made["ok"] is True
    assert {"path", "bytes", "sha256", "schema", "version"} == set(made["files"][0])


def test_a_damaged_backup_ends_with_4_and_changes_nothing(ready: Any, trusted: Path, tmp_path: Path) -> None:
    file = tmp_path / "b.tar.gz"
    assert ready("backup", str(file)).code == 0
    file.write_bytes(file.read_bytes()[:-2000])
    for arguments in (["--check", str(file)], ["restore", str(file)]):
        done = ready("backup", *arguments)
        assert done.code == 4, arguments
        assert "Nothing was changed" in done.err
    assert ready("status").code == 0


def test_what_an_upgrade_kept_is_named_by_the_log(ready: Any, tmp_path: Path) -> None:
    (project,) = (tmp_path / "home/projects").iterdir()
    copy_before_upgrade(project / "knowledge.db", 1)
    assert f"Copy from before an upgrade: {project / 'backups/knowledge-schema-0001.db'}" in ready("log").out
