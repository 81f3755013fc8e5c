"""Migrations that fail in the middle: which, why and what next is said, the old schema is whole, its server goes on."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from scrubjay_team.database import migrate as migrating
from scrubjay_team.database.checks import check_app
from scrubjay_team.database.connecting import connected
from scrubjay_team.database.migrate import SchemaStep, landed_migrations, migrate
from scrubjay_team.database.opening import serving
from scrubjay_team.database.owner import OwnerDatabase
from scrubjay_team.errors import MigrationFailed
from tests.patience import PATIENCE_S
from tests.project.trees import TOP
from tests.servers.team.conftest import FAST, Databases
from tests.servers.team.database.test_migrate import KNOWN, NEXT, step
from tests.servers.team.database.test_no_room import small as small

MORE = "ALTER TABLE team ADD COLUMN motto text;"
SLOW = f"{MORE} SELECT pg_sleep(600)"
SLEEPING = "SELECT pid FROM pg_stat_activity WHERE datname = %s AND wait_event = 'PgSleep'"


def stands(databases: Databases, landed: int = NEXT - 1) -> None:
    """Nothing is half: the database has the migrations up to one, and the server of before answers over it."""
    with databases.app.plain() as connection:
        assert [one.number for one in landed_migrations(connection)] == list(range(1, landed + 1))
        found = connection.execute("SELECT FROM pg_attribute WHERE attname = 'motto' AND NOT attisdropped").fetchone()
        assert (found is not None) == (landed >= NEXT)
    check_app(databases.addresses.app, datetime.now(UTC))


def once_asleep(databases: Databases, act: Callable[[psycopg.Connection[tuple[object, ...]], int], object]) -> None:
    """Do something to the PostgreSQL's process that sleeps in a migration, once there is one; wait until it is gone."""
    name = str(conninfo_to_dict(databases.addresses.app)["dbname"])
    with psycopg.connect(make_conninfo(databases.addresses.superuser, dbname=name), autocommit=True) as admin:
        until = time.monotonic() + PATIENCE_S
        while not (found := admin.execute(SLEEPING, [name]).fetchall()) and time.monotonic() < until:
            time.sleep(0.01)
        act(admin, found[0][0])
        while admin.execute(SLEEPING, [name]).fetchall() and time.monotonic() < until:
            time.sleep(0.01)


def test_what_landed_before_the_one_that_fails_stays_and_the_next_try_goes_on(databases: Databases) -> None:
    good = [step(NEXT, MORE), step(NEXT + 1, "SELECT 1"), step(NEXT + 2, "SELECT 1")]
    last = step(NEXT + 4, "SELECT 1")
    with pytest.raises(MigrationFailed) as told:
        migrate(databases.owner, (*KNOWN, *good, step(NEXT + 3, "SELECT 1 / 0"), last))
    for words in (
        f"Migration {NEXT + 3:04} (one_more) failed: division by zero. ",
        f"Nothing of it was kept: the database has schema {NEXT + 2}, and a server of that one goes on.",
    ):
        assert words in str(told.value)
    stands(databases, NEXT + 2)
    fixed = step(NEXT + 3, "SELECT 1")
    assert migrate(databases.owner, (*KNOWN, *good, fixed, last)) == (NEXT + 3, NEXT + 4)


def test_a_lock_that_is_not_let_go_is_named_with_how_to_find_who_has_it(
    databases: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrating, "TRIES", 1)
    with databases.owner.transaction() as holding:
        holding.execute("LOCK TABLE team IN ACCESS SHARE MODE")
        told = r"lock that another transaction holds.*pg_stat_activity.*team migrate"
        with pytest.raises(MigrationFailed, match=told):
            migrate(databases.owner, (*KNOWN, step(NEXT, MORE)))
    stands(databases)


def test_a_connection_that_is_cut_leaves_all_or_nothing(databases: Databases) -> None:
    told: list[str] = []

    def run() -> None:
        try:
            migrate(databases.owner, (*KNOWN, step(NEXT, SLOW)))
        except MigrationFailed as error:
            told.append(str(error))

    thread = Thread(target=run)
    thread.start()
    once_asleep(databases, lambda admin, pid: admin.execute("SELECT pg_terminate_backend(%s)", [pid]))
    thread.join()
    assert "was cut in migration" in told[0]
    assert "landed whole or not at all" in told[0]
    assert "`scrubjay team migrate`" in told[0]
    stands(databases)


def test_a_program_that_is_killed_leaves_nothing_and_holds_nobody_up(databases: Databases) -> None:
    script = (
        "import os\nfrom scrubjay_team.database.migrate import SchemaStep, migrate, migrations\n"
        "from scrubjay_team.database.owner import OwnerDatabase\n"
        f"step = SchemaStep({NEXT}, 'one_more', {SLOW!r}, 'x')\n"
        "migrate(OwnerDatabase(os.environ['OWNER']), (*migrations(), step))\n"
    )
    environment = os.environ | {"OWNER": databases.addresses.owner}
    killed = subprocess.Popen([sys.executable, "-c", script], cwd=TOP, env=environment)
    try:
        once_asleep(databases, lambda *_: killed.kill())
    finally:
        killed.kill()
        killed.wait(PATIENCE_S)
    stands(databases)
    assert migrate(databases.owner, (*KNOWN, step(NEXT, MORE))) == (NEXT,)


def test_a_full_disk_is_said_and_the_server_goes_on_over_the_old_schema(small: Path) -> None:
    large = SchemaStep(
        NEXT, "large", f"{MORE} CREATE TABLE large AS SELECT md5(n::text) FROM generate_series(1, 9000000) AS n", "x"
    )
    with serving(small, FAST | {"shared_buffers": "16MB", "max_wal_size": "32MB"}) as addresses:
        owner = OwnerDatabase(addresses.owner)
        with pytest.raises(MigrationFailed, match=r"no space is left where the database lies.*Free some"):
            migrate(owner, (*KNOWN, large))
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:  # PostgreSQL may have had to start anew
            with suppress(Exception), connected(addresses.app) as connection:
                assert landed_migrations(connection)[-1].number == NEXT - 1
                break
        assert check_app(addresses.app, datetime.now(UTC)) == ""
