"""When a mirror is fetched next: by the clock and after failures."""

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

LEASE: Final = timedelta(minutes=10)
"""How long after a fetch began it is asked for anew, where nothing more was heard of it."""

LONGEST: Final = timedelta(hours=1)
SPREAD: Final = 60


def next_fetch(now: datetime, minutes: float, failures: int, project: UUID) -> datetime:
    """When to fetch next, after so many failures in a row: later each time, up to an hour.

    Up to a minute more, different by project, keeps those that began together apart.
    """
    wait = timedelta(minutes=minutes)
    if failures:
        wait = min(LONGEST, timedelta(minutes=2 ** min(failures - 1, 10)))
    return now + wait + timedelta(seconds=project.int % SPREAD if not failures else 0)
