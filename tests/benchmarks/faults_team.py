"""A team's server before two PostgreSQLs on machines of their own, written to by programs and by a home that joined."""

import json
import os
import secrets
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import anyio
import psycopg
from psycopg.conninfo import make_conninfo

from scrubjay.model.clock import system_clock
from scrubjay_team.database.migrate import migrate
from scrubjay_team.database.owner import OwnerDatabase
from scrubjay_team.database.roles import RolePasswords, make_database
from scrubjay_team.people.people import TeamPeople
from scrubjay_team.people.teams import Teams
from scrubjay_team.people.tokens import TokenRequest
from tests.benchmarks.faults_cluster import PORT as POSTGRES
from tests.benchmarks.faults_cluster import two_nodes
from tests.benchmarks.faults_writers import Said
from tests.benchmarks.machines_faults import sentence
from tests.benchmarks.machines_net import HOST, SERVER, Machine, network
from tests.benchmarks.machines_team import PORT, TOP, TRUST, URL, agent, clone, make_repository, own, wait_until
from tests.servers.team.mirrors.https import certificate

WRITERS: Final = ("ada", "ben", "cleo")
HOME: Final = "dan"
SCOPES: Final = ("search", "remember", "handoff")
DISK: Final = "size=160m,mode=700"


class FaultTeam:
    """The machines, and what is written. `said` grows; `ends` lets the writers end."""

    def __init__(self, machines: dict[str, Machine], folder: Path, pem: Path) -> None:
        self.machines, self.folder, self.at = machines, folder, machines[SERVER]
        self.said: list[Said] = []
        self.ends = threading.Event()
        self._mount(machines["one"])
        self.primary, self.standby = two_nodes(machines)
        self._passwords = RolePasswords(*(secrets.token_urlsafe(16) for _ in range(3)))
        make_database(self.primary.superuser(), "scrubjay", self._passwords)
        migrate(self.owner)
        self._dsns()
        self._log = (self.at.folder / "server.log").open("ab")
        self.start()
        words = (sys.executable, "-m", "tests.benchmarks.machines_proxy", self.at.address, str(pem), str(PORT))
        self._proxy = self.at.start(*words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._log)
        if self._proxy.stdout is None or self._proxy.stdout.readline() != "ready\n":
            raise RuntimeError(f"the proxy ended: {self.printed()}")
        self.tokens = self._made()
        wait_until(self.answers, "the server's start")

    def _mount(self, machine: Machine) -> None:
        """A disk of its own for the first PostgreSQL, which can be filled."""
        self.disk = machine.folder / "pg"
        self.disk.mkdir(mode=0o700)
        named = f"{DISK},uid={machine.account},gid={machine.account}"
        subprocess.run(["mount", "-t", "tmpfs", "-o", named, "none", str(self.disk)], check=True)

    @property
    def owner(self) -> OwnerDatabase:
        """The owner's role, past the network, at the present primary."""
        at = {"host": str(self.primary.socket), "user": "scrubjay_owner", "password": self._passwords.owner}
        return OwnerDatabase(make_conninfo(port=POSTGRES, dbname="scrubjay", **at))

    def _dsns(self) -> None:
        """How the server signs in: both machines, whichever takes writes."""
        data = self.at.folder / "team"
        data.mkdir(mode=0o700)
        hosts = ",".join(self.machines[name].address for name in ("one", "two"))
        for name, role, password in (
            ("app", "scrubjay_app", self._passwords.app), ("worker", "scrubjay_worker", self._passwords.worker)
        ):  # fmt: skip
            dsn = make_conninfo(host=hosts, port=f"{POSTGRES},{POSTGRES}", user=role, password=password,
                                dbname="scrubjay", target_session_attrs="read-write")  # fmt: skip
            (data / f"{name}.dsn").write_text(dsn)
            (data / f"{name}.dsn").chmod(0o600)
        own(data, self.at)

    def _made(self) -> dict[str, str]:
        with self.owner.transaction() as connection:
            team, _ = Teams(connection, system_clock).create("acme", "olga")
            people = TeamPeople(connection, system_clock, team)
            for name in (*WRITERS, HOME):
                people.members.add(name, "writer")
            request = TokenRequest(scopes=SCOPES, days=2)
            return {name: people.tokens.create(name, request)[1] for name in (*WRITERS, HOME)}

    def start(self) -> None:
        """Start the server's process."""
        words = ("--port", str(PORT), "--url", URL, "--data", str(self.at.folder / "team"))
        self.server = self.at.start(sys.executable, "-m", "scrubjay_team", *words, stdout=self._log, stderr=self._log)

    def kill(self) -> None:
        """End it as a lack of memory does."""
        self.server.kill()
        self.server.wait(60)

    def printed(self) -> str:
        """The end of what the server printed."""
        return (self.at.folder / "server.log").read_text(errors="replace")[-3000:]

    def answers(self) -> bool:
        """Whether the server's process is ready, asked on its own machine."""
        if self.server.poll() is not None:
            raise RuntimeError(f"the server ended: {self.printed()}")
        code = (
            "import http.client as h; c = h.HTTPConnection('127.0.0.1', 8737, timeout=2); c.request('GET', '/readyz'); "
            "raise SystemExit(c.getresponse().status != 200)"
        )
        words = self.at.words("python3", "-c", code)
        return subprocess.run(words, env=self.at.environment, capture_output=True, check=False).returncode == 0

    @contextmanager
    def writing(self) -> Iterator[None]:
        """All of them write while the context lasts."""
        home = self.machines["home"]
        processes = []
        for name in WRITERS:
            words = (sys.executable, "-m", "tests.benchmarks.faults_writers", URL, name)
            one = home.start(*words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._log)
            assert one.stdin is not None
            one.stdin.write(f"{self.tokens[name]}\n")
            one.stdin.flush()
            processes.append(one)
        threads = [threading.Thread(target=self._hear, args=(one,)) for one in processes]
        threads.append(threading.Thread(target=self._home, args=(self._joined(home),)))
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self.ends.set()
            for one in processes:
                one.kill()
                one.wait(30)
            for thread in threads:
                thread.join(60)

    def _hear(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            with suppress(ValueError):
                self.said.append(Said(**json.loads(line)))

    def _joined(self, machine: Machine) -> Path:
        """A home that joined; the clone in which its agent works."""
        origin = make_repository(self.folder, 6, "shop")
        there = clone(origin, machine)
        machine.run(sys.executable, "-c", TRUST, str(machine.folder / "home"))
        machine.run("scrubjay", "init", "--yes", cwd=there)
        machine.run("scrubjay", "team", "join", URL, "--yes", said=self.tokens[HOME], cwd=there)
        return there

    def _home(self, there: Path) -> None:
        """A real MCP client of the home's server writes until the end."""

        async def main() -> None:
            async with agent(self.machines["home"], there) as one:
                for number in range(10**9):
                    text, key, fine = sentence(HOME, number), f"{HOME}-{number}", False
                    while not fine:
                        if self.ends.is_set():
                            return
                        began = time.monotonic()
                        words, failed = await one.ask("remember", content=text, scope="team", key=key)
                        fine = not failed
                        self.said.append(Said(
                            who=HOME, began=began, ended=time.monotonic(), key=key, text=text, fine=fine, words=words
                        ))  # fmt: skip
                        await anyio.sleep(0.1 if fine else 0.25)

        anyio.run(main)

    def stored(self) -> dict[str, int]:
        """How often each text stands in the database."""
        with psycopg.connect(self.primary.superuser("scrubjay")) as connection:
            return dict(connection.execute("SELECT content, count(*) FROM scrubjay.memory GROUP BY 1").fetchall())


@contextmanager
def fault_team() -> Iterator[FaultTeam]:
    """The machines; all of it is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="sj43-", ignore_cleanup_errors=True) as text:
        folder = Path(text)
        folder.chmod(0o711)
        pem = certificate(folder, HOST)
        authority = folder / "authority.pem"
        authority.write_text(pem.read_text().split("-----BEGIN PRIVATE KEY")[0])
        authority.chmod(0o644)
        variables = {"PYTHONPATH": os.environ.get("PYTHONPATH", str(TOP)), "SSL_CERT_FILE": str(authority),
                     "PYTHONDONTWRITEBYTECODE": "1"}  # fmt: skip
        disk = folder / "one" / "pg"
        try:
            with network(folder, (SERVER, "one", "two", "home"), variables) as machines:
                os.chown(pem, machines[SERVER].account, machines[SERVER].account)
                yield FaultTeam(machines, folder, pem)
        finally:
            subprocess.run(["umount", "-l", str(disk)], check=False, capture_output=True)
