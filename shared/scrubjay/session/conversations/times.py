"""Timestamp parsing of transcripts, as ISO 8601 in UTC. Pure."""

from datetime import UTC, datetime
from typing import Any

from scrubjay.model.clock import iso

MILLISECONDS = 100_000_000_000
"""A number above it counts milliseconds since 1970: as seconds it would be the year 5138."""


def parse_timestamp(value: Any) -> str:
    """ISO 8601 in UTC of an ISO text or of a number of seconds or milliseconds since 1970; empty for anything else.

    A text without an offset is read as UTC.
    """
    try:
        if isinstance(value, bool):
            return ""
        if isinstance(value, int | float):
            return iso(datetime.fromtimestamp(value / 1000 if value > MILLISECONDS else value, UTC))
        if isinstance(value, str):
            parsed = datetime.fromisoformat(value.strip())
            return iso(parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC))
    except (ValueError, OverflowError, OSError):
        return ""
    return ""
