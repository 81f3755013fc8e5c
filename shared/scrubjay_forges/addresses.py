"""Addresses that may be opened: those of the public internet; a name is resolved once, and that answer is used."""

import socket
import ssl
from collections.abc import Callable, Sequence
from contextlib import suppress
from http.client import HTTPConnection, HTTPResponse
from io import BufferedReader, RawIOBase
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import IO, Any, Final

from scrubjay.errors import LinkRefused


class SocketReader(RawIOBase):
    """Reads bytes from a socket. Before each wait, of at most `wait` seconds, `left` tells the seconds left, or raises.

    `held` is the socket's own reader, which keeps it open while it is read.
    """

    def __init__(self, sock: socket.socket, held: IO[bytes], left: Callable[[], float], wait: float) -> None:
        super().__init__()
        self._sock = sock
        self._held = held
        self._left = left
        self._wait = wait

    def readable(self) -> bool:
        """Always true: this stream can be read."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Wait for the next bytes."""
        while True:
            self._sock.settimeout(min(self._left(), self._wait))
            with suppress(TimeoutError):
                return self._sock.recv_into(buffer)

    def close(self) -> None:
        """Close this reader and let go of its socket."""
        self._held.close()
        super().close()


Resolve = Callable[[str, int], Sequence[str]]
Allowed = Callable[[str], bool]

GLOBAL: Final = IPv6Network("2000::/3")
"""The only addresses of IPv6 that were ever given to anybody."""

EMBEDS: Final = tuple(map(IPv6Network, ("::ffff:0:0/96", "64:ff9b::/96", "64:ff9b:1::/96")))
"""IPv4 written as IPv6, and as a network without IPv4 reaches it (NAT64): the last 32 bits are the address."""

RESERVED_4: Final = tuple(map(IPv4Network, (
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
    "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24",
    "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3",
)))  # fmt: skip
RESERVED_6: Final = tuple(
    map(IPv6Network, ("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"))
)
"""What IANA's registries of special purposes list: tunnels such as 6to4 and Teredo lead to any other address."""


def addresses(host: str, port: int) -> Sequence[str]:
    """The IP addresses of a host."""
    return [str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


def is_public(address: str) -> bool:
    """Whether an address is of the public internet: given to somebody, and reserved by no registry."""
    ip = ip_address(address.partition("%")[0])
    if isinstance(ip, IPv6Address) and any(ip in one for one in EMBEDS):
        ip = IPv4Address(int(ip) & 0xFFFFFFFF)
    if isinstance(ip, IPv4Address):
        return not any(ip in one for one in RESERVED_4)
    return ip in GLOBAL and not any(ip in one for one in RESERVED_6)


def checked_address(host: str, port: int, resolve: Resolve, allowed: Allowed) -> str:
    """The address to connect to. Raises LinkRefused unless every address of the host is allowed."""
    resolved = resolve(host, port)
    if not resolved or not all(allowed(address) for address in resolved):
        raise LinkRefused("it leads to a private address, which is not opened.")
    return resolved[0]


class PinnedConnection(HTTPConnection):
    """A connection to the IP address that was checked, whatever address the host's name has by now.

    `left` gives the seconds that are left, and raises to end an answer at any place of it; it is asked at least each
    `wait` seconds.
    """

    def __init__(
        self, host: str, port: int, address: str, left: Callable[[], float], *, secure: bool, wait: float = 0.5
    ) -> None:
        super().__init__(host, port)
        self._address = address
        self._left = left
        self._secure = secure
        self._wait = wait

    def connect(self) -> None:
        """Connect to the address; the certificate must be the host's."""
        self.sock = socket.create_connection((self._address, self.port), self._left())
        if self._secure:
            self.sock.settimeout(self._left())
            self.sock = ssl.create_default_context().wrap_socket(self.sock, server_hostname=self.host)

    def send(self, data: Any) -> None:
        """Send a request, after connecting where needed."""
        if self.sock is None:
            self.connect()
        self.sock.settimeout(self._left())
        super().send(data)

    def response_class(self, sock: socket.socket, **others: Any) -> HTTPResponse:  # type: ignore[override]
        """An answer that stops reading once the time that is left is over."""
        response = HTTPResponse(sock, **others)
        response.fp = BufferedReader(SocketReader(sock, response.fp, self._left, self._wait))
        return response
