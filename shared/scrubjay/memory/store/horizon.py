"""Until when does a claim say that it holds? "this week", "today", "the next release" get an end from the capture."""

import re
from calendar import monthrange
from collections.abc import Callable
from datetime import date, timedelta
from typing import Final

SPRINT_DAYS = 14
RELEASE_DAYS = 90
"""A release has no date yet: a claim about the next one is over in a quarter at the latest."""


def _end_of_week(day: date) -> date:
    return day + timedelta(6 - day.weekday())


def _end_of_month(day: date) -> date:
    return day.replace(day=monthrange(day.year, day.month)[1])


def _end_of_quarter(day: date) -> date:
    return _end_of_month(day.replace(month=day.month + 2 - (day.month - 1) % 3, day=1))


_ENDS: Final[tuple[tuple[str, Callable[[date], date]], ...]] = (
    (r"today|tonight|this (?:morning|afternoon|evening)", lambda day: day),
    (r"tomorrow", lambda day: day + timedelta(1)),
    (r"this week(?:end)?", _end_of_week),
    (r"next week", lambda day: _end_of_week(day + timedelta(7))),
    (r"this month", _end_of_month),
    (r"next month", lambda day: _end_of_month(_end_of_month(day) + timedelta(1))),
    (r"this quarter", _end_of_quarter),
    (r"next quarter", lambda day: _end_of_quarter(_end_of_quarter(day) + timedelta(1))),
    (r"this year", lambda day: date(day.year, 12, 31)),
    (r"next year", lambda day: date(day.year + 1, 12, 31)),
    (r"this sprint", lambda day: day + timedelta(SPRINT_DAYS)),
    (r"next sprint", lambda day: day + timedelta(2 * SPRINT_DAYS)),
    (r"(?:the )?(?:next|upcoming|coming) release", lambda day: day + timedelta(RELEASE_DAYS)),
)

_ENDING: Final = tuple((re.compile(rf"\b(?:{words})\b", re.IGNORECASE), end) for words, end in _ENDS)

_NOT_SAID: Final = re.compile(r"`[^`]*`|\"[^\"]*\"|“[^”]*”|'[^']*\b(?:week|today|release)[^']*'")
"""Code and quotations: somebody else's words, of another day."""

_BEGINNING: Final = re.compile(r"\b(?:since|from|as of|starting|beginning)\s+$", re.IGNORECASE)
"""Before words that say when something begins."""

_NOWADAYS: Final = re.compile(r"(?:^|[.!?]\s+)today\b", re.IGNORECASE)
"""Opens a sentence about how things are by now."""


def implied_end(content: str, day: date) -> str:
    """The last day on which a claim made on a day holds by its own words, as ISO 8601; empty where it names none.

    Of several the latest, so that nothing ends too early.
    """
    text = _NOWADAYS.sub(" ", _NOT_SAID.sub(" ", content))
    ends = [
        end(day)
        for pattern, end in _ENDING
        for match in pattern.finditer(text)
        if not _BEGINNING.search(text[: match.start()])
    ]
    return max(ends).isoformat() if ends else ""
