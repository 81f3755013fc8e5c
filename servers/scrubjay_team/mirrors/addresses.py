"""Addresses of repositories: which forms are taken, and the one form in which each is kept."""

from ipaddress import AddressValueError, IPv4Address, IPv6Address
from typing import Final
from urllib.parse import SplitResult, urlsplit

from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern
from scrubjay_team.errors import AddressRefused

LONGEST: Final = 1_000
"""Characters of an address."""

PORTS: Final = {"https": 443, "ssh": 22}
"""The schemes that are fetched, with their ports."""

_GIVE: Final = "Give https://HOST/PATH or ssh://USER@HOST/PATH."
_SHORT: Final = pattern(r"(?P<user>[A-Za-z0-9_][\w.-]{0,63})@(?P<host>[A-Za-z0-9.-]+):(?P<path>[^:]+)", 256)
"""The short form of an ssh address, `git@host:path`, as forges print it; 256 is re.ASCII."""
_USER: Final = pattern(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,63}")
_LABEL: Final = pattern(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
_NUMERIC: Final = pattern(r"\d+|0x[0-9a-f]*")
"""The last label of what a resolver or curl reads as a number: an IPv4 address in decimal, octal or hexadecimal."""
_PATH: Final = pattern(r"(/(?!\.{1,2}(/|$))(?!-)([A-Za-z0-9._~+@,=:-]|%[0-9A-Fa-f]{2})+)+/?")
_HIDDEN: Final = pattern(r"(?i)%(2e|2f|5c|[01][0-9a-f]|7f)")
"""Escapes that would be a dot, a slash, a backslash or a control character."""


@dataclass(frozen=True, slots=True)
class RepositoryAddress:
    """An address that may be asked for, in parts. `user` is empty for https; an IPv6 `host` has no brackets."""

    scheme: str
    host: str
    port: int
    path: str
    user: str = ""

    @property
    def text(self) -> str:
        """The address as it is kept, shown and given to git: small letters, no port where it is the scheme's own."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port == PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{f'{self.user}@' if self.user else ''}{host}{port}{self.path}"


def read_address(text: str) -> RepositoryAddress:
    """An address that a person typed, `git@host:path` included. Raises AddressRefused with the reason.

    No part of it is repeated in an error that may hold a password.
    """
    if len(text) > LONGEST:
        raise AddressRefused(f"The address is longer than {LONGEST:,} characters. {_GIVE}")
    if not text.isascii() or not text.isprintable() or any(one in text for one in " \\?#"):
        raise AddressRefused(
            "The address may hold printable ASCII without spaces, `\\`, `?` and `#` alone. "
            "Write a name of other letters in its ASCII form (xn--…), and a path with %XX."
        )
    if "://" not in text and (short := _SHORT.fullmatch(text)):
        text = f"ssh://{short['user']}@{short['host']}/{short['path'].removeprefix('/')}"
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as error:
        raise AddressRefused(f"The address has no host, or a port that isn't one. {_GIVE}") from error
    if parts.scheme not in PORTS:
        raise AddressRefused(f"Only https and ssh are fetched. {_GIVE}")
    if port == 0 or parts.netloc.endswith(":"):
        raise AddressRefused("The port must be a number from 1 to 65535.")
    path = parts.path.rstrip("/")
    if not _PATH.fullmatch(path) or _HIDDEN.search(path):
        raise AddressRefused(f"The address has no path, or one that can't be a repository's. {_GIVE}")
    return RepositoryAddress(
        parts.scheme, _read_host(parts.hostname or ""), port or PORTS[parts.scheme], path, _read_user(parts)
    )


def _read_user(parts: SplitResult) -> str:
    """The user of an ssh address; one of https has none, and no address has a password."""
    if parts.password is not None or (parts.scheme == "https" and "@" in parts.netloc):
        raise AddressRefused("An address holds no user of https and no password. Give the credential apart from it.")
    if parts.scheme == "ssh" and not _USER.fullmatch(parts.username or ""):
        raise AddressRefused("An ssh address names its user: ssh://git@HOST/PATH.")
    return parts.username or ""


def _read_host(host: str) -> str:
    """A host's name in small letters without its last dot, or an IP address in its usual form."""
    if ":" in host:
        try:
            ip = IPv6Address(host)
        except AddressValueError as error:
            raise AddressRefused("The host is no IPv6 address.") from error
        if ip.scope_id:
            raise AddressRefused("An IPv6 address with a zone is one of this machine's own networks.")
        return str(ip)
    name = host.removesuffix(".")
    labels = name.split(".")
    if len(name) > 253 or not all(_LABEL.fullmatch(label) for label in labels):
        raise AddressRefused(f"The address has no host, or one that is no name. {_GIVE}")
    if _NUMERIC.fullmatch(labels[-1]):
        try:
            return str(IPv4Address(name))
        except AddressValueError as error:
            raise AddressRefused("An IPv4 address is written as four decimal numbers without leading zeros.") from error
    return name
