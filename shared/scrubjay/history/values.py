"""What is shown of commits and of the people who wrote them: names, titles, days; never an address."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

NAMED = 3
"""Authors of a merge that are named."""

BOT = "[bot]"
"""How forges end the name of an account that is no person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommitFacts:
    """A commit for a reader: masked title, authors' names, the author's date, what a merge merged.

    `authored_at` is ISO 8601 with the author's own offset: the day is the one that git shows; `committed_at` in UTC.
    """

    sha: str
    title: str
    authors: tuple[str, ...]
    authored_at: str
    committed_at: str = ""
    merged: tuple[str, ...] = ()

    @property
    def seconds(self) -> float:
        """When it was written, since the epoch."""
        return datetime.fromisoformat(self.authored_at).timestamp()


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
