"""What time is it? A clock is a function, so that tests bring their own."""

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]


def system_clock() -> datetime:
    """Now, in UTC."""
    return datetime.now(UTC)


def iso(moment: datetime) -> str:
    """A moment as the text that the databases hold: UTC, seconds, sorts as time does."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
