"""May the next request be made? By what an answer says of its rate limits and of the time; pure."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Final

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
