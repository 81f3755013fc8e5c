"""A team's server on loopback, over a database of its own."""

import asyncio
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

import pytest

from scrubjay.extensions.kinds.content import Embedder
from scrubjay.settings.reading import RetrievalSettings
from scrubjay_team.api.application import TeamApi
from scrubjay_team.api.me import server_id
from scrubjay_team.archives.archives import Archives
from scrubjay_team.mirrors.webhook import Hooks
from scrubjay_team.oauth.application import OAuthApplication
from scrubjay_team.people.members import Members
from scrubjay_team.people.people import TeamPeople
from scrubjay_team.people.teams import Teams
from scrubjay_team.people.tokens import AccessTokens, TokenRequest
from scrubjay_team.serving.admission import AllowedHosts
from scrubjay_team.serving.behind import ProcessBehind
from scrubjay_team.serving.browser import FORM, cookie_name
from scrubjay_team.serving.calls import TeamServices
from scrubjay_team.serving.gate import Applications, TeamGate
from scrubjay_team.serving.life import TeamHttp, answer_until_left
from scrubjay_team.serving.server import TeamServer
from scrubjay_team.signin.csrf import csrf_of
from scrubjay_team.signin.service import SignIn
from tests.fakes import HashingEmbedder
from tests.patience import PATIENCE_S
from tests.servers.team.conftest import Databases
from tests.servers.team.index.conftest import make_mirror as make_mirror
from tests.servers.team.makers import make_session


@dataclass(frozen=True)
class Answered:
    """What a request got."""

    status: int
    headers: dict[str, str]
    body: str
    cookies: tuple[str, ...] = ()

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def text(self) -> str:
        """The text of a tool's answer."""
        return "\n".join(block["text"] for block in self.json["result"]["content"])


@dataclass
class ServedTeam:
    """A server that answers, and what it has."""

    port: int
    databases: Databases
    services: TeamServices
    owner: str = "anna"
    team: UUID | None = None
    tick_s: list[float] = field(default_factory=lambda: [0.0])
    leave: Callable[[], None] = lambda: None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/mcp"

    def token(self, member: str = "anna", *scopes: str, days: int = 30, projects: tuple[str, ...] = ()) -> str:
        """A new token of a member."""
        with self.databases.owner.transaction() as connection:
            team = Teams(connection, self.databases.clock).found("acme")
            request = TokenRequest(scopes=scopes or ("search",), days=days, projects=projects)
            return AccessTokens(connection, self.databases.clock, team).create(member, request)[1]

    def people(self, act: Callable[[Members, AccessTokens], Any]) -> Any:
        """An owner's act on members and tokens."""
        clock = self.databases.clock
        with self.databases.owner.transaction() as connection:
            team = Teams(connection, clock).found("acme")
            return act(Members(connection, clock, team), AccessTokens(connection, clock, team))

    def remove(self, name: str) -> None:
        """An owner takes a member out of the team."""
        with self.databases.owner.transaction() as connection:
            TeamPeople.found(connection, self.databases.clock).leaving.remove(name)

    def ask(self, method: str, path: str, body: bytes | str = b"", **headers: str) -> Answered:
        """One request on a connection of its own."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        try:
            told = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, body or None, told)
            answer = connection.getresponse()
            got = {name.lower(): value for name, value in answer.getheaders()}
            cookies = tuple(value for name, value in answer.getheaders() if name.lower() == "set-cookie")
            return Answered(answer.status, got, answer.read().decode(), cookies)
        finally:
            connection.close()

    def person(self, member: str = "anna") -> str:
        """A new session of a member's browser: what its header Cookie says."""
        found = self.people(lambda members, _: members.found(member))
        return f"{cookie_name('')}={make_session(self.databases.owner, found.id, self.databases.clock())}"

    def visit(
        self, cookie: str, method: str, path: str, form: dict[str, str] | None = None, **headers: str
    ) -> Answered:
        """One request of a browser, as its own page makes it; a form gets its field csrf unless it has one."""
        told = {"cookie": cookie} if cookie else {}
        if method == "POST":
            told |= {"origin": f"http://127.0.0.1:{self.port}", "sec_fetch_site": "same-origin", "content_type": FORM}
            field = {"csrf": csrf_of(cookie.partition("=")[2])} if cookie else {}
            return self.ask(method, path, urlencode(field | (form or {})), **told | headers)
        return self.ask(method, path, **told | headers)

    def rpc(self, token: str, method: str, params: dict[str, Any] | None = None, **headers: str) -> Answered:
        """One request of JSON-RPC, as somebody."""
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params or {}})
        told = {"authorization": f"Bearer {token}", "content_type": "application/json", **headers}
        return self.ask("POST", "/mcp", body, **told)

    def api(self, token: str, method: str, path: str, body: Any = None, **headers: str) -> Answered:
        """One request to the API, as somebody; `path` is below /api/v1."""
        told = {
            "authorization": f"Bearer {token}",
            **({"content_type": "application/json"} if body is not None else {}),
        }
        sent = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.ask(method, f"/api/v1{path}", sent, **told | headers)

    def as_person(self, cookie: str, method: str, path: str, body: Any = None, **headers: str) -> Answered:
        """One request to the API by a person in their browser; `path` is below /api/v1."""
        told = {"cookie": cookie}
        if method == "POST":
            told |= {"origin": f"http://127.0.0.1:{self.port}", "content_type": "application/json"}
        return self.ask(method, f"/api/v1{path}", json.dumps(body or {}) if method == "POST" else b"", **told | headers)

    def call(self, token: str, tool: str, **arguments: Any) -> Answered:
        """One call of a tool, as somebody."""
        return self.rpc(token, "tools/call", {"name": tool, "arguments": arguments})


