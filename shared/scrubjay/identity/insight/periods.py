"""A span of days in equal periods, few enough to be looked at. Pure."""

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Final

from scrubjay.model.frozen import dataclass

SPANS: Final = {7: 1, 30: 1, 90: 7, 365: 28}
"""The spans that can be chosen, in days, each with the days of its periods."""


@dataclass(frozen=True, slots=True)
class Period:
    """Days that belong together, the first and the last of them (ISO 8601)."""

    first: str
    last: str


def periods(today: str, days: int) -> tuple[Period, ...]:
    """The periods of a span that ends today, the oldest first: whole ones, so that they may begin before the span."""
    end, step = date.fromisoformat(today), SPANS[days]
    number = -(-days // step)
    lasts = [end - timedelta(days=step * (number - 1 - place)) for place in range(number)]
    return tuple(Period((last - timedelta(days=step - 1)).isoformat(), last.isoformat()) for last in lasts)


def ages(moments: Iterable[str], now: str) -> dict[str, int]:
    """How many days ago some moments (ISO 8601) were, in four groups of days."""
    today = date.fromisoformat(now[:10])
    groups = {"today or yesterday": 0, "2 to 7 days": 0, "8 to 30 days": 0, "longer": 0}
    names = tuple(groups)
    for moment in moments:
        age = (today - date.fromisoformat(moment[:10])).days
        groups[names[0 if age < 2 else 1 if age < 8 else 2 if age < 31 else 3]] += 1
    return groups
