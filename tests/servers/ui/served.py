"""The page on a real port behind its gate, as `scrubjay ui` serves it: uvicorn in a thread of the test."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import uvicorn

from scrubjay.identity.person.facts import Actor
from scrubjay.identity.person.permit import Permit
from scrubjay_ui.application import application
from scrubjay_ui.gate import Gate
from scrubjay_ui.surface import Surface, key_of
from tests.patience import PATIENCE_S
from tests.servers.ui.chromium import Chromium, Tab
from tests.servers.ui.rich import RichHome

if TYPE_CHECKING:
    from starlette.types import ASGIApp


@dataclass(frozen=True)
class ServedPage:
    """A page that is served. `top` is the address of its first page, `address` that of the worktree."""

    gate: Gate
    writes: bool
    place: str

    @property
    def top(self) -> str:
        return f"{self.gate.page.origin}{self.gate.page.root}"

    @property
    def address(self) -> str:
        return f"{self.top}/w/{self.place}"

    def at(self, example: str) -> str:
        """The whole address of an example."""
        return f"{self.top}{example}" if example.startswith("/") else f"{self.address}/{example}"

    @contextmanager
    def tab(self, browser: Chromium, **options: Any) -> Iterator[Tab]:
        """A tab that was let in by an address that works once."""
        with browser.tab(**options) as tab:
            assert tab.open(self.gate.address(writes=self.writes)) == 200
            yield tab


@contextmanager
def served(home: RichHome, *, writes: bool = True) -> Iterator[ServedPage]:
    """Serve the page of a home. No breach of the policy may have been reported at the end."""
    permit = Permit(Actor.PERSON if writes else Actor.AGENT, "/dev/pts/7", ("zsh",))
    with home.open() as app, listening() as own:
        surface = Surface(home=app, permit=permit, writes=writes, folder=home.repo.path)
        gate = Gate(application(surface), f"127.0.0.1:{own.getsockname()[1]}")
        page = ServedPage(gate, writes, key_of(app.workspace(home.repo.path).repository.worktree))
        with running(gate, own):
            yield page
        assert gate.reports == 0


@contextmanager
def listening() -> Iterator[socket.socket]:
    """A socket on a free port of this machine."""
    with socket.socket() as own:
        own.bind(("127.0.0.1", 0))
        yield own


@contextmanager
def running(application: "ASGIApp", own: socket.socket) -> Iterator[str]:
    """Run an application on a socket; gives its address."""
    server = uvicorn.Server(uvicorn.Config(application, log_level="error", lifespan="off", access_log=False))
    thread = threading.Thread(target=lambda: server.run(sockets=[own]), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{own.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(PATIENCE_S)
