"""All files of a home are judged before any of them is opened, and a refused one stays as it is, byte for byte."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import get_args

import pytest

from scrubjay.errors import StorageNewer, StorageOlder
from scrubjay.storage.copy import copy_database, inspect, upgrade_copies
from scrubjay.storage.damage import complaints
from scrubjay.storage.database import Database
from scrubjay.storage.driver import DRIVER, connect
from scrubjay.storage.migrate import (
    SchemaName,
    file_version,
    home_of,
    migrate,
    migrations_up_to,
    newest_version,
    oldest_version,
    untouched_access,
)

SCHEMAS: tuple[SchemaName, ...] = get_args(SchemaName)


def made(path: Path, schema: SchemaName, number: int = 0) -> Path:
    """A file of a version; one that was never a version of ours says so, and has a table."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(connect(path)) as raw:
        raw.execute("PRAGMA journal_mode = WAL")
        number = number or newest_version(schema)
        if oldest_version(schema) <= number <= newest_version(schema):
            migrate(raw, schema, path, migrations_up_to(schema, number))
        else:
            raw.execute("CREATE TABLE task (a)")
            raw.execute(f"PRAGMA user_version = {number}")
    return path


def project(home: Path, id: str, knowledge: int = 0) -> Path:
    """A project's folder with its databases."""
    made(home / "projects" / id / "session.db", "session")
    made(home / "projects" / id / "knowledge.db", "knowledge", knowledge)
    return home / "projects" / id


def contents(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


TOO_OLD = oldest_version("knowledge") - 7
BEHIND = oldest_version("home")


@pytest.mark.parametrize(("number", "error"), [(TOO_OLD, StorageOlder), (99, StorageNewer)])
def test_a_home_whose_only_project_is_refused_stays_as_it_is(
    tmp_path: Path, number: int, error: type[Exception]
) -> None:
    made(tmp_path / "home.db", "home", BEHIND)
    folder = project(tmp_path, "a", number)
    before = contents(tmp_path)
    for path, schema in (
        (tmp_path / "home.db", "home"), (folder / "session.db", "session"), (folder / "knowledge.db", "knowledge"),
        (tmp_path / "user" / "knowledge.db", "knowledge"), (folder / "forge.db", "knowledge"),
    ):  # fmt: skip
        with pytest.raises(error, match=f"projects/a/knowledge.db has schema {number}"):
            Database(path, schema).open()  # type: ignore[arg-type]
    assert contents(tmp_path) == before


@pytest.mark.skipif(not DRIVER.wal, reason="no log without WAL")
def test_looking_at_a_refused_file_keeps_its_log(tmp_path: Path) -> None:
    made(tmp_path / "home.db", "home", BEHIND)
    folder = project(tmp_path, "a", TOO_OLD)
    (folder / "session.db-wal").touch()  # as a program that was killed leaves it
    (tmp_path / "home.db-wal").touch()
    before = contents(tmp_path)
    for path, schema in ((tmp_path / "home.db", SCHEMAS[0]), (folder / "session.db", SCHEMAS[2])):
        assert complaints(path, schema) == ()
        copy_database(path, tmp_path / "copies" / path.name, untouched_access(path, schema))
        (tmp_path / "copies" / path.name).unlink()
    assert contents(tmp_path) == before


def test_only_the_project_that_is_too_old_is_refused(tmp_path: Path) -> None:
    made(tmp_path / "home.db", "home", BEHIND)
    refused, good = project(tmp_path, "a", TOO_OLD), project(tmp_path, "b", oldest_version("knowledge"))
    before = contents(refused)
    Database(tmp_path / "home.db", "home").open().close()
    Database(good / "knowledge.db", "knowledge").open().close()
    for name in ("session.db", "forge.db"):
        with pytest.raises(StorageOlder) as error:
            Database(refused / name, "session" if name == "session.db" else "knowledge").open()
        assert f"mv '{refused}' OLD/projects" in str(error.value)
    assert contents(refused) == before
    assert [inspect(copy).version for copy in upgrade_copies(tmp_path / "home.db")] == [BEHIND]


def test_a_project_that_was_moved_away_refuses_nothing(tmp_path: Path) -> None:
    made(tmp_path / "home.db", "home", BEHIND)
    project(tmp_path, "a", TOO_OLD).rename(tmp_path / "moved")
    Database(tmp_path / "home.db", "home").open().close()
    assert file_version(tmp_path / "home.db", 0) == newest_version("home")


@pytest.mark.parametrize("own", ["home.db", "user/knowledge.db"])
def test_a_file_of_the_homes_own_refuses_every_project(tmp_path: Path, own: str) -> None:
    folder = project(tmp_path, "a", oldest_version("knowledge"))
    made(tmp_path / own, "home", 1)
    before = contents(tmp_path)
    with pytest.raises(StorageOlder, match="then move the home away"):
        Database(folder / "knowledge.db", "knowledge").open()
    assert contents(tmp_path) == before


def test_a_file_beside_a_damaged_one_can_be_made(tmp_path: Path) -> None:
    folder = project(tmp_path, "a", TOO_OLD)
    Database(folder / "knowledge.db.new", "knowledge").open().close()
    assert inspect(folder / "knowledge.db.new").version == newest_version("knowledge")


def set_version(number: int, *, commit: bool = True) -> Callable[[Path, Path], None]:
    def work(path: Path, to: Path) -> None:
        with closing(connect(path)) as raw:
            raw.execute("PRAGMA wal_autocheckpoint = 0")
            raw.execute("PRAGMA cache_size = 1")
            raw.execute("BEGIN")
            raw.execute(f"PRAGMA user_version = {number}")
            raw.execute("CREATE TABLE filling (a)")
            raw.executemany("INSERT INTO filling VALUES (?)", [(bytes(4000),)] * 50)
            if commit:
                raw.execute("COMMIT")
                raw.execute("INSERT INTO filling VALUES (1)")
            for part in ("", "-wal"):
                to.with_name(f"{to.name}{part}").write_bytes(path.with_name(f"{path.name}{part}").read_bytes())

    return work


@pytest.mark.skipif(not DRIVER.wal, reason="no log without WAL")
@pytest.mark.parametrize(("commit", "number"), [(True, 77), (False, 12)])
def test_a_version_is_read_from_what_was_committed_to_the_log(tmp_path: Path, commit: bool, number: int) -> None:
    path, to = made(tmp_path / "home.db", "home", 12), tmp_path / "killed.db"
    set_version(77, commit=commit)(path, to)
    assert to.with_name("killed.db-wal").stat().st_size > 100_000
    assert file_version(to, newest_version("home")) == number
    with closing(connect(to)) as raw:
        assert raw.execute("PRAGMA user_version").fetchone()[0] == number


def test_what_is_no_database_has_no_version(tmp_path: Path) -> None:
    (tmp_path / "x.db").write_bytes(b"this is no database " * 100)
    assert file_version(tmp_path / "x.db", 10) == file_version(tmp_path / "none.db", 10) == 0


def test_the_home_of_each_file_is_known(tmp_path: Path) -> None:
    for name in ("home.db", "user/knowledge.db", "projects/a/session.db"):
        assert home_of(tmp_path / name) == tmp_path
