"""How much of an id may stand for all of it? Eight digits, of a memory as of a project or a session."""

LEAST_DIGITS = 8
"""Answers show twelve."""


def too_short(id: str) -> str:
    """What to add where nothing is called so: fewer digits stand for nothing. Empty where there are enough."""
    few = len(id) < LEAST_DIGITS and set(id.lower()) <= set("0123456789abcdef")
    return f": that is too short, give at least its first {LEAST_DIGITS} digits" if few else ""
