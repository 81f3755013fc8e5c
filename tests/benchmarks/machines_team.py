"""A team on machines: one server behind TLS, and three members' machines with a clone of one repository each."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Final

import psutil
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from scrubjay.model.frozen import dataclass
from tests.benchmarks.machines_mirror import address_of
from tests.benchmarks.machines_net import HOST, SERVER, Machine, network
from tests.servers.team.mirrors.https import certificate

TOP: Final = Path(__file__).parents[2]
PORT: Final = 8737
URL: Final = f"https://{HOST}:9443"
MEMBERS: Final = ("anna", "ben", "carl")
ALONE: Final = ("alone-1", "alone-2")
"""Copies of each home from before it joined."""
SCOPES: Final = ("search", "remember", "handoff")
PATIENCE_S: Final = 120.0
TRUST: Final = "import pathlib, sys, tests.trusting; tests.trusting.trust_scripts(pathlib.Path(sys.argv[1]))"
NIGHTS: Final = "# Guide\n\nParcels are weighed {number} times before night train {number} leaves platform {number}.\n"


def wait_until(true: Callable[[], bool], what: str, seconds: float = PATIENCE_S) -> float:
    """Wait until something is true; returns after how many seconds. Raises RuntimeError."""
    began = time.monotonic()
    while not true():
        if time.monotonic() - began > seconds:
            raise RuntimeError(f"{what}: not within {seconds:.0f} s")
        time.sleep(0.02)
    return time.monotonic() - began


class TeamOnMachines:
    """The server and the machines. `server` is its process; whatever was started ends with the machines."""

    def __init__(self, machines: dict[str, Machine], pem: Path) -> None:
        self.machines = machines
        self.at = machines[SERVER]
        self.data = self.at.folder / "team"
        self._log = (self.at.folder / "server.log").open("ab")
        self.server = self._serve()
        words = (sys.executable, "-m", "tests.benchmarks.machines_proxy", self.at.address, str(pem), str(PORT))
        self._proxy = self.at.start(*words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._log)
        if self._proxy.stdout is None or self._proxy.stdout.readline() != "ready\n":
            raise RuntimeError(f"the proxy ended: {self.printed()}")
        self.wait_for_server()

    @property
    def members(self) -> list[Machine]:
        return [self.machines[name] for name in MEMBERS]

    def _serve(self) -> subprocess.Popen[str]:
        words = ("--port", str(PORT), "--url", URL, "--data", str(self.data))
        return self.at.start(sys.executable, "-m", "scrubjay_team", *words, stdout=self._log, stderr=self._log)

    def printed(self) -> str:
        """The end of what the server printed."""
        return (self.at.folder / "server.log").read_text(errors="replace")[-2000:]

    def answers(self) -> bool:
        """Whether the server's process is ready to answer, asked on its own machine."""
        if self.server.poll() is not None:
            raise RuntimeError(f"the server ended: {self.printed()}")
        code = (
            "import http.client as h; c = h.HTTPConnection('127.0.0.1', 8737, timeout=2); c.request('GET', '/readyz'); "
            "raise SystemExit(c.getresponse().status != 200)"
        )
        return subprocess.run(self.at.words("python3", "-c", code), env=self.at.environment, capture_output=True,
                              check=False).returncode == 0  # fmt: skip

    def wait_for_server(self) -> float:
        return wait_until(self.answers, "the server's start")

    def kill(self) -> None:
        """End the server as a lack of memory does."""
        self.server.kill()
        self.server.wait(PATIENCE_S)

    def start_again(self) -> None:
        self.server = self._serve()

    def restart_postgres(self) -> None:
        """End PostgreSQL at once (SIGINT: its fast shutdown); the server starts it again by itself."""
        file = self.data / "postgres" / "data" / "postmaster.pid"
        before = int(file.read_text().split()[0])
        os.kill(before, signal.SIGINT)
        wait_until(lambda: not psutil.pid_exists(before), "PostgreSQL's end")

    def delay(self, seconds: float) -> None:
        """Hold each piece of data between the machines and the server for so long, either way."""
        assert self._proxy.stdin is not None
        self._proxy.stdin.write(f"{seconds}\n")
        self._proxy.stdin.flush()

    def owner(self, *words: str) -> Any:
        """What a command of the owner prints, as JSON."""
        said = self.at.run("scrubjay", "team", *words, "--json")
        return json.loads(said)

    def token(self, member: str, *scopes: str) -> str:
        made = self.owner("token", "create", member, *(word for one in scopes for word in ("--scope", one)))
        return Path(made["file"]).read_text().strip()

    def mirror(self, repository: Path, name: str, *members: str) -> None:
        """Have a repository as a project there, indexed; with members for them alone."""
        copy = self.at.folder / "mirrored" / f"{name}.origin"
        subprocess.run(["git", "clone", "-q", "--no-local", str(repository), str(copy)], check=True)
        own(copy.parent, self.at)
        self.at.run(sys.executable, "-m", "tests.benchmarks.machines_mirror", str(self.data), str(copy), name, *members)

    def stored(self) -> dict[str, int]:
        """How often each memory's text stands in the database, whatever became of it."""
        code = (
            "import json, sys, psycopg; from pathlib import Path; from scrubjay_team.engine.embedded import reach\n"
            "at = reach(Path(sys.argv[1]))\n"
            "rows = psycopg.connect(at.superuser, dbname='scrubjay').execute("
            "'SELECT content, count(*) FROM scrubjay.memory GROUP BY 1')\n"
            "print(json.dumps(dict(rows.fetchall())))"
        )
        return dict(json.loads(self.at.run(sys.executable, "-c", code, str(self.data))))


