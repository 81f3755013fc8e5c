"""May the next request be made? By what an answer says of its rate limits; pure."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

LONGEST: Final = timedelta(hours=24)
"""However long a forge says: a wrong number must not end the reading for good."""

SECONDARY: Final = timedelta(seconds=60)
"""Where a forge says that it is too much, and not for how long; as GitHub's documentation asks."""


def pause(status: int, headers: Mapping[str, str], message: str, now: datetime) -> datetime | None:
    """Until when to make no request after an answer; None where the next may come at once.

    `headers` by names in lower case. A limit that is used up pauses after an answer that was given as well.
    """
    used_up = _header(headers, "remaining") == "0"
    refused = status == 429 or (
        status == 403 and (used_up or "retry-after" in headers or "rate limit" in message.lower())
    )
    if not refused and not (used_up and status < 400):
        return None
    waits = _seconds(headers.get("retry-after", ""))
    if refused and waits is not None:
        return now + min(timedelta(seconds=waits), LONGEST)
    reset = _seconds(_header(headers, "reset"))
    if used_up and reset is not None:
        return min(max(datetime.fromtimestamp(min(reset, 1e11), now.tzinfo), now), now + LONGEST)
    return now + SECONDARY if refused else None


def _header(headers: Mapping[str, str], name: str) -> str:
    return headers.get(f"x-ratelimit-{name}", headers.get(f"ratelimit-{name}", ""))


def _seconds(text: str) -> float | None:
    return float(text) if text.isascii() and text.isdigit() and len(text) < 20 else None
