"""A team's own PostgreSQL that archives its log goes back to before a mistake, by the guide's own commands."""

import os
import re
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest

from scrubjay_team.audit.chaining import AuditChainer
from scrubjay_team.audit.verifying import verify_audit
from scrubjay_team.changes.reading import changes, position
from scrubjay_team.database.backup import dump_command, load_command
from scrubjay_team.database.checks import check_app, check_owner, check_worker
from scrubjay_team.database.connecting import TeamDatabase
from scrubjay_team.database.migrate import migrate
from scrubjay_team.database.owner import OwnerDatabase
from scrubjay_team.database.working import WorkerDatabase
from scrubjay_team.engine.account import options
from tests.patience import PATIENCE_S
from tests.project.trees import TOP
from tests.servers.team.conftest import SetClock
from tests.servers.team.database.own_cluster import OwnCluster, own_cluster
from tests.servers.team.makers import NOW, make_member, make_team, make_token

GUIDE = (TOP / "docs/how-to/team-backup.md").read_text(encoding="utf-8")


def block(containing: str) -> str:
    """The one block of the guide that has some words."""
    (found,) = [one for one in re.findall(r"(?s)```\w+\n(.*?)```", GUIDE) if containing in one]
    return str(found)


def typed(cluster: OwnCluster, srv: Path, containing: str, moment: str = "") -> None:
    """Run a block of the guide as the account of PostgreSQL, with this test's folder, address and moment in it."""
    script = block(containing).replace("/srv/", f"{srv}/").replace("2026-11-02 09:30:00+00", moment)
    script = script.replace("postgresql://postgres@db.example.org", f"'{cluster.dsn()}'")
    script = script.replace("recovered start", f"recovered --log={srv}/log start")
    run(cluster, script)


def run(cluster: OwnCluster, script: str) -> None:
    """Run a line of a shell as the account of PostgreSQL, which finds its programs."""
    environment = os.environ | {"PATH": f"{cluster.binaries.folder}/bin:{os.environ['PATH']}"}
    done = subprocess.run(
        ["sh", "-ec", script], cwd="/", env=environment, text=True, capture_output=True, timeout=PATIENCE_S,
        check=False, **options(cluster.binaries.account),
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.story
def test_a_base_backup_and_the_archive_bring_back_the_moment_before_a_mistake(folder: Path) -> None:
    archiving = dict(re.findall(r"(\w+) = '?(.*?)'?\n", block("archive_command = ")))
    with own_cluster(None, folder) as cluster:
        cluster.stop()
        srv = cluster.folder
        subprocess.run(["mkdir", str(srv / "wal")], check=True, **options(cluster.binaries.account))
        with (cluster.data / "postgresql.conf").open("a") as file:
            file.writelines(f"{name} = '{value.replace('/srv/', f'{srv}/')}'\n" for name, value in archiving.items())
        cluster.start()
        addresses = cluster.prepare()
        owner = OwnerDatabase(addresses.owner)
        migrate(owner)
        team = make_team(owner)
        digest = make_token(owner, make_member(owner, team))
        typed(cluster, srv, "pg_basebackup")
        make_member(owner, team, "after the base backup")
        with WorkerDatabase(addresses.worker) as worker:
            links = AuditChainer(worker).run()
        with TeamDatabase(addresses.app, SetClock(NOW)) as app, app.entered(digest) as entered:
            before = position(entered.connection)
        with psycopg.connect(cluster.dsn("scrubjay"), autocommit=True) as admin:
            moment = str((admin.execute("SELECT clock_timestamp()").fetchone() or [""])[0])
            admin.execute("DELETE FROM scrubjay.team")  # the mistake
            admin.execute("SELECT pg_switch_wal()")
        cluster.run("pg_ctl", f"--pgdata={cluster.data}", "--mode=fast", "--wait", "stop")

        typed(cluster, srv, "recovery.signal", moment)
        recovered = OwnCluster(cluster.binaries, srv)
        try:
            with psycopg.connect(cluster.dsn("scrubjay")) as admin:
                assert admin.execute("SELECT count(*) FROM scrubjay.member").fetchone() == (2,)
            for check, dsn in (
                (check_app, addresses.app),
                (check_worker, addresses.worker),
                (check_owner, addresses.owner),
            ):
                check(dsn, datetime.now(UTC))
            with owner.transaction() as connection:
                state = verify_audit(connection, team)
                assert (state.why, state.links) == ("", links)
            with TeamDatabase(addresses.app, SetClock(NOW)) as app, app.entered(digest) as entered:
                assert changes(entered.connection, before).resync  # what a member had heard of counts no more
        finally:
            recovered.binaries.run("pg_ctl", [f"--pgdata={srv}/recovered", "--mode=immediate", "--wait", "stop"])


def test_the_printed_commands_carry_a_team_s_own_database_to_a_new_server(folder: Path) -> None:
    with own_cluster(None, folder) as cluster:
        addresses = cluster.prepare()
        owner = OwnerDatabase(addresses.owner)
        migrate(owner)
        make_member(owner, make_team(owner))
        file = cluster.folder / "team.dump"
        run(cluster, dump_command(addresses.owner, file))
        with psycopg.connect(cluster.dsn("scrubjay"), autocommit=True) as admin:
            admin.execute("DROP SCHEMA scrubjay, queue CASCADE")
        run(cluster, load_command(addresses.owner, file))
        check_app(addresses.app, datetime.now(UTC))
        check_worker(addresses.worker, datetime.now(UTC))
        with owner.transaction() as connection:
            assert connection.execute("SELECT name FROM member").fetchall() == [{"name": "anna"}]
