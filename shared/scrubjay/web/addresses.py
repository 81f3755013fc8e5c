"""Which addresses may be opened? Those of the public internet; a name is looked up once, and its answer is used."""

import ipaddress
import socket
import ssl
from collections.abc import Callable, Sequence
from http.client import HTTPConnection

from scrubjay.errors import LinkRefused

Resolve = Callable[[str, int], Sequence[str]]
Allowed = Callable[[str], bool]


def addresses(host: str, port: int) -> Sequence[str]:
    """The addresses of a host."""
    return [str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


def is_public(address: str) -> bool:
    """Whether an address is of the public internet: not private, link-local, loopback, metadata or multicast."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)
        if inner is not None:
            return is_public(str(inner))
        if ip in ipaddress.ip_network("64:ff9b::/96"):
            return is_public(str(ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)))
    return ip.is_global and not ip.is_multicast


def checked_address(host: str, port: int, resolve: Resolve, allowed: Allowed) -> str:
    """The address to connect to. Raises LinkRefused unless every address of the host is allowed."""
    resolved = resolve(host, port)
    if not resolved or not all(allowed(address) for address in resolved):
        raise LinkRefused("it leads to a private address, which is not opened.")
    return resolved[0]


class PinnedConnection(HTTPConnection):
    """A connection to the address that was checked, whatever the name means by now."""

    def __init__(self, host: str, port: int, address: str, seconds: float, *, secure: bool) -> None:
        super().__init__(host, port, timeout=seconds)
        self._address = address
        self._secure = secure

    def connect(self) -> None:
        """Connect to the address; the certificate must be the host's."""
        self.sock = socket.create_connection((self._address, self.port), self.timeout)
        if self._secure:
            self.sock = ssl.create_default_context().wrap_socket(self.sock, server_hostname=self.host)
