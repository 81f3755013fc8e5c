"""What a soak loads: a server's process over its own PostgreSQL, members with tokens, a repository that gets commits,
and a home that joined."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode
from uuid import uuid4

from scrubjay.model.clock import system_clock
from scrubjay.model.frozen import dataclass
from scrubjay_team.database.owner import OwnerDatabase
from scrubjay_team.engine.embedded import Addresses, reach
from scrubjay_team.mirrors.adding import CheckedAddress, add_mirror
from scrubjay_team.mirrors.addresses import read_address
from scrubjay_team.people.people import TeamPeople
from scrubjay_team.people.tokens import TokenRequest
from scrubjay_team.signin.csrf import csrf_of
from tests.benchmarks.machines_team import make_repository, wait_until
from tests.trusting import trust_scripts

MEMBERS: Final = ("ada", "ben", "cleo", "dan", "eve")
SCOPES: Final = ("search", "remember", "handoff", "export")
ADDRESS: Final = "https://git.example.test/shop.git"
FORM: Final = "application/x-www-form-urlencoded"
PAGES: Final = 60


@dataclass(frozen=True, slots=True)
class Reply:
    """What a request got; status 0 where there was no answer."""

    status: int
    body: str
    cookie: str = ""

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class SoakTeam:
    """The server and what it has, in a folder. `stop` ends it."""

    def __init__(self, folder: Path, nice: int) -> None:
        self.folder, self.data, self._nice = folder, folder / "team", nice
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o711)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self.origin = make_repository(folder, PAGES, "shop")
        self._home(folder / "home").write_text(f"team:\n  data: {self.data}\n  fetch_minutes: 1\n")
        self.process = self._started()
        self.wait()
        self.addresses: Addresses = self._reached()
        self.owner = OwnerDatabase(self.addresses.owner)
        self.first = self._people(lambda people: people.members.all()[0].name)
        self.tokens = {name: self._made(name) for name in (self.first, *MEMBERS)}
        self._mirrored()

    def _home(self, home: Path) -> Path:
        home.mkdir(mode=0o700)
        return home / "config.yaml"

    def environment(self, home: str) -> dict[str, str]:
        """The variables of a program with a home of this folder."""
        own = {"SCRUBJAY_HOME": str(self.folder / home), "SOAK_ORIGIN": str(self.origin), "HOME": str(self.folder)}
        return {name: value for name, value in os.environ.items() if not name.startswith("SCRUBJAY")} | own

    def _started(self) -> subprocess.Popen[bytes]:
        words = ["nice", "-n", str(self._nice), sys.executable, "-m", "tests.benchmarks.soak_server"]
        with (self.folder / "server.log").open("ab") as log:
            return subprocess.Popen(
                [*words, "--data", str(self.data), "--port", str(self.port)], env=self.environment("home"), stdout=log,
                stderr=log,
            )  # fmt: skip

    def wait(self) -> float:
        """Wait until it is ready; after how many seconds it was."""
        return wait_until(lambda: self.ask("GET", "/readyz").status == 200, "the server's start")

    def _reached(self) -> Addresses:
        found = reach(self.data)
        if found is None:
            raise RuntimeError("the server's PostgreSQL isn't there")
        return found

    def stop(self) -> None:
        """End the server, and its PostgreSQL with it."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(120)

    def _people(self, act: Callable[[TeamPeople], Any]) -> Any:
        with self.owner.transaction() as connection:
            return act(TeamPeople.found(connection, system_clock))

    def _made(self, name: str) -> str:
        """A member, where there is none yet, and a token of theirs."""

        def act(people: TeamPeople) -> str:
            if name != self.first:
                people.members.add(name, "writer")
            return people.tokens.create(name, TokenRequest(scopes=SCOPES, days=30))[1]

        return str(self._people(act))

    def _mirrored(self) -> None:
        """Have the repository as a project, which the worker then fetches."""
        project, now = uuid4(), system_clock()
        with self.owner.transaction() as connection:
            connection.execute(
                "INSERT INTO project (id, team, name, address, open, created_at) "
                "SELECT %s, id, 'shop', %s, true, %s FROM team",
                [project, ADDRESS, now],
            )
            add_mirror(connection, project, CheckedAddress(read_address(ADDRESS), None), None, self.data, now)

    def ask(self, method: str, path: str, body: bytes | str = b"", timeout: float = 30.0, **told: str) -> Reply:
        """One request on a connection of its own."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request(method, path, body or None, {k.replace("_", "-"): v for k, v in told.items()})
            answer = connection.getresponse()
            cookies = [value for name, value in answer.getheaders() if name.lower() == "set-cookie"]
            cookie = next((one.partition(";")[0] for one in cookies if one.startswith("scrubjay_team=")), "")
            return Reply(answer.status, answer.read().decode(errors="replace"), cookie)
        except (OSError, HTTPException) as error:
            return Reply(0, type(error).__name__)
        finally:
            connection.close()

    def api(self, who: str, method: str, path: str, body: Any = None, timeout: float = 30.0) -> Reply:
        """One request to the API with a member's token."""
        told: dict[str, Any] = {"authorization": f"Bearer {self.tokens[who]}"}
        told |= {} if body is None else {"content_type": "application/json"}
        sent = "" if body is None else json.dumps(body)
        return self.ask(method, f"/api/v1{path}", sent, timeout, **told)

    def tool(self, who: str, name: str, **arguments: Any) -> Reply:
        """One call of a tool over MCP."""
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
        told: dict[str, Any] = {"authorization": f"Bearer {self.tokens[who]}", "content_type": "application/json",
                "accept": "application/json, text/event-stream"}  # fmt: skip
        return self.ask("POST", "/mcp", json.dumps(message), **told)

    def form(self, cookie: str, path: str, **fields: str) -> Reply:
        """A form that a browser sends."""
        told: dict[str, Any] = {
            "origin": f"http://127.0.0.1:{self.port}",
            "sec_fetch_site": "same-origin",
            "content_type": FORM,
        }
        csrf = {"csrf": csrf_of(cookie.partition("=")[2])} if cookie else {}
        return self.ask("POST", path, urlencode(csrf | fields), **(told | ({"cookie": cookie} if cookie else {})))

    def as_person(self, cookie: str, method: str, path: str, body: Any = None) -> Reply:
        """A request to the API by a person in their browser."""
        told: dict[str, Any] = {"cookie": cookie}
        if method == "POST":
            told |= {"origin": f"http://127.0.0.1:{self.port}", "content_type": "application/json"}
        return self.ask(method, f"/api/v1{path}", json.dumps(body or {}) if method == "POST" else b"", **told)

    def signed_in(self, who: str) -> str:
        """The cookie of a browser in which a member opened a link that lets them in."""
        link = self._people(lambda people: people.invitations.link(who)[1])
        return self.form("", "/invitation", invitation=str(link), join="yes").cookie

    def commit(self, number: int) -> None:
        """Another commit of the repository: one page changes."""
        page = self.origin / "docs" / f"shop-{number % PAGES}.md"
        page.write_text(
            f"# Guide\n\nParcels of train {number % PAGES} are weighed in hall {number}, since week {number}.\n"
        )
        git = ["git", "-c", "user.name=olga", "-c", "user.email=olga@example.test", "-C", str(self.origin)]
        subprocess.run([*git, "commit", "-qam", f"change {number}"], check=True)

    def joined(self) -> Path:
        """A home that joined the team, over a clone of the repository: the clone."""
        clone = self.folder / "clone"
        subprocess.run(["git", "clone", "-q", "--no-local", str(self.origin), str(clone)], check=True)
        subprocess.run(["git", "-C", str(clone), "remote", "set-url", "origin", ADDRESS], check=True)
        trust_scripts(self.folder / "joined")
        token = self._people(lambda people: people.tokens.create(MEMBERS[0], TokenRequest(scopes=SCOPES, days=30))[1])
        for words, said in (
            (("init", "--yes"), ""),
            (("team", "join", f"http://127.0.0.1:{self.port}", "--yes"), str(token)),
        ):
            done = subprocess.run(
                ["scrubjay", *words], input=said, text=True, capture_output=True, cwd=clone, check=False,
                env=self.environment("joined"), timeout=300,
            )  # fmt: skip
            if done.returncode:
                raise RuntimeError(f"scrubjay {words[0]}: {done.stdout}{done.stderr}")
        return clone
