"""Next page of a listing, and the wait before it may be requested, by the headers of an answer."""

import time
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from ipaddress import IPv6Address
from typing import Final
from urllib.parse import SplitResult, urljoin, urlsplit

from scrubjay.errors import ForgeUnreadable
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.pattern import pattern

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


def narrower_page(place: PagePlace, full: int) -> PagePlace | None:
    """The same place in a listing with a smaller page; None if the page is one item already.

    Its size divides the number of items before it, so that it begins where the larger one did.
    """
    size = place.size or full
    if size <= SMALLEST:
        return None
    less = _fitting(place.offset, _smaller_size(size if place.size else place.most or full))
    page = place.offset // less + 1
    return PagePlace(page=page, offset=place.offset, size=less, narrow=size, most=place.most)


def page_behind(place: PagePlace, full: int, got: int) -> PagePlace:
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
    return _page_place(offset, full, min(place.size, most or full) if narrow > 0 else most or full, narrow, most)


def over(place: PagePlace, full: int) -> PagePlace:
    """The place behind an item that can't be read."""
    return _page_place(place.page * (place.size or full), full, place.most or full, 0, place.most)


def _page_place(offset: int, full: int, largest: int, narrow: int, most: int) -> PagePlace:
    """The place of a page that begins behind `offset` items, as large as it may be."""
    size = _fitting(offset, largest)
    shown = 0 if size == full else size
    return PagePlace(page=offset // size + 1, offset=offset, size=shown, narrow=max(narrow, 0), most=most)


def _fitting(offset: int, largest: int) -> int:
    """The largest size of a page that begins behind so many items."""
    size = largest
    while size > SMALLEST and offset % size:
        size = _smaller_size(size)
    return size


def _smaller_size(size: int) -> int:
    """The next smaller page size: the largest proper divisor, so that pages align; half of a prime."""
    divisor = next((n for n in range(2, size + 1) if size % n == 0), 1)
    return size // 2 if divisor == size > FEW else size // divisor


Origin = tuple[str, str, int]
"""Scheme, host and port."""

_WRITTEN: Final = pattern(r"[!-~]{1,4000}")
_HOST: Final = pattern(r"(?=.{1,253}\Z)[A-Za-z0-9_-]{1,63}(?:\.[A-Za-z0-9_-]{1,63})*\.?")


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
    """The scheme, host and port of an address; None for what is no address, or holds a user's name."""
    parts = split(address)
    if parts is None or parts.username is not None:
        return None
    return parts.scheme, parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)


def path_below_host(address: str) -> str:
    """The path of an address with its query, as its host is asked for it."""
    parts = urlsplit(address)
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def redirected(url: str, location: str) -> str | None:
    """The address that a redirect leads to; None where it names none."""
    if not _WRITTEN.fullmatch(location):
        return None
    try:
        target = urljoin(url, location)
    except ValueError:
        return None
    return target.partition("#")[0] if split(target) else None


LONGEST: Final = timedelta(hours=1)
"""However long a forge says: after that it is asked whether its limit still holds. GitHub's own lasts an hour."""

SECONDARY: Final = timedelta(seconds=60)
"""Where a forge says that it is too much, and not for how long; as GitHub's documentation asks."""


def pause(status: int, headers: Mapping[str, str], message: str, now: datetime) -> datetime | None:
    """The time before which no request may follow an answer; None where the next may come at once.

    `headers` by names in lower case. A limit that is used up pauses after an answer that was given as well, and so does
    a server that says when it is there again.
    """
    used_up = _header(headers, "remaining") == "0"
    waits = _wait(headers.get("retry-after", ""), now)
    refused = status == 429 or (status == 503 and waits is not None) or (
        status == 403 and (used_up or "retry-after" in headers or "rate limit" in message.lower())
    )  # fmt: skip
    if not refused and not (used_up and status < 400):
        return None
    if refused and waits is not None:
        return now + waits
    reset = _seconds(_header(headers, "reset"))
    if used_up and reset is not None:
        return min(max(datetime.fromtimestamp(reset, now.tzinfo), now), now + LONGEST)
    return now + SECONDARY if refused else None


def server_time(headers: Mapping[str, str], now: datetime) -> datetime:
    """Now by the server's clock, and never ahead of our own: what follows is asked for from there on."""
    return min(http_date(headers.get("date", "")) or now, now)


def http_date(text: str) -> datetime | None:
    """A date as headers write it; None for what is none."""
    try:
        moment = parsedate_to_datetime(text[:100])
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, TypeError, OverflowError, IndexError):
        return None


def _wait(text: str, now: datetime) -> timedelta | None:
    """How long `Retry-After` asks to wait: seconds, or a date."""
    seconds = _seconds(text)
    if seconds is not None:
        return min(timedelta(seconds=seconds), LONGEST)
    date = http_date(text)
    return min(max(date - now, timedelta()), LONGEST) if date else None


def _header(headers: Mapping[str, str], name: str) -> str:
    """The value of a rate-limit header, under either of its names."""
    return headers.get(f"x-ratelimit-{name}", headers.get(f"ratelimit-{name}", "")).strip()


def _seconds(text: str) -> float | None:
    """A number of seconds from a header; None for any other text."""
    text = text.strip()
    return min(float(text), 1e11) if text.isascii() and text.isdigit() else None


IN_VAIN: Final = 2
"""Full pages in a row without anything new: one comes about where items move while they are listed."""

MOST_ITEMS: Final = 50_000
"""Of one run: a forge that invents discussions must not fill a disk in one go."""

MOST_MINUTES: Final = 30
"""Of one run, however slowly a forge answers."""

GOES_ON: Final = "What was read is kept; `scrubjay forge sync` goes on from there."


class RunBounds:
    """The bounds on how much one run reads, from its making on; the next run goes on behind what was stored."""

    def __init__(
        self, timer: Callable[[], float] = time.monotonic, items: int = MOST_ITEMS, minutes: float = MOST_MINUTES
    ) -> None:
        self._timer = timer
        self._until = timer() + 60 * minutes
        self._items = items
        self._left = items
        self._minutes = minutes

    def add(self, items: int) -> None:
        """Take note of items that were read."""
        self._left -= items

    def ask(self) -> None:
        """Raises ForgeUnreadable where the run has read as much, or lasted as long, as it may."""
        if self._left <= 0:
            raise ForgeUnreadable(f"More is there than the {counted(self._items, 'item')} of one run. {GOES_ON}")
        if self._timer() >= self._until:
            raise ForgeUnreadable(f"More is there than is read in the {self._minutes:g} minutes of one run. {GOES_ON}")


class NewOfPages:
    """Notices a listing without end, by what its pages bring. `label` is the listing's name in the error."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._seen: set[str] = set()
        self._in_vain = 0

    def begin(self) -> None:
        """Forget the pages so far, as the listing is read again from an earlier place."""
        self._seen.clear()
        self._in_vain = 0

    def add(self, items: Iterable[str], *, more: bool) -> None:
        """Take note of a page, by what tells its items and their states apart. `more`: others are said to follow.

        Raises ForgeUnreadable where they never come to an end.
        """
        before = len(self._seen)
        self._seen.update(items)
        self._in_vain = self._in_vain + 1 if more and len(self._seen) == before else 0
        if self._in_vain >= IN_VAIN:
            raise ForgeUnreadable(
                f"{self._label} has no end: {IN_VAIN} pages in a row bring nothing new, and more are said to follow. "
                "What was read is kept. Try `scrubjay forge sync` later; if it stays so, tell who runs the forge."
            )
