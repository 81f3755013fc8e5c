"""A PostgreSQL on a machine of its own, as somebody's own one: made, started, ended in each way, copied, promoted."""

import atexit
import os
import secrets
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

import psycopg
from psycopg.conninfo import make_conninfo
from psycopg.rows import dict_row

from scrubjay_team.engine.binaries import find_binaries
from tests.benchmarks.machines_net import Machine
from tests.benchmarks.machines_team import wait_until

SETTINGS: Final = {
    "listen_addresses": "*", "max_connections": "60", "wal_keep_size": "256MB", "shared_buffers": "48MB",
    "jit": "off", "wal_receiver_timeout": "2s", "wal_sender_timeout": "2s", "checkpoint_timeout": "10min",
    "wal_retrieve_retry_interval": "200ms", "dynamic_shared_memory_type": "mmap",
}  # fmt: skip
PORT: Final = 5432
ENDS: Final = {"fast": signal.SIGINT, "immediate": signal.SIGQUIT, "killed": signal.SIGKILL}


@cache
def programs() -> Path:
    """PostgreSQL's programs where every account runs them: a copy, where they lie in somebody's own folder."""
    there = find_binaries()
    if all(one.stat().st_mode & 0o001 for one in there.parents):
        return there
    copy = Path(tempfile.mkdtemp(prefix="sj-programs-"))
    atexit.register(shutil.rmtree, copy, ignore_errors=True)
    copy.chmod(0o755)
    return Path(shutil.copytree(there, copy / "postgresql", symlinks=True))


class Node:
    """One of two PostgreSQLs. `data` may be a folder that something is mounted on; `password` is the superuser's."""

    def __init__(self, machine: Machine, password: str) -> None:
        self.machine, self.password = machine, password
        self.data, self.socket = machine.folder / "pg" / "data", machine.folder / "s"
        self._process: subprocess.Popen[str] | None = None
        for path in (self.data.parent, self.socket):
            path.mkdir(mode=0o700, exist_ok=True)
            os.chown(path, machine.account, machine.account)

    def program(self, name: str) -> str:
        return str(programs() / "bin" / name)

    def superuser(self, database: str = "postgres") -> str:
        """How root reaches it, past the network."""
        return make_conninfo(
            host=str(self.socket),
            port=PORT,
            user="postgres",
            password=self.password,
            dbname=database,
            connect_timeout=3,
        )

    def make(self) -> None:
        """An empty cluster."""
        secret = self.machine.folder / "password"
        secret.write_text(self.password)
        os.chown(secret, self.machine.account, self.machine.account)
        words = ("-D", str(self.data), "--auth=scram-sha-256", f"--pwfile={secret}", "-U", "postgres", "-E", "UTF8")
        self.machine.run(self.program("initdb"), *words, "--locale=C", "--no-sync")
        with (self.data / "pg_hba.conf").open("a") as file:
            file.write("host all all 10.41.0.0/24 scram-sha-256\nhost replication all 10.41.0.0/24 scram-sha-256\n")

    def start(self, wait: bool = True) -> None:
        """Start it; once it is back, it answers."""
        chosen = [f"{name}={value}" for name, value in SETTINGS.items()] + [f"unix_socket_directories={self.socket}"]
        words = [word for one in chosen for word in ("-c", one)]
        (self.data / "postmaster.pid").unlink(missing_ok=True)  # nobody else runs over it
        with (self.machine.folder / "postgres.log").open("ab") as log:
            self._process = self.machine.start(
                self.program("postgres"), "-D", str(self.data), *words, stdout=log, stderr=log
            )
        if wait:
            wait_until(self.answers, f"PostgreSQL of {self.machine.name}", 60)

    def answers(self) -> bool:
        """Whether it takes connections; with its process gone it is started anew, as a supervisor does."""
        if self._process is None or self._process.poll() is not None:
            self.start(wait=False)
        with suppress(psycopg.Error):
            psycopg.connect(self.superuser()).close()
            return True
        return False

    def end(self, how: str) -> None:
        """End it: fast, immediate or killed, its children as well."""
        if self._process is None or self._process.poll() is not None:
            return
        children = self.machine.processes() if how == "killed" else []
        self._process.send_signal(ENDS[how])
        self._process.wait(60)
        for one in children:
            with suppress(ProcessLookupError):
                os.kill(one, signal.SIGKILL)
        if how == "killed":
            wait_until(lambda: not self.machine.processes(), "the end of all of it", 20)

    def ask(self, sql: str, database: str = "postgres") -> list[dict[str, object]]:
        """What a superuser's statement gives; each stands alone."""
        with psycopg.connect(self.superuser(database), autocommit=True, row_factory=dict_row) as connection:
            cursor = connection.execute(sql)
            return cursor.fetchall() if cursor.description else []

    def follow(self, primary: "Node") -> None:
        """Become a copy of another one that follows it, whatever was here."""
        self.end("immediate")
        shutil.rmtree(self.data, ignore_errors=True)
        words = (
            "-h",
            primary.machine.address,
            "-p",
            str(PORT),
            "-U",
            "postgres",
            "-D",
            str(self.data),
            "-R",
            "-X",
            "stream",
        )
        self.machine.run(
            "env",
            f"PGPASSWORD={primary.password}",
            self.program("pg_basebackup"),
            *words,
            "--checkpoint=fast",
            "--no-sync",
        )
        self.password = primary.password
        self.start()
        wait_until(lambda: self._is_followed(primary), "the standby's streaming", 30)

    @staticmethod
    def _is_followed(primary: "Node") -> bool:
        return bool(primary.ask("SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'"))

    def synchronous(self, named: str) -> None:
        """Which standbys a commit waits for: '*' or ''."""
        self.ask(f"ALTER SYSTEM SET synchronous_standby_names = '{named}'")
        self.ask("SELECT pg_reload_conf()")

    def promote(self) -> None:
        """Become the primary; returns once it takes writes."""
        self.ask("SELECT pg_promote(true, 30)")
        wait_until(lambda: self.ask("SELECT pg_is_in_recovery() AS it")[0]["it"] is False, "the promotion", 30)


def two_nodes(machines: dict[str, Machine]) -> tuple[Node, Node]:
    """Two of them, of which the first one runs and is a primary."""
    password = secrets.token_urlsafe(16)
    first, second = Node(machines["one"], password), Node(machines["two"], password)
    first.make()
    first.start()
    return first, second


def full(folder: Path, leave: int) -> Callable[[], None]:
    """Fill the disk of a folder but for some bytes; returns what frees it."""
    ballast = folder / "ballast"
    with suppress(OSError), ballast.open("ab", buffering=0) as stream:
        while True:
            stream.write(bytes(1 << 16))
    os.truncate(ballast, max(0, ballast.stat().st_size - leave))
    return ballast.unlink
