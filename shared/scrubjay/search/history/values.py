"""What is shown of commits and of the people who wrote them: names, titles, days; never an address."""

from collections.abc import Sequence
from dataclasses import dataclass

NAMED = 3
"""Authors of a merge that are named."""

BOT = "[bot]"
"""How forges end the name of an account that is no person."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who knows a topic: the name as commits have it, never an address.

    `last` is the day (ISO 8601) of their newest commit to the files that answer the topic, or about it.
    """

    name: str
    last: str


def by_line(authors: Sequence[str]) -> str:
    """Names in a line: the first few, and how many more there are."""
    more = f" and {len(authors) - NAMED} more" if len(authors) > NAMED else ""
    return f"{', '.join(authors[:NAMED])}{more}"
