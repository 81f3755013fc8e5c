"""Where in a listing is the next page, and how many items has it? Fewer where a page can't be read; pure."""

import re
from dataclasses import dataclass, replace
from ipaddress import IPv6Address
from typing import Final
from urllib.parse import SplitResult, urljoin, urlsplit

SMALLEST: Final = 1

FEW: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class PagePlace:
    """A page of a listing. `offset` counts the items before it; `size` those of the page, 0 for a full one.

    `narrow` counts the items in which something is that can't be read: until it is found the pages stay small. `most`
    is how many a page of this server has, where it gave fewer than it was asked for; 0 while it gives all.
    """

    page: int = 1
    offset: int = 0
    size: int = 0
    narrow: int = 0
    most: int = 0


def narrower(place: PagePlace, full: int) -> PagePlace | None:
    """The same place with a smaller page; None where it is one item already.

    Its size divides the number of items before it, so that it begins where the larger one did.
    """
    size = place.size or full
    if size <= SMALLEST:
        return None
    less = _fitting(place.offset, _less(size if place.size else place.most or full))
    page = place.offset // less + 1
    return PagePlace(page=page, offset=place.offset, size=less, narrow=size, most=place.most)


def behind(place: PagePlace, full: int, got: int) -> PagePlace:
    """The place behind a page that had `got` items, with the largest page that may begin there.

    A server that gives fewer than it was asked for counts its pages by what it gives.
    """
    short = not place.most and 0 < got < (place.size or full)
    most = got if short else place.most
    if not place.size:
        offset = place.page * got if short else place.offset + got
        return replace(place, page=place.page + 1, offset=offset, most=most)
    narrow = place.narrow - (got if short else place.size)
    offset = place.page * (got if short else place.size)
    return _at(offset, full, min(place.size, most or full) if narrow > 0 else most or full, narrow, most)


def over(place: PagePlace, full: int) -> PagePlace:
    """The place behind an item that can't be read."""
    return _at(place.page * (place.size or full), full, place.most or full, 0, place.most)


def _at(offset: int, full: int, largest: int, narrow: int, most: int) -> PagePlace:
    size = _fitting(offset, largest)
    shown = 0 if size == full else size
    return PagePlace(page=offset // size + 1, offset=offset, size=shown, narrow=max(narrow, 0), most=most)


def _fitting(offset: int, largest: int) -> int:
    """The largest size of a page that begins behind so many items."""
    size = largest
    while size > SMALLEST and offset % size:
        size = _less(size)
    return size


def _less(size: int) -> int:
    """The largest number that divides a size, so that a page begins where the larger one did; half of a prime."""
    divisor = next((n for n in range(2, size + 1) if size % n == 0), 1)
    return size // 2 if divisor == size > FEW else size // divisor


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
