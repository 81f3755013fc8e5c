"""Two releases over one database under load: the schema step, one in the other's place, one rolled back: 0 errors."""

import os
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from io import BytesIO
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from scrubjay_team.database.migrate import migrate, migrations
from scrubjay_team.engine.embedded import EmbeddedPostgres
from tests.project.trees import TOP
from tests.servers.team.conftest import Databases, fresh_database
from tests.servers.team.database.test_migrate import step
from tests.servers.team.serving.side_by_side import MixedLoad, members, program

LATER = step(
    migrations()[-1].number + 1,
    "ALTER TABLE memory ADD COLUMN motto text; ALTER TABLE member ADD COLUMN motto text NOT NULL DEFAULT '';"
    "CREATE INDEX handoff_motto ON handoff (reason);",
)
"""A schema step that no release has: on tables that every request uses."""

BEFORE = "ea7bec0c5"
"""The last commit of this project whose programs know schema 15."""


def all_is_there(load: MixedLoad) -> None:
    """No request failed, and every memory that was acknowledged is one of its own."""
    assert load.errors == []
    assert len(set(load.stored)) == len(load.stored) > 0


@pytest.mark.story
def test_a_schema_step_and_servers_that_come_and_go_lose_no_request(databases: Databases, tmp_path: Path) -> None:
    with ExitStack() as running:
        one = running.enter_context(program(databases, tmp_path / "one"))
        two = running.enter_context(program(databases, tmp_path / "two"))
        assert "warning: The team's database has schema" not in two.says()
        with MixedLoad(members(databases), [one.port, two.port]) as load:
            load.more(one.port)
            assert migrate(databases.owner, (*migrations(), LATER)) == (LATER.number,)
            load.more(two.port)  # programs that are a version behind by now go on
            load.without(one.port)
            assert one.end() == 0
            back = running.enter_context(program(databases, tmp_path / "back"))  # as one that was rolled back
            assert f"warning: The team's database has schema {LATER.number}, of a newer scrubjay" in back.says()
            load.ports.append(back.port)
            load.more(back.port)
    all_is_there(load)


@pytest.mark.optin
def test_the_release_before_and_this_one_serve_side_by_side_while_one_takes_the_others_place(
    postgres: EmbeddedPostgres, tmp_path: Path
) -> None:
    tree = tmp_path / "before"
    packed = subprocess.run(["git", "archive", BEFORE, "shared", "servers"], cwd=TOP, capture_output=True, check=False)
    if packed.returncode:
        pytest.skip(f"this clone doesn't have the commit {BEFORE}")
    with tarfile.open(fileobj=BytesIO(packed.stdout)) as archive:
        archive.extractall(tree, filter="data")
    with ExitStack() as running:
        databases = running.enter_context(database_of(postgres, tree))
        old = running.enter_context(program(databases, tmp_path / "old", tree))
        older = running.enter_context(program(databases, tmp_path / "older", tree))
        with MixedLoad(members(databases), [old.port, older.port]) as load:
            load.more(old.port)
            landed = migrate(databases.owner, (*migrations(), LATER))
            assert landed[-1] == LATER.number
            load.more(older.port)
            new = running.enter_context(program(databases, tmp_path / "new"))
            load.ports.append(new.port)
            load.more(new.port)
            load.without(old.port)
            assert old.end() == 0
            load.more(older.port)  # n and n + 1 at once
            load.more(new.port)
            load.without(older.port)
            assert older.end() == 0
            load.more(new.port)
    all_is_there(load)


@contextmanager
def database_of(postgres: EmbeddedPostgres, tree: Path) -> Iterator[Databases]:
    """A fresh database that the program of a tree made."""
    with fresh_database(postgres) as databases:
        name = str(conninfo_to_dict(databases.addresses.app)["dbname"])
        with psycopg.connect(make_conninfo(databases.addresses.superuser, dbname=name)) as admin:
            admin.execute("DROP SCHEMA scrubjay, queue CASCADE")
        script = (
            "import sys\nfrom scrubjay_team.database.roles import schemas_sql\n"
            "from scrubjay_team.database.connecting import connected\n"
            "from scrubjay_team.database.migrate import migrate\n"
            "from scrubjay_team.database.owner import OwnerDatabase\n"
            "with connected(sys.argv[1]) as admin:\n    admin.execute(schemas_sql())\n"
            "print(migrate(OwnerDatabase(sys.argv[2])))\n"
        )
        superuser = make_conninfo(databases.addresses.superuser, dbname=name)
        done = subprocess.run(
            [sys.executable, "-P", "-c", script, superuser, databases.addresses.owner], cwd=tree, text=True,
            env=os.environ | {"PYTHONPATH": f"{tree / 'shared'}:{tree / 'servers'}"}, capture_output=True, check=False,
        )  # fmt: skip
        assert done.stdout.endswith("15)\n"), done.stderr
        yield databases
