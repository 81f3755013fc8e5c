"""The clock: a function, so that tests pass their own."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

Clock = Callable[[], datetime]


def system_clock() -> datetime:
    """Now, in UTC."""
    return datetime.now(UTC)


def iso(moment: datetime) -> str:
    """A moment as databases store it: ISO 8601, UTC, seconds, so that text order is time order."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def day_of(now: datetime) -> str:
    """The day (ISO 8601, UTC) that a moment belongs to: what is valid for a day ends a second before midnight."""
    return iso(now + timedelta(seconds=1))[:10]
