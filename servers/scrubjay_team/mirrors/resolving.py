"""The one IP address at which a repository's host may be reached: resolved once, every answer checked."""

import socket
from collections.abc import Callable, Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final

from scrubjay.model.frozen import dataclass
from scrubjay_forges.addresses import is_public
from scrubjay_team.errors import AddressRefused, FetchFailed
from scrubjay_team.mirrors.addresses import RepositoryAddress

Resolve = Callable[[str, int], Sequence[str]]
"""The IP addresses of a host and port, as the system's resolver gives them."""

MOST: Final = 64
"""Addresses that a host may have."""


@dataclass(frozen=True, slots=True)
class CheckedEndpoint:
    """An address and the checked IP by which it is reached; nothing resolves its host again."""

    address: RepositoryAddress
    ip: str


def resolved(host: str, port: int) -> Sequence[str]:
    """The IP addresses of a host, by the system's resolver. Raises FetchFailed where it has none."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise FetchFailed(f"{host} can't be found: no name server knows it at this moment.") from error
    return [str(info[4][0]) for info in found]


def endpoint_of(address: RepositoryAddress, private: Sequence[str], resolve: Resolve = resolved) -> CheckedEndpoint:
    """The endpoint of an address. `private` are the hosts, IP addresses and networks that an owner allows all the same.

    Raises AddressRefused unless each IP of the host is public or allowed: one of several would be enough to get in.
    """
    found = list(dict.fromkeys(resolve(address.host, address.port)))
    if not found:
        raise FetchFailed(f"{address.host} can't be found: it has no address.")
    if len(found) > MOST or not all(_may_be_reached(ip, address.host, private) for ip in found):
        raise AddressRefused(
            f"{address.host} leads into a private or reserved network, from which nothing is fetched. "
            "If the team's forge is there, the server's owner names it in `team.private_addresses`."
        )
    return CheckedEndpoint(address, found[0])


def _may_be_reached(text: str, host: str, private: Sequence[str]) -> bool:
    """Whether an IP is public, or named by the owner: itself, its network or its host's name."""
    try:
        ip = ip_address(text)
    except ValueError:
        return False
    return "%" not in text and (is_public(text) or any(_is_named(one, ip, host) for one in private))


def _is_named(name: str, ip: IPv4Address | IPv6Address, host: str) -> bool:
    """Whether an owner's setting names an IP: by a network or address it is in, or by its host's name."""
    try:
        return ip in ip_network(name, strict=False)
    except ValueError:
        return name.lower().removesuffix(".") == host