def own(folder: Path, machine: Machine) -> None:
    """Give a folder and all in it to the machine's account."""
    for path in (folder, *folder.rglob("*")):
        os.lchown(path, machine.account, machine.account)


def make_repository(folder: Path, pages: int, name: str) -> Path:
    """A repository of pages that say a line each, with some commits."""
    path = folder / name
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "GIT_CONFIG_GLOBAL": os.devnull}
    git = ["git", "-c", "user.name=olga", "-c", "user.email=olga@example.test", "-C", str(path)]
    path.mkdir()
    subprocess.run([*git, "init", "-q", "-b", "main"], check=True, env=environment)
    (path / "docs").mkdir()
    for number in range(pages):
        (path / "docs" / f"{name}-{number}.md").write_text(NIGHTS.format(number=number))
        if number % max(1, pages // 5) == 0:
            subprocess.run([*git, "add", "-A"], check=True, env=environment)
            subprocess.run([*git, "commit", "-qm", f"page {number}"], check=True, env=environment)
    subprocess.run([*git, "add", "-A"], check=True, env=environment)
    subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "the rest"], check=True, env=environment)
    return path


def clone(source: Path, machine: Machine, name: str = "shop") -> Path:
    """A clone on a machine, as if from the address that the team knows."""
    there = machine.folder / name
    subprocess.run(["git", "clone", "-q", "--no-local", str(source), str(there)], check=True)
    subprocess.run(["git", "-C", str(there), "remote", "set-url", "origin", address_of(name)], check=True)
    own(there, machine)
    return there


@dataclass(frozen=True, slots=True)
class Agent:
    """What an agent's client asks on one machine."""

    machine: Machine
    client: Client

    async def ask(self, tool: str, **arguments: Any) -> tuple[str, bool]:
        """The text of an answer, and whether it is an error."""
        answer = await self.client.call_tool(tool, arguments)
        return "\n".join(getattr(block, "text", "") for block in answer.content), bool(answer.is_error)


@asynccontextmanager
async def agent(
    machine: Machine, repository: Path, server: str = "knowledge", home: str = "home", **more: Any
) -> AsyncIterator[Agent]:  # fmt: skip
    """A real client over stdio, whose server runs in the machine as its account."""
    words = machine.words(sys.executable, "-m", f"scrubjay_{server}")
    environment = machine.environment | {"SCRUBJAY_HOME": str(machine.folder / home)}
    log = (machine.folder.parent / f"{machine.name}-{server}.log").open("a")
    params = StdioServerParameters(command=words[0], args=words[1:], env=environment, cwd=repository)
    async with Client(stdio_client(params, errlog=log), **more) as client:
        yield Agent(machine, client)
    log.close()


def initialise(machine: Machine, repository: Path, home: str = "home") -> None:
    """Set the repository up in a home of the machine, and wait until all of it is embedded."""
    chosen = machine.folder / home
    variable = f"SCRUBJAY_HOME={chosen}"
    if not (chosen / "config.yaml").exists():
        machine.run("env", variable, sys.executable, "-c", TRUST, str(chosen))
    machine.run("env", variable, "scrubjay", "init", "--yes", cwd=repository)
    machine.run("env", variable, "scrubjay", "embed", cwd=repository)


@contextmanager
def team_on_machines(pages: int = 60) -> Iterator[tuple[TeamOnMachines, dict[str, Path]]]:
    """The team, joined by nobody yet, and each member's clone of `shop`, set up in their home."""
    with tempfile.TemporaryDirectory(prefix="sj41-", ignore_cleanup_errors=True) as text:
        folder = Path(text)
        folder.chmod(0o711)
        pem = certificate(folder, HOST)
        authority = folder / "authority.pem"
        authority.write_text(pem.read_text().split("-----BEGIN PRIVATE KEY")[0])
        authority.chmod(0o644)
        variables = {
            "PYTHONPATH": str(TOP),
            "SSL_CERT_FILE": str(authority),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        with network(folder, (SERVER, *MEMBERS), variables) as machines:
            at = machines[SERVER]
            os.chown(pem, at.account, at.account)
            at.run(sys.executable, "-c", TRUST, str(at.folder / "home"))
            (at.folder / "home" / "config.yaml").open("a").write(f"team:\n  data: {at.folder / 'team'}\n")
            team = TeamOnMachines(machines, pem)
            origin = make_repository(folder, pages, "shop")
            team.mirror(origin, "shop")
            clones = {}
            for member in team.members:
                team.owner("member", "add", member.name, "--role", "writer")
                clones[member.name] = clone(origin, member)
                initialise(member, clones[member.name])
                for other in ALONE:
                    member.run("cp", "-a", str(member.folder / "home"), str(member.folder / other))
            yield team, clones


def join(team: TeamOnMachines, member: Machine, repository: Path) -> dict[str, Any]:
    """Join a member's home; returns how it stands there."""
    token = team.token(member.name, *SCOPES)
    return dict(json.loads(member.run("scrubjay", "team", "join", URL, "--yes", "--json", said=token, cwd=repository)))
