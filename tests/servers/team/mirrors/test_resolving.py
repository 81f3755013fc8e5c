"""Hosts of repositories resolved: no address of a private or reserved network passes, unless an owner names it."""

from collections.abc import Sequence

import pytest

from scrubjay_team.errors import AddressRefused, FetchFailed
from scrubjay_team.mirrors.addresses import read_address
from scrubjay_team.mirrors.resolving import MOST, endpoint_of, resolved

PUBLIC = (
    "140.82.121.3",
    "1.1.1.1",
    "2606:50c0:8000::153",
    "2a00:1450:4001:830::200e",
    "::ffff:8.8.8.8",
    "64:ff9b::8.8.8.8",
)

PRIVATE = (
    # this machine
    "127.0.0.1", "127.255.255.254", "::1", "0.0.0.0", "0.1.2.3", "::",  # noqa: S104
    "::ffff:127.0.0.1", "::127.0.0.1", "::ffff:0:127.0.0.1",
    # private networks, and those of providers
    "10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.0.1", "100.64.0.1", "100.127.255.254",
    "fc00::1", "fd12:3456::1", "fec0::1", "::ffff:10.0.0.1", "::ffff:192.168.1.1", "::10.0.0.1",
    # the link: clouds keep their metadata there
    "169.254.169.254", "169.254.0.1", "fe80::1", "fe80::1%eth0", "::ffff:169.254.169.254", "fd00:ec2::254",
    # networks that lead to IPv4: NAT64, 6to4, Teredo
    "64:ff9b::127.0.0.1", "64:ff9b::10.0.0.1", "64:ff9b::169.254.169.254", "64:ff9b:1::1", "64:ff9b:1::127.0.0.1",
    "64:ff9b:1:abcd::a00:1", "2002:7f00:1::", "2002:a00:1::1", "2002:a9fe:a9fe::", "2001:0:7f00:1::",
    "2001:0:4136:e378:8000:63bf:80ff:fffe", "2001::1",
    # many at once, and what was never given to anybody
    "224.0.0.1", "239.255.255.255", "ff02::1", "ff0e::1", "240.0.0.1", "255.255.255.255", "192.0.0.1", "192.0.2.1",
    "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1", "192.88.99.1", "2001:db8::1", "3fff::1", "100::1",
    "4000::1", "5f00::1",
    # no address at all
    "", "localhost", "127.1", "0x7f000001", "1.2.3.4.5",
)  # fmt: skip


def answering(*ips: str) -> "Answers":
    return Answers(ips)


class Answers:
    """A resolver that gives one answer after the other, each a list; it counts how often it was asked."""

    def __init__(self, *answers: Sequence[str]) -> None:
        self.answers = list(answers)
        self.asked: list[tuple[str, int]] = []

    def __call__(self, host: str, port: int) -> Sequence[str]:
        self.asked.append((host, port))
        return self.answers[min(len(self.asked), len(self.answers)) - 1]


ADDRESS = read_address("https://git.example:8443/a/b")


@pytest.mark.parametrize("ip", PUBLIC)
def test_a_public_address_is_the_one_that_git_gets(ip: str) -> None:
    assert endpoint_of(ADDRESS, (), answering(ip)).ip == ip


@pytest.mark.parametrize("ip", PRIVATE)
def test_no_private_or_reserved_address_is_reached(ip: str) -> None:
    for found in ([ip], ["140.82.121.3", ip], [ip, "140.82.121.3"]):
        with pytest.raises(AddressRefused, match="private or reserved network"):
            endpoint_of(ADDRESS, (), answering(*found))


def test_a_host_is_resolved_once_whatever_its_second_answer_would_be() -> None:
    rebinding = Answers(["140.82.121.3"], ["127.0.0.1"])
    assert endpoint_of(ADDRESS, (), rebinding).ip == "140.82.121.3"
    assert rebinding.asked == [("git.example", 8443)]


@pytest.mark.parametrize(
    ("private", "ip", "allowed"),
    [
        (("10.1.2.3",), "10.1.2.3", True),
        (("10.1.2.3",), "10.1.2.4", False),
        (("10.1.0.0/16",), "10.1.2.3", True),
        (("10.1.0.0/16",), "::ffff:10.1.2.3", False),
        (("fd00:1::/32",), "fd00:1::5", True),
        (("git.example",), "192.168.1.1", True),
        (("GIT.example.",), "192.168.1.1", True),
        (("example",), "192.168.1.1", False),
        (("other.example", "10.0.0.0/8"), "192.168.1.1", False),
        (("fe80::/10",), "fe80::1%eth0", False),
    ],
)
def test_an_owner_allows_an_address_a_network_or_a_host(private: tuple[str, ...], ip: str, allowed: bool) -> None:
    if allowed:
        assert endpoint_of(ADDRESS, private, answering(ip)).ip == ip
    else:
        with pytest.raises(AddressRefused):
            endpoint_of(ADDRESS, private, answering(ip))


def test_a_host_without_an_address_or_with_too_many_is_told() -> None:
    with pytest.raises(FetchFailed, match="has no address"):
        endpoint_of(ADDRESS, (), answering())
    with pytest.raises(AddressRefused):
        endpoint_of(ADDRESS, (), answering(*(f"140.82.121.{last}" for last in range(MOST + 1))))


@pytest.mark.parametrize(
    "typed", ["https://localhost/a", "https://LOCALHOST./a", "https://127.0.0.1/a", "https://[::1]/a"]
)
def test_this_machine_is_refused_by_its_names_too(typed: str) -> None:
    with pytest.raises(AddressRefused, match="private or reserved"):
        endpoint_of(read_address(typed), ())


def test_a_name_that_nobody_knows_is_told() -> None:
    with pytest.raises(FetchFailed, match="no name server knows it"):
        resolved("nobody.invalid", 443)
