"""History source: events in the story of a commit, a path or a place."""

from collections.abc import Iterable
from typing import Protocol

from scrubjay.model.sourced import SourcedText


class HistorySource(Protocol):
    """What else happened to something: a review, a deployment. Each event has a date, and names its author."""

    def events(self, what: str) -> Iterable[SourcedText]:
        """The events of a commit's id or a path, oldest first; none where it knows none. At most 250 ms."""
        ...
