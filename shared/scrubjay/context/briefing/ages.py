"""Relative ages in prepared texts: placeholders that are replaced when the text is shown."""

import re
from datetime import UTC, datetime

_MARK = re.compile("\x02([^\x02\x03]{1,40})\x03")


def age_placeholder(moment: str) -> str:
    """The placeholder for the age of an ISO timestamp."""
    return f"\x02{moment}\x03"


def fill_ages(text: str, now: datetime) -> str:
    """The text with every placeholder replaced by its age at `now`."""
    return _MARK.sub(lambda match: relative_age(match[1], now), text)


def relative_age(moment: str, now: datetime) -> str:
    """The age of an ISO timestamp in its largest whole unit, such as "2 h ago"."""
    try:
        then = datetime.fromisoformat(moment)
    except ValueError:
        return "at an unknown time"
    then = then if then.tzinfo else then.replace(tzinfo=UTC)
    seconds = max(0, int((now - then).total_seconds()))
    for size, unit in ((86_400 * 365, "y"), (86_400, "d"), (3_600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds // size} {unit} ago"
    return "just now"
