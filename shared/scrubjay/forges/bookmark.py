"""How far was a repository read? Its bookmark, as JSON; and where a listing goes on after a page; pure."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

VERSION: Final = 1

BEFORE: Final = timedelta(seconds=60)
"""How far back the next reading begins before the newest of this one: a forge's index may lag."""

SAME_SECOND: Final = timedelta(seconds=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListingMark:
    """How far one listing was read. Empty: from its beginning.

    `since` is the time that it is asked from, `page` the next page of that. `begun` is when a pass over pages began,
    `etag` what the first page's answer was called. `left` are discussions of the page whose details are still to be
    read. `crowd` are those of seconds that needed several pages, the first asked from `again`, each as "time key".
    """

    since: str = ""
    page: int = 1
    begun: str = ""
    etag: str = ""
    left: tuple[int, ...] = ()
    crowd: tuple[str, ...] = ()
    again: str = ""


@dataclass(frozen=True, slots=True)
class Bookmark:
    """How far a repository was read: its listings by name, and which of them this round has finished.

    `round` is when the round began, empty between two. `not_before` is until when the forge asked to wait.
    """

    marks: Mapping[str, ListingMark] = field(default_factory=dict)
    done: tuple[str, ...] = ()
    round: str = ""
    tried_at: str = ""
    listed_at: str = ""
    not_before: str = ""

    def mark(self, name: str) -> ListingMark:
        """How far a listing was read."""
        return self.marks.get(name, ListingMark())

    def moved(self, name: str, mark: ListingMark, *, done: bool = False) -> "Bookmark":
        """The bookmark with a listing further on."""
        finished = (*self.done, name) if done and name not in self.done else self.done
        return replace(self, marks={**self.marks, name: mark}, done=finished)

    def text(self) -> str:
        """As it is stored: what is empty is left out."""
        marks = {name: {k: v for k, v in asdict(one).items() if v != ListingMark.__dataclass_fields__[k].default}
                 for name, one in self.marks.items()}  # fmt: skip
        rest = {"done": self.done, "round": self.round, "tried_at": self.tried_at, "listed_at": self.listed_at,
                "not_before": self.not_before}  # fmt: skip
        return json.dumps({"version": VERSION, "marks": marks, **rest}, separators=(",", ":"))


def bookmark(text: str) -> Bookmark:
    """The bookmark that was stored; an empty one where it isn't ours, so that everything is read again."""
    try:
        value = json.loads(text)
        if value.get("version") != VERSION:
            return Bookmark()
        marks = {str(name): _mark(one) for name, one in value["marks"].items()}
        times = {name: str(value[name]) for name in ("round", "tried_at", "listed_at", "not_before")}
        return Bookmark(marks=marks, done=tuple(map(str, value["done"])), **times)
    except (ValueError, KeyError, TypeError, AttributeError):
        return Bookmark()


def _mark(value: Mapping[str, Any]) -> ListingMark:
    lists = {"left": tuple(map(int, value.get("left", ()))), "crowd": tuple(map(str, value.get("crowd", ())))}
    return ListingMark(**{**value, **lists})


def after_page(
    mark: ListingMark, updated: Sequence[tuple[str, str]], *, more: bool, etag: str
) -> tuple[ListingMark, bool]:
    """Where a listing by time goes on after a page, and whether it is at its end. Items are (time, key), oldest first.

    The next page is asked for by the time of this one's last item, a second before: items that change while they are
    listed move to the end and push none out of sight. Only where a whole page is of one second the next page is asked
    for by number; when one of that crowd turns up later with another time, the second is read again. At the end the
    next reading begins a minute before the newest.
    """
    if _has_moved(mark.crowd, updated):
        return ListingMark(since=mark.again), False
    if not updated or not more:
        since = max(mark.since, earlier(updated[-1][0], BEFORE)) if updated else mark.since
        return ListingMark(since=since, etag=etag if since == mark.since and mark.page == 1 else ""), True
    since = earlier(updated[-1][0], SAME_SECOND)
    if since > mark.since:
        return ListingMark(since=since, crowd=mark.crowd, again=mark.again), False
    seen = {f"{time} {key}" for time, key in updated}
    crowd = tuple(sorted({*mark.crowd, *seen}))
    return ListingMark(since=mark.since, page=mark.page + 1, crowd=crowd, again=mark.again or mark.since), False


def after_pass_page(mark: ListingMark, oldest: str, *, more: bool) -> tuple[ListingMark, bool]:
    """Where a pass over pages goes on after a page, and whether it is at its end.

    A pass with `since` shows the newest change first and ends at what the pass before has seen; what changes meanwhile
    moves to its front, where the next one finds it, because that one ends at this one's beginning.
    """
    if not more or (mark.since and oldest < mark.since):
        return ListingMark(since=mark.begun, etag=mark.etag), True
    return replace(mark, page=mark.page + 1, left=()), False


def _has_moved(crowd: Sequence[str], updated: Sequence[tuple[str, str]]) -> bool:
    if not crowd:
        return False
    times = {key: time for time, _, key in (one.partition(" ") for one in crowd)}
    return any(times.get(key, time) != time for time, key in updated)


def earlier(time: str, by: timedelta) -> str:
    """A time a little before another; as ISO 8601 in UTC. Raises ValueError."""
    moment = datetime.fromisoformat(time.replace("Z", "+00:00")).astimezone(UTC) - by
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
