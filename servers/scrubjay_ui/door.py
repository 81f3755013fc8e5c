"""The door of a running page: a second `scrubjay ui` of the same person gets a new address, or ends the page."""

import asyncio
import json
import os
import socket
import struct
import sys
from collections.abc import Callable
from typing import Any, Literal

from scrubjay.identity.person.another import moment, observe_process
from scrubjay.identity.person.facts import Actor, ProcessFacts, classify_actor
from scrubjay.model.frozen import dataclass

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


def lets(peer: Peer | None, facts: ProcessFacts | None) -> bool:
    """Whether the door answers: to a person of this account alone. What isn't established isn't one."""
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
        opened = moment()
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
        if not lets(peer, facts):
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