@contextmanager
def serving(
    databases: Databases,
    data: Path,
    clock: Callable[[], float] = time.monotonic,
    pages: Callable[[TeamServices], Any] | None = None,
    oauth: Callable[[TeamServices], OAuthApplication] | None = None,
    sign_in: SignIn | None = None,
    embedder: Embedder | None = None,
    archives: Archives | None = None,
) -> Iterator[tuple[int, TeamServices, Callable[[], None]]]:
    """A server that answers: its port, what it has, and what asks it to end; `pages` makes what answers browsers,
    `oauth` what gives tokens to programs.
    """
    listening = socket.create_server(("127.0.0.1", 0))
    hosts = AllowedHosts.of("127.0.0.1", "")
    chosen, settings = embedder or HashingEmbedder(384), RetrievalSettings()
    services = TeamServices.of(databases.app, databases.clock, chosen, settings, sign_in=sign_in, archives=archives)
    server = TeamServer(services)
    behind, named = ProcessBehind(databases.app, Hooks(databases.app, data, databases.clock)), server_id(databases.app)
    page, programs = pages and pages(services), oauth and oauth(services)
    applications = Applications(mcp=server.application(hosts), api=TeamApi(services), page=page, oauth=programs)
    gate = TeamGate(applications, behind, hosts, named, clock)
    quiet = TeamHttp(gate, services.changes)
    work = answer_until_left(quiet, server.session_manager, listening)
    thread = threading.Thread(target=asyncio.run, args=(work,), daemon=True)
    thread.start()
    until = time.monotonic() + PATIENCE_S
    while not quiet.started and time.monotonic() < until:
        threading.Event().wait(0.002)
    try:
        yield listening.getsockname()[1], services, lambda: setattr(quiet, "should_exit", True)
    finally:
        quiet.should_exit = True
        thread.join(PATIENCE_S)
        listening.close()


@pytest.fixture
def served(databases: Databases, tmp_path: Path) -> Iterator[ServedTeam]:
    """A server of the team acme, whose owner is anna; `tick_s[0]` is what each look at its rates' clock adds."""
    with databases.owner.transaction() as connection:
        team, _ = Teams(connection, databases.clock).create("acme", "anna")
    now, tick_s = [0.0], [0.0]

    def clock() -> float:
        now[0] += tick_s[0]
        return now[0]

    with serving(databases, tmp_path, clock) as (port, services, leave):
        yield ServedTeam(port, databases, services, team=team.id, tick_s=tick_s, leave=leave)
