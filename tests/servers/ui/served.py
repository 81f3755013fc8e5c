"""The page on a real port: uvicorn in a thread, with the headers that forbid what is inline."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import uvicorn

from scrubjay.person.facts import Actor
from scrubjay.person.permit import Permit
from scrubjay_ui.application import application
from scrubjay_ui.places import key_of
from scrubjay_ui.surface import Surface
from tests.servers.ui.rich import RichHome

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    b"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


def forbidding(behind: "ASGIApp") -> "ASGIApp":
    """An application whose answers let nothing inline run."""

    async def answer(scope: "Scope", receive: "Receive", send: "Send") -> None:
        async def guarded(message: "Message") -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], (b"content-security-policy", POLICY)]
            await send(message)

        await behind(scope, receive, guarded)

    return answer


@contextmanager
def served(home: RichHome, *, writes: bool = True) -> Iterator[str]:
    """Serve the page of a home; gives the address of its worktree, without a slash at the end."""
    permit = Permit(Actor.PERSON if writes else Actor.AGENT, "/dev/pts/7", ("zsh",))
    with home.open() as app:
        surface = Surface(home=app, permit=permit, writes=writes, folder=home.repo.path)
        place = key_of(app.workspace(home.repo.path).repository.worktree)
        with running(forbidding(application(surface))) as address:
            yield f"{address}/w/{place}"


@contextmanager
def running(application: "ASGIApp") -> Iterator[str]:
    """Run an application on a free port of this machine; gives its address."""
    config = uvicorn.Config(application, host="127.0.0.1", port=0, log_level="error", lifespan="off", access_log=False)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(10)
