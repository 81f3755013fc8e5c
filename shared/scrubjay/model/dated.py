"""Whose word is a record's day: its own, or else git's, which has the day its file was first committed? Pure."""

import re
from datetime import date
from typing import Final, Literal

DatedBy = Literal["record", "git", ""]
"""`record`: the text itself says its day. `git`: git does. Empty where there is no day, or no such source."""

BY_GIT: Final = " (git)"
"""What a person reads behind a day that git gave."""


def dated_by(own: str, filed: str) -> DatedBy:
    """Whose day counts, of the record's own and the one on which its file was first committed."""
    return "record" if own else "git" if filed else ""


def day_shown(own: str, filed: str) -> str:
    """The day as a person reads it."""
    return own or (f"{filed}{BY_GIT}" if filed else "")


def is_date(text: str) -> bool:
    """Whether a text is a day of the calendar, a month or a year: 2026-03-01, 2026-03, 2026."""
    if not re.fullmatch(r"\d{4}(-\d{2}(-\d{2})?)?", text, re.ASCII):
        return False
    try:
        date.fromisoformat(f"{text}-01-01"[:10])
    except ValueError:
        return False
    return True
