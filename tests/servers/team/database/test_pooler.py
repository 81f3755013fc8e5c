"""Behind PgBouncer in transaction mode, where few connections are everybody's, a transaction is still its member's."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from scrubjay_team.database.checks import check_app
from scrubjay_team.database.connecting import TeamDatabase
from scrubjay_team.engine.account import choose_account, options
from scrubjay_team.errors import TokenRefused
from tests.servers.team.conftest import Databases
from tests.servers.team.makers import make_member, make_project, make_team, make_token

PROGRAM = shutil.which("pgbouncer")

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="PgBouncer isn't installed")


@pytest.fixture
def pooled(databases: Databases, folder: Path) -> Iterator[str]:
    """The app's address through a PgBouncer that has two connections to the database."""
    at = {name: str(value) for name, value in conninfo_to_dict(databases.addresses.app).items()}
    account = choose_account(os.geteuid())
    (folder / "users").write_text(f'"{at["user"]}" "{at["password"]}"\n')
    (folder / "pgbouncer.ini").write_text(
        f"[databases]\n{at['dbname']} = host={at['host']} port=5432\n[pgbouncer]\nlisten_addr =\nlisten_port = 5432\n"
        f"unix_socket_dir = {folder}\nauth_type = scram-sha-256\nauth_file = {folder}/users\npool_mode = transaction\n"
        "default_pool_size = 2\nmax_client_conn = 50\nserver_reset_query =\n"
    )
    if account is not None:
        os.chown(folder, account.uid, account.gid)
    process = subprocess.Popen(
        [str(PROGRAM), "-q", str(folder / "pgbouncer.ini")], stderr=subprocess.DEVNULL, **options(account)
    )
    until = time.monotonic() + 10
    while not (folder / ".s.PGSQL.5432").exists():
        assert time.monotonic() < until
        assert process.poll() is None
    yield make_conninfo(databases.addresses.app, host=str(folder))
    process.kill()
    process.wait()


def test_a_database_behind_it_is_accepted(pooled: str) -> None:
    check_app(pooled, datetime.now(UTC))


def test_each_transaction_is_its_members_and_nothing_is_left(pooled: str, databases: Databases) -> None:
    members = []
    for name in ("acme", "rivals", "third"):
        team = make_team(databases.owner, name)
        project = make_project(databases.owner, team)
        members.append((make_token(databases.owner, make_member(databases.owner, team)), name, project))

    def act(number: int) -> None:
        if number % 4 == 3:
            with database.plain() as connection:
                assert connection.execute("SELECT its_team() AS team").fetchone() == {"team": None}
                assert connection.execute("SELECT name FROM team").fetchall() == []
            with pytest.raises(TokenRefused), database.entered(b"unknown"):
                pass
            return
        digest, name, project = members[number % 4]
        try:
            with database.entered(digest) as entered:
                for _ in range(3):
                    assert entered.connection.execute("SELECT name FROM team").fetchall() == [{"name": name}]
                assert entered.connection.execute("SELECT id FROM project").fetchall() == [{"id": project}]
                if number % 5 == 0:
                    raise KeyError
        except KeyError:
            pass

    with TeamDatabase(pooled, databases.clock, connections=8) as database, ThreadPoolExecutor(8) as threads:
        list(threads.map(act, range(400)))
