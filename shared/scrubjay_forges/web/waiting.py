"""Reads a socket within a time for all of it: a server that sends a byte now and then can't hold the line."""

import socket
from collections.abc import Callable
from contextlib import suppress
from io import RawIOBase
from typing import IO, Any


class SocketReader(RawIOBase):
    """What comes over a socket. Before each wait, of at most `wait` seconds, `left` says how many are left, or raises.

    `held` is the socket's own reader, which keeps it open while it is read.
    """

    def __init__(self, sock: socket.socket, held: IO[bytes], left: Callable[[], float], wait: float) -> None:
        super().__init__()
        self._sock = sock
        self._held = held
        self._left = left
        self._wait = wait

    def readable(self) -> bool:
        """It is."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Wait for the next bytes."""
        while True:
            self._sock.settimeout(min(self._left(), self._wait))
            with suppress(TimeoutError):
                return self._sock.recv_into(buffer)

    def close(self) -> None:
        """Let go of the socket."""
        self._held.close()
        super().close()
