"""The home's sizes, and what nobody needs."""

from datetime import UTC, datetime
from pathlib import Path

from scrubjay.model.project import Project
from scrubjay.operations.doctor import sizes
from scrubjay.storage.damage import quarantine
from scrubjay.storage.database import Database


def project(home: Path, id: str, *clones: Path) -> Project:
    folder = home / "projects" / id
    Database(folder / "knowledge.db", "knowledge").open().close()
    return Project(id, id, folder, "", frozenset(), clones)


def test_databases_logs_and_backups_are_counted(tmp_path: Path) -> None:
    home = tmp_path / "home"
    project(home, "a")
    (home / "projects/a/logs").mkdir()
    (home / "projects/a/logs/ingestion.log").write_text("x" * 2_000_000)
    (home / "backups").mkdir()
    (home / "backups/scrubjay-20260301T120000Z.tar.gz").write_bytes(b"x")
    assert "in 1 file" in str(sizes.databases(home).found)
    assert sizes.logs(home, None).found == "2.0 MB in 1 file"
    assert "1 made by you" in str(sizes.backups(home).found)


def test_a_log_that_never_went_back_is_unhealthy(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    assert sizes.write_ahead_logs(tmp_path / "home").ok
    with (tmp_path / "home/home.db-wal").open("wb") as stream:
        stream.truncate(sizes.MOST_LOG_BYTES + 1)
    check = sizes.write_ahead_logs(tmp_path / "home")
    assert not check.ok
    assert "home.db-wal" in str(check.found)


def test_projects_that_no_clone_opens_are_named_and_never_deleted(tmp_path: Path) -> None:
    home = tmp_path / "home"
    (tmp_path / "clone").mkdir()
    here, gone = project(home, "here", tmp_path / "clone"), project(home, "gone", tmp_path / "nowhere")
    shut = project(home, "shut", tmp_path / "clone")
    project(home, "lost")
    found = sizes.orphans(home, (here, gone, shut), (gone, shut), {"shut": "/x/.git/scrubjay/a is a link"})
    for words in (
        "project gone (gone) has no clone",
        "project shut (shut) /x/.git/scrubjay/a is a link",
        "folder",
        "lost",
    ):
        assert words in str(found.found)
    assert "project here" not in str(found.found)
    assert sorted(folder.name for folder in (home / "projects").iterdir()) == ["gone", "here", "lost", "shut"]


def test_what_was_set_aside_is_called_so_with_how_to_look_into_it(tmp_path: Path) -> None:
    home, clock = tmp_path / "home", datetime(2026, 3, 1, tzinfo=UTC)
    (home / "user").mkdir(parents=True)
    assert sizes.set_aside(home).found == "nothing"
    (home / "user/knowledge.db").write_bytes(b"rubbish")
    file = quarantine(home / "user/knowledge.db", clock)
    found = sizes.set_aside(home)
    assert found.ok
    assert found.found == f"damaged file {file}"
    assert "sqlite3 'FILE' .recover" in found.do
    assert "SCRUBJAY_HOME" not in found.do
    (tmp_path / "home.before-restore-1").mkdir()
    both = sizes.set_aside(home)
    assert str(both.found).endswith(f"; previous home {tmp_path / 'home.before-restore-1'}")
    assert "SCRUBJAY_HOME='FOLDER'" in both.do
    assert "none" in str(sizes.orphans(home, (), (), {}).found)
