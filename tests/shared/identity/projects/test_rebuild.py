"""A home knows its projects again from what their folders say of themselves."""

from pathlib import Path

import pytest

from scrubjay.errors import StorageError
from scrubjay.identity.projects.description import Clone, Departure, Description, write
from scrubjay.identity.projects.rebuild import check_orphans, orphan_of, orphans, rebuild_home
from scrubjay.storage.database import Database

AT = "2026-03-01T12:00:00Z"
ONE, TWO, MUTE = "1" * 32, "2" * 32, "3" * 32


@pytest.fixture
def home(tmp_path: Path) -> Path:
    for id in (ONE, TWO, MUTE):
        (tmp_path / "projects" / id).mkdir(parents=True, mode=0o700)
    tmp_path.chmod(0o700)
    clone = Clone("/srv/magpie/.git", 1, 2, "ab" * 32, AT)
    write(tmp_path / "projects" / ONE, Description(ONE, "magpie", AT, ("a" * 40, "b" * 40), (clone,)))
    left = Departure("/srv/jay/.git", 1, 3, "c" * 40, AT)
    write(tmp_path / "projects" / TWO, Description(TWO, "jay", AT, departures=(left,)))
    return tmp_path


def rows(home: Path) -> dict[str, list[tuple[object, ...]]]:
    asked = {"project": "id, name", "project_root": "project_id, oid", "project_clone": "common_dir, project_id"}
    with Database(home / "home.db", "home") as database:
        return {
            table: database.read(
                lambda c, table=table, columns=columns: [  # type: ignore[misc]
                    tuple(row) for row in c.execute(f"SELECT {columns} FROM {table} ORDER BY 1, 2")
                ]
            )
            for table, columns in asked.items()
        }


def test_each_folder_gives_its_project_back_and_a_mute_one_is_named(home: Path) -> None:
    found = rebuild_home(home)
    assert [(one.folder.name, one.description is not None) for one in found] == [
        (ONE, True),
        (TWO, True),
        (MUTE, False),
    ]
    assert rows(home) == {
        "project": [(ONE, "magpie"), (TWO, "jay")],
        "project_root": [(ONE, "a" * 40), (ONE, "b" * 40)],
        "project_clone": [("/srv/magpie/.git", ONE)],
    }
    assert [one.folder.name for one in orphans(home)] == [MUTE]
    assert [one.folder.name for one in rebuild_home(home)] == [MUTE], "again changes nothing"


def test_what_the_home_knows_better_stays(home: Path) -> None:
    with Database(home / "home.db", "home") as database:
        database.write(
            lambda c: c.execute("INSERT INTO project (id, name, created_at) VALUES (?, 'called otherwise', '')", (ONE,))
        )
    rebuild_home(home)
    assert rows(home)["project"][0] == (ONE, "called otherwise")


def test_a_clone_that_a_lost_folder_names_gets_no_new_project(home: Path) -> None:
    for common_dir in ("/srv/magpie/.git", "/srv/jay/.git"):
        with pytest.raises(StorageError, match="doctor --repair"):
            check_orphans(home, Path(common_dir))
    check_orphans(home, Path("/srv/other/.git"))
    rebuild_home(home)
    assert orphan_of(home, Path("/srv/magpie/.git")) is None


def test_a_damaged_description_names_nobody_and_stops_nobody(home: Path) -> None:
    (home / "projects" / ONE / "project.json").write_text("{")
    assert orphans(home)[0].description is None
    check_orphans(home, Path("/srv/magpie/.git"))
