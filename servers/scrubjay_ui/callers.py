"""Other programs of this machine: who is at the other end of a connection, and that none reads this process."""

import ctypes
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from scrubjay.identity.person.agents import known_agents
from scrubjay.identity.person.another import observe_process
from scrubjay.identity.person.lineage import ancestors
from scrubjay.model.frozen import dataclass, replace

LOOPBACK = ("0100007F", "0000000000000000FFFF00000100007F")
"""127.0.0.1 as /proc/net/tcp and /proc/net/tcp6 write it."""

ESTABLISHED, LISTENING = "01", "0A"


@dataclass(frozen=True, slots=True)
class LocalSocket:
    """A socket of this machine: its account, and the number that a process's descriptors show."""

    account: int
    inode: str


def may_write(client: tuple[str, int], server_port: int) -> bool:
    """Whether a page that writes is for this program: one of this account, and neither an agent nor below one.

    What isn't established isn't one: a socket that no process holds now, or a process that can't be observed. Elsewhere
    than on Linux the cookie alone decides.
    """
    if not sys.platform.startswith("linux"):
        return True
    found = _own_socket(client, server_port)
    processes = holders(found.inode) if found else ()
    return bool(processes) and all(map(no_agent, processes))


def no_agent(process: int) -> bool:
    """Whether a process and all its ancestors were observed, and none of them has a trace of an agent."""
    seen, above = observe_process(process), ancestors(process)
    if seen is None or seen.ancestors is None or above is None:
        return False
    return not replace(seen, ancestors=above).traces(known_agents())


def listens(process: int, port: int) -> bool:
    """Whether a process listens at a port of 127.0.0.1; elsewhere than on Linux it is believed."""
    if not sys.platform.startswith("linux"):
        return True
    inode = listening(port, _socket_lines())
    return inode is not None and process in holders(inode)


def listening(port: int, table: Iterable[str]) -> str | None:
    """The number of the socket that listens at a port of 127.0.0.1, in lines of /proc/net/tcp."""
    for line in table:
        fields = line.split()
        if len(fields) > 9 and fields[1] == f"{LOOPBACK[0]}:{port:04X}" and fields[3] == LISTENING:
            return fields[9]
    return None


def of_account(client: tuple[str, int], server_port: int) -> bool:
    """Whether a program of this account is at the other end."""
    return not sys.platform.startswith("linux") or _own_socket(client, server_port) is not None


def _own_socket(client: tuple[str, int], server_port: int) -> LocalSocket | None:
    """The client's end of a connection, if it belongs to this account; else None."""
    found = socket_of(client, server_port, _socket_lines())
    return found if found is not None and found.account == os.geteuid() else None


def socket_of(client: tuple[str, int], server_port: int, table: Iterator[str]) -> LocalSocket | None:
    """The client's end of a connection, in lines of /proc/net/tcp."""
    wanted = {(f"{address}:{client[1]:04X}", f"{address}:{server_port:04X}") for address in LOOPBACK}
    for line in table:
        fields = line.split()
        if len(fields) > 9 and (fields[1], fields[2]) in wanted and fields[3] == ESTABLISHED:
            return LocalSocket(int(fields[7]), fields[9])
    return None


def holders(inode: str, folder: Path = Path("/proc")) -> tuple[int, ...]:
    """The processes that hold a socket, of those whose descriptors can be read."""
    wanted, found = f"socket:[{inode}]", []
    for process in folder.iterdir():
        if not process.name.isdigit():
            continue
        with suppress(OSError), os.scandir(process / "fd") as descriptors:
            if any(_link_target(entry.path) == wanted for entry in descriptors):
                found.append(int(process.name))
    return tuple(found)


def _link_target(descriptor: str) -> str:
    """Where a link such as a process's descriptor leads; empty where it can't be read."""
    try:
        return os.readlink(descriptor)  # noqa: PTH115 - a path that exists nowhere
    except OSError:
        return ""


def _socket_lines() -> Iterator[str]:
    """The lines of /proc/net/tcp and tcp6."""
    for name in ("tcp", "tcp6"):
        with suppress(OSError), Path("/proc/net", name).open(encoding="ascii") as lines:
            yield from lines


PR_SET_DUMPABLE = 4
"""Of <sys/prctl.h>: without it nobody of this account may trace the process or read its memory and files in /proc."""


def guard_memory() -> bool:
    """Let no other program of this account look into this process; False where the system has no such switch."""
    if not sys.platform.startswith("linux"):
        return False
    return bool(ctypes.CDLL(None, use_errno=True).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0)
