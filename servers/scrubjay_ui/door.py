"""The one page of a home: its lock, and the door at which a second start gets an address, or has a lesser page end."""

import asyncio
import json
import os
import socket
import struct
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, Literal

from scrubjay.errors import PageRuns
from scrubjay.identity.person.another import observe_process, process_clock
from scrubjay.identity.person.facts import Actor, ProcessFacts, classify_actor
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern
from scrubjay.storage.filesystem import file_lock
from scrubjay_ui.callers import listens, no_agent

LOCAL, LOCAL_PEERCRED, LOCAL_PEERPID = 0, 1, 2
"""Of macOS's <sys/un.h>."""


@dataclass(frozen=True, slots=True)
class Peer:
    """A process and its account."""

    process: int
    account: int

    @property
    def own(self) -> bool:
        """Whether it is of this account."""
        return self.account == os.geteuid()


def peer_of(line: socket.socket) -> Peer | None:
    """Who opened the other end; None where the system doesn't tell."""
    try:
        if sys.platform == "darwin":
            _, account = struct.unpack("=II", line.getsockopt(LOCAL, LOCAL_PEERCRED, 8))
            return Peer(line.getsockopt(LOCAL, LOCAL_PEERPID), account)
        process, account, _ = struct.unpack("3i", line.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
        return Peer(process, account)
    except (OSError, struct.error, AttributeError):
        return None


MAX_LINE = 4096
PATIENCE_S = 5.0

Wish = Literal["read", "write", "leave"]
"""What is asked at the door: an address that only reads, one that writes, or that the page ends."""


@dataclass(frozen=True, slots=True)
class RunningPage:
    """What the door tells of the page: who started it, and whether it may write."""

    by: Actor
    writes: bool

    def gives(self, wish: Wish) -> bool:
        """Whether a person gets an address by a wish: not from a page that isn't a person's, or reads only."""
        return self.by is Actor.PERSON and (self.writes or wish == "read")


def may_enter(peer: Peer | None, facts: ProcessFacts | None) -> bool:
    """Whether the door answers a process: only one of this account that is known to be a person's."""
    return peer is not None and peer.own and facts is not None and classify_actor(facts) is Actor.PERSON


class Door:
    """Answers at the socket of a home, one line each."""

    def __init__(self, page: RunningPage, address: Callable[[bool], str], leave: Callable[[], None]) -> None:
        self._page = page
        self._address = address
        self._leave = leave

    async def serve(self, listening: socket.socket) -> asyncio.Server:
        """Answer from now on."""
        return await asyncio.start_unix_server(self._hear, sock=listening, limit=MAX_LINE)

    async def _hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one connection, or drop it where it isn't served in time."""
        opened = process_clock()
        try:
            async with asyncio.timeout(PATIENCE_S):
                wish = (await reader.readline()).decode("ascii", "replace").strip()
                answer = self.answer(wish, peer_of(writer.get_extra_info("socket")), opened)
                writer.write(json.dumps(answer).encode() + b"\n")
                await writer.drain()
        except (OSError, ValueError, TimeoutError):
            return
        finally:
            writer.close()

    def answer(self, wish: str, peer: Peer | None, opened: float) -> dict[str, Any]:
        """What the door answers to a process, which has to be older than the connection that it `opened`."""
        facts = observe_process(peer.process, opened) if peer is not None and peer.own else None
        if not may_enter(peer, facts):
            return {"refused": True}
        told: dict[str, Any] = {"by": self._page.by.value, "writes": self._page.writes}
        if wish == "leave":
            self._leave()
            return told | {"left": True}
        if wish in ("read", "write") and self._page.gives("read" if wish == "read" else "write"):
            return told | {"address": self._address(wish == "write")}
        return told


def ask(line: socket.socket, wish: Wish) -> dict[str, Any]:
    """Ask at the door of a running page. Empty where it doesn't answer in time, or not in our words."""
    line.settimeout(PATIENCE_S)
    try:
        line.sendall(f"{wish}\n".encode())
        with line.makefile("rb") as answers:
            answer = json.loads(answers.readline(MAX_LINE))
    except (OSError, ValueError):
        return {}
    return answer if isinstance(answer, dict) else {}


LOCK = "ui.lock"
DOOR = "ui.sock"


def only_page(home: Path, patience_s: float = 0.0) -> AbstractContextManager[bool]:
    """Be the page of a home; yields False where another is. The kernel gives the place back at its end."""
    return file_lock(home / LOCK, patience_s=patience_s)


def listen(home: Path) -> socket.socket:
    """The socket (0600) of the page, in place of one that a killed page left. Only for who holds the lock.

    To be called before the first thread starts: the working directory is the home meanwhile, because a socket's path
    has at most 107 bytes.
    """
    door = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    with _working_folder(home):
        Path(DOOR).unlink(missing_ok=True)
        before = os.umask(0o177)
        try:
            door.bind(DOOR)
        finally:
            os.umask(before)
    door.listen(8)
    return door


def connect(home: Path) -> socket.socket:
    """A connection to the page of a home. Raises OSError where none listens. As `listen`, before the first thread."""
    line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        with _working_folder(home):
            line.connect(DOOR)
    except OSError:
        line.close()
        raise
    return line


@contextmanager
def _working_folder(folder: Path) -> Iterator[None]:
    """Have a folder as the working folder while the block runs."""
    before = os.open(".", os.O_RDONLY)
    try:
        os.chdir(folder)
        yield
    finally:
        os.fchdir(before)
        os.close(before)


ADDRESS = pattern(r"http://127\.0\.0\.1:(\d{1,5})/s/[\w-]{22}/-/enter\?token=[\w-]{43}")
"""What a page's address looks like; nothing else is printed or opened."""


def address_of_running(home: Path, actor: Actor, may_write: bool) -> str:
    """An address of the page that runs, for a person. Raises PageRuns where it gives none.

    Empty where it has no open door yet, or ends now: it reads only, or wasn't started by a person, and makes place.
    """
    if actor is not Actor.PERSON:
        raise PageRuns(still_runs("and only a person gets another address of it, in a terminal"))
    try:
        with connect(home) as line:
            peer = peer_of(line)
            theirs = peer is not None and peer.own and no_agent(peer.process)
            answer = ask(line, "write" if may_write else "read") if theirs else {}
        if (address := answer.get("address")) is not None:
            form = ADDRESS.fullmatch(address) if isinstance(address, str) else None
            if peer is None or form is None or not listens(peer.process, int(form[1])):
                raise PageRuns(still_runs("but what answers for it gave an address that isn't its own"))
            return str(address)
        if answer.get("refused"):
            raise PageRuns(still_runs("and it doesn't take this process for a person's"))
        with connect(home) as line:
            ask(line, "leave")
    except OSError:
        return ""
    return ""


def still_runs(why: str) -> str:
    """The message for a page that runs and gives this process nothing."""
    return (
        f"A page of this home runs, {why}. No other was started. Use it, or end it with Ctrl-C in its own terminal; "
        "`fuser ui.lock`, typed in the home, names its process."
    )
