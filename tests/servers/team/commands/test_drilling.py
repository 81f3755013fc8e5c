"""A restore as a drill: beside a server that runs, all of it looked at, nothing of it left."""

import json
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest

from scrubjay.errors import BackupDamaged
from scrubjay_team.audit.chaining import AuditChainer
from scrubjay_team.commands.drilling import RestoreDrill, drill
from scrubjay_team.database.archive import DUMP, MANIFEST
from scrubjay_team.database.backup import back_up
from scrubjay_team.database.opening import serving
from scrubjay_team.database.owner import OwnerDatabase
from scrubjay_team.database.working import WorkerDatabase
from scrubjay_team.engine.embedded import Addresses
from scrubjay_team.engine.places import find_place
from scrubjay_team.engine.postmaster import find_running
from scrubjay_team.engine.scratch import FOLDER, scratch
from scrubjay_team.errors import EngineBusy, RestoreUndone
from scrubjay_team.mirrors.key_sources import FileKey
from scrubjay_team.mirrors.sealing import CREDENTIAL, WEBHOOK, Sealer
from tests.patience import PATIENCE_S
from tests.project.trees import TOP
from tests.servers.team.conftest import FAST
from tests.servers.team.makers import NOW, make_member, make_project, make_team


@dataclass(frozen=True)
class Running:
    """A server's database that runs, with a team, an audit of some links and two sealed secrets; and a backup of it."""

    data: Path
    addresses: Addresses
    links: int
    file: Path

    def drill(self, file: Path | None = None) -> RestoreDrill:
        return drill(self.data, file or self.file, FileKey(self.data))

    def execute(self, statement: str) -> None:
        with psycopg.connect(self.addresses.superuser, dbname="scrubjay") as admin:
            admin.execute(statement)

    def changed(self, target: Path, **manifest: object) -> Path:
        """The backup with another manifest."""
        with zipfile.ZipFile(self.file) as good, zipfile.ZipFile(target, "w") as other:
            other.writestr(MANIFEST, json.dumps(json.loads(good.read(MANIFEST)) | manifest))
            other.writestr(DUMP, good.read(DUMP))
        return target


@pytest.fixture
def running(folder: Path, tmp_path: Path) -> Iterator[Running]:
    with serving(folder, FAST) as addresses:
        owner, sealer = OwnerDatabase(addresses.owner), Sealer(folder)
        team = make_team(owner)
        project = make_project(owner, team)
        make_member(owner, team)
        sealer.make_key()
        with owner.transaction() as connection:
            connection.execute(
                "INSERT INTO mirror_source (project, team, address, credential, hook_secret) "
                "VALUES (%s, %s, %s, %s, %s)",
                [project, team, "https://git.example/shop.git", sealer.seal(project, CREDENTIAL, "heron"),
                 sealer.seal(project, WEBHOOK, "egret")],
            )  # fmt: skip
        with WorkerDatabase(addresses.worker) as worker:
            links = AuditChainer(worker).run()
        file = back_up(folder, tmp_path / "team.zip", NOW).path
        yield Running(folder, addresses, links, file)


def test_a_drill_looks_at_all_of_it_and_leaves_nothing(running: Running) -> None:
    done = running.drill()
    assert done.problems == ()
    assert (done.links, done.secrets, done.made_at) == (running.links, 2, NOW.isoformat())
    assert running.links > 0
    assert done.rows > running.links
    assert done.seconds > 0
    assert not (running.data / FOLDER).exists()
    running.execute("SELECT 1")  # the server's own runs on


def test_a_key_that_is_gone_is_said_first(running: Running, tmp_path: Path) -> None:
    (running.data / "key").unlink()
    done = running.drill(running.changed(tmp_path / "x", rows={"scrubjay.team": 7}))
    assert done.secrets == 0
    assert done.problems[0].startswith("LOST KEY: 2 secrets of shop can't be opened, sealed by the key ")
    assert f"there is no key here ({running.data / 'key'})" in done.problems[0]
    assert done.problems[1] == "scrubjay.team had 7 rows, and 1 came back."
    Sealer(running.data).make_key()
    assert "; the key here is " in running.drill().problems[0]


def test_an_audit_that_was_broken_before_the_backup_is_found(running: Running, tmp_path: Path) -> None:
    running.execute("UPDATE scrubjay.audit_entry SET at = at + interval '1 second' WHERE id = 1")
    back_up(running.data, tmp_path / "later.zip", NOW)
    assert running.drill(tmp_path / "later.zip").problems[0].startswith("The audit of the team acme is broken: link 1 ")


def test_a_dump_of_pg_dump_is_tried_as_well(running: Running, tmp_path: Path) -> None:
    plain = tmp_path / "team.dump"
    with zipfile.ZipFile(running.file) as good:
        plain.write_bytes(good.read(DUMP))
    done = running.drill(plain)
    assert (done.problems, done.made_at, done.links, done.secrets) == ((), "", running.links, 2)
    plain.write_bytes(plain.read_bytes()[:-1000])
    with pytest.raises(BackupDamaged):
        running.drill(plain)


def test_what_can_not_be_restored_is_an_error_that_says_so(running: Running, tmp_path: Path) -> None:
    running.execute("CREATE ROLE heron")
    running.execute("CREATE TABLE public.nest (); ALTER TABLE public.nest OWNER TO heron")
    back_up(running.data, tmp_path / "bad.zip", NOW)
    with pytest.raises(RestoreUndone, match=r"(?s)can't be restored\. Nothing was changed.*heron"):
        running.drill(tmp_path / "bad.zip")
    assert not (running.data / FOLDER).exists()


def test_one_at_a_time_and_what_a_killed_one_left_is_cleared(running: Running) -> None:
    script = (
        "import sys, time\nfrom pathlib import Path\nfrom scrubjay_team.database.backup import tried\n"
        f"with tried(Path({str(running.data)!r}), Path({str(running.file)!r})):\n"
        "    print('there', flush=True)\n    time.sleep(600)\n"
    )
    killed = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, cwd=TOP, text=True)
    try:
        assert killed.stdout is not None
        assert killed.stdout.readline() == "there\n"
        with pytest.raises(EngineBusy, match="Another process tries"), scratch(running.data):
            pass
    finally:
        killed.kill()
        killed.communicate(timeout=PATIENCE_S)
    left = find_place(running.data / FOLDER).data
    until = time.monotonic() + PATIENCE_S
    while find_running(left) is None and time.monotonic() < until:
        time.sleep(0.01)
    assert running.drill().problems == ()
    assert not left.exists()
