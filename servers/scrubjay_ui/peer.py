"""The process at the other end of a socket of this machine, as the kernel tells it."""

import os
import socket
import struct
import sys

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
