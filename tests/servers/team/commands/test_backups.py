"""`scrubjay team backup` and `restore` as they are typed: what a person is told, the key first."""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay_team.database.archive import DUMP, MANIFEST
from scrubjay_team.engine.scratch import FOLDER
from tests.servers.team.commands.conftest import OwnersCommands
from tests.shared.cli.conftest import Scrubjay


@pytest.fixture
def begun(
    anywhere: Callable[[Path], Scrubjay], trusted: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> OwnersCommands:
    """Over an embedded database with a team, and a backup of it, team.zip; its settings name an address."""
    monkeypatch.chdir(tmp_path)
    trusted.write_text(trusted.read_text() + "team:\n  url: https://memory.example\n")
    team = OwnersCommands(anywhere(tmp_path))
    team.ok("init", "acme", "--owner", "olga")
    said = team.json("backup", "team.zip")
    assert any(str(trusted.parent / "team" / "key") in line for line in said["without"])
    return team


def changed(file: Path, **values: object) -> None:
    """Write a backup anew with another manifest."""
    with zipfile.ZipFile(file) as archive:
        said, dump = json.loads(archive.read(MANIFEST)), archive.read(DUMP)
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(MANIFEST, json.dumps(said | values))
        archive.writestr(DUMP, dump)


@pytest.mark.story
def test_a_drill_says_what_a_backup_is_worth(begun: OwnersCommands, trusted: Path, tmp_path: Path) -> None:
    done = begun.json("restore", "team.zip", "--drill")
    assert (done["ok"], done["problems"], done["secrets"]) == (True, [], 0)
    assert done["rows"] > 0
    assert "ok: " in begun.ok("restore", "team.zip", "--drill")
    assert not (trusted.parent / "team" / FOLDER).exists()
    changed(tmp_path / "team.zip", rows={"scrubjay.team": 2})
    bad = begun("restore", "team.zip", "--drill")
    assert (bad.code, "scrubjay.team had 2 rows, and 1 came back." in bad.err) == (1, True)


@pytest.mark.story
def test_a_restore_says_first_that_the_key_is_missing_and_what_comes_back(
    begun: OwnersCommands, trusted: Path, tmp_path: Path
) -> None:
    said = begun.json("restore", "team.zip")["next"]
    assert "Who left and which tokens were revoked after " in said[0]
    assert [line for line in said if "config.yaml" in line] == []
    changed(tmp_path / "team.zip", rows={"scrubjay.mirror_source": 1})
    trusted.write_text(trusted.read_text().replace("memory.example", "other.example"))
    said = begun.json("restore", "team.zip")["next"]
    assert said[0].startswith("The key isn't here: ")
    assert "in `team:` of its config.yaml: url. They are in the backup: `unzip -p team.zip manifest.json`." in said[2]
