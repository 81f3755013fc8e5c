"""Which address is meant? What a setting or a server names, read so that no text of theirs is an error; pure."""

import re
from ipaddress import IPv6Address
from typing import Final
from urllib.parse import SplitResult, urljoin, urlsplit

Origin = tuple[str, str, int]
"""Scheme, host and port."""

_WRITTEN: Final = re.compile(r"[!-~]{1,4000}")
_HOST: Final = re.compile(r"(?=.{1,253}\Z)[A-Za-z0-9_-]{1,63}(?:\.[A-Za-z0-9_-]{1,63})*\.?")


def split(address: str) -> SplitResult | None:
    """The parts of an address; None for what is none, or isn't written in ASCII without spaces."""
    if not _WRITTEN.fullmatch(address) or "\\" in address:
        return None
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
        named = IPv6Address(host) if "[" in parts.netloc else _HOST.fullmatch(host)
        return parts if named and parts.port != 0 else None
    except ValueError:
        return None


def origin(address: str) -> Origin | None:
    """Where an address leads; None for what is none, or holds a user's name."""
    parts = split(address)
    if parts is None or parts.username is not None:
        return None
    return parts.scheme, parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)


def below(address: str) -> str:
    """What is asked for at its host: the path with its query."""
    parts = urlsplit(address)
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def redirected(url: str, location: str) -> str | None:
    """Where a redirect leads; None where it names no address."""
    if not _WRITTEN.fullmatch(location):
        return None
    try:
        target = urljoin(url, location)
    except ValueError:
        return None
    return target.partition("#")[0] if split(target) else None
