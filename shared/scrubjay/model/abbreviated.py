"""Abbreviated ids: at least eight digits, for a memory, a project or a session."""

LEAST_DIGITS = 8
"""Answers show twelve."""


def too_short_hint(id: str) -> str:
    """A hint for an id that wasn't found because it has too few digits; empty where it has enough."""
    few = len(id) < LEAST_DIGITS and set(id.lower()) <= set("0123456789abcdef")
    return f": that is too short, give at least its first {LEAST_DIGITS} digits" if few else ""
