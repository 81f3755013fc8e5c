"""Facts and events of a history: what is shown of a commit, a revert, one event of a story, lines of an author."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from scrubjay.model.decision import DatedBy, day_shown
from scrubjay.model.frozen import dataclass


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


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryEvent:
    """An event in a story: `at` is ISO 8601, a day or a moment; `what` a line; `source` a commit or a path.

    `dated_by` says whose word the day is. `landed` is when a commit came into the history (ISO 8601, UTC), which may be
    later; `place` orders those that landed in one second, parents below their children.
    """

    at: str
    what: str
    source: str
    author: str = ""
    landed: str = ""
    place: int = 0
    dated_by: DatedBy = ""

    @property
    def day(self) -> str:
        """The day, as its author's clock had it."""
        return self.at[:10]

    @property
    def shown_day(self) -> str:
        """The day as a person reads it: marked where a record doesn't say it itself, which a commit never does."""
        return day_shown("", self.day) if self.dated_by == "git" and not self.landed else self.day


@dataclass(frozen=True, slots=True)
class Contribution:
    """Lines about a topic by one author, and when they were written (ISO 8601, UTC)."""

    name: str
    lines: int
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldHistory:
    """What to say beside commits, by commit; further events; and how fresh all of it is, empty without any."""

    beside: Mapping[str, tuple[str, ...]]
    events: tuple[StoryEvent, ...] = ()
    as_of: str = ""


NOTHING_TOLD: Final = ToldHistory(beside={})


@dataclass(frozen=True, slots=True)
class Revert:
    """A commit that was reverted, and the reverting one, with their dates."""

    sha: str
    committed_at: str
    reverted_by: str
    reverted_at: str
