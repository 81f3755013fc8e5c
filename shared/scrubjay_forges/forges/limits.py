"""May the next request be made? By what an answer says of its rate limits and of the time; pure."""

import time
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Final

from scrubjay.errors import ForgeUnreadable
from scrubjay.model.counted import counted

LONGEST: Final = timedelta(hours=1)
"""However long a forge says: after that it is asked whether its limit still holds. GitHub's own lasts an hour."""

SECONDARY: Final = timedelta(seconds=60)
"""Where a forge says that it is too much, and not for how long; as GitHub's documentation asks."""


def pause(status: int, headers: Mapping[str, str], message: str, now: datetime) -> datetime | None:
    """Until when to make no request after an answer; None where the next may come at once.

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
    return headers.get(f"x-ratelimit-{name}", headers.get(f"ratelimit-{name}", "")).strip()


def _seconds(text: str) -> float | None:
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
    """How much one run reads, from its making on; the next one goes on behind what was stored."""

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
        """Raises ForgeUnreadable where the run is long enough."""
        if self._left <= 0:
            raise ForgeUnreadable(f"More is there than the {counted(self._items, 'item')} of one run. {GOES_ON}")
        if self._timer() >= self._until:
            raise ForgeUnreadable(f"More is there than is read in the {self._minutes:g} minutes of one run. {GOES_ON}")


class NewOfPages:
    """What the pages of one listing brought, called `label` in the error."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._seen: set[str] = set()
        self._in_vain = 0

    def begin(self) -> None:
        """The listing is read again from an earlier place."""
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
