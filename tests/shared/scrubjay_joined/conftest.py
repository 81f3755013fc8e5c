"""A server on loopback that answers as a test has it, and says what it was asked."""

import hashlib
import json
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest

from scrubjay.git.process import Git, GitEnvironment
from scrubjay.model.frozen import dataclass
from scrubjay_joined.client import TeamClient
from tests.conftest import Repo

TOKEN = "sj_pat_" + "x" * 43
Told = tuple[int, dict[str, str], bytes]


@dataclass(frozen=True, slots=True)
class Asked:
    """A request as it arrived: `connection` tells connections apart, `sent` are the body's bytes."""

    method: str
    path: str
    headers: dict[str, str]
    body: Any
    connection: tuple[str, int]
    sent: bytes = b""


def said(value: Any, status: int = 200, **headers: str) -> Told:
    """An answer with JSON."""
    return status, {name.replace("_", "-"): text for name, text in headers.items()}, json.dumps(value).encode()


class FarServer:
    """A server whose `answer` a test sets; `asked` holds what came."""

    def __init__(self, pem: Path | None = None) -> None:
        self.asked: list[Asked] = []
        self.answer: Callable[[Asked], Told] = lambda _: said({})
        far = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def _do(self) -> None:
                size = int(self.headers.get("Content-Length") or 0)
                sent = self.rfile.read(size)
                is_form = "form" in self.headers.get("Content-Type", "")
                body = dict(parse_qsl(sent.decode())) if is_form else json.loads(sent) if sent else None
                headers = {name.lower(): value for name, value in self.headers.items()}
                asked = Asked(
                    method=self.command, path=self.path, headers=headers, body=body, connection=self.client_address,
                    sent=sent,
                )  # fmt: skip
                far.asked.append(asked)
                status, headers, data = far.answer(asked)
                with suppress(OSError):
                    self.send_response(status)
                    length = {} if "Transfer-Encoding" in headers else {"Content-Length": str(len(data))}
                    for name, value in (length | headers).items():
                        self.send_header(name, value)
                    self.end_headers()
                    self.wfile.write(data)

            do_GET = do_POST = _do

            def handle(self) -> None:
                with suppress(OSError):  # a client that goes away, or trusts no certificate
                    super().handle()

            def log_message(self, *_: Any) -> None:
                """Nothing is printed."""

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.http.daemon_threads = True
        if pem:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(pem)
            self.http.socket = context.wrap_socket(self.http.socket, server_side=True, do_handshake_on_connect=False)
        self.url = f"http{'s' if pem else ''}://127.0.0.1:{self.http.server_port}"
        threading.Thread(target=self.http.serve_forever, args=(0.01,), daemon=True).start()

    def close(self) -> None:
        """Listen no more."""
        self.http.shutdown()
        self.http.server_close()


@pytest.fixture
def far() -> Iterator[FarServer]:
    server = FarServer()
    yield server
    server.close()


@pytest.fixture
def client(far: FarServer) -> Iterator[TeamClient]:
    made = TeamClient(far.url, TOKEN)
    yield made
    made.close()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)
    return folder


def me(**other: Any) -> dict[str, Any]:
    """What a team's server answers at /me."""
    return {
        "server": "5e7",
        "team": {"id": "7ea", "name": "acme"},
        "member": {"id": "a22", "name": "anna", "role": "writer"},
        "scopes": ["search", "remember"],
        "projects": [{"id": "9r0", "name": "shop"}],
        "now": "2026-11-30T12:00:00Z",
    } | other


class FarTeam:
    """A team's server of one repository, as far as joining asks one: set as a FarServer's `answer`."""

    def __init__(self, address: str = "", commits: frozenset[str] = frozenset()) -> None:
        self.address, self.commits = address, commits
        self.server = "5e7"
        self.tokens = {TOKEN}

    def __call__(self, asked: Asked) -> Told:
        if asked.headers.get("authorization", "").removeprefix("Bearer ") not in self.tokens:
            return self._said({"error": "invalid_token", "message": "This token isn't valid."}, 401)
        match asked.path.removeprefix("/api/v1"):
            case "/me":
                return self._said(me(server=self.server))
            case "/projects/nonce":
                return self._said({"nonce": "a-nonce-of-the-server"})
            case "/projects/match" if self._proven(asked.body):
                return self._said({"project": {"id": "9r0", "name": "shop"}})
        return self._said({"error": "not_found", "message": "No such project is granted to you."}, 404)

    def _proven(self, body: Any) -> bool:
        proofs = {hashlib.sha256((body["nonce"] + one).encode()).hexdigest() for one in self.commits}
        address = hashlib.sha256((body["nonce"] + self.address).encode()).hexdigest()
        return body["address"] == address and bool(proofs & {*body["proofs"]})

    def _said(self, value: Any, status: int = 200) -> Told:
        return said(value, status, Scrubjay_Server=self.server)


@pytest.fixture
def git(repo: Repo) -> Git:
    """Git of a clone without remotes, which no team has."""
    repo.commit("first", {"docs/a.md": "# A\n\nMail waits.\n"})
    return Git(repo.path, GitEnvironment.of(repo.environment))
