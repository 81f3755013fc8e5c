"""Bookmark of how far a repository was read, as JSON; and where a listing goes on after a page; pure."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final, TypeVar

from scrubjay_forges.forges.limits import LONGEST, PagePlace

VERSION: Final = 1

BEFORE: Final = timedelta(seconds=60)
"""How far back the next reading begins before the newest of this one: a forge's index may lag."""

SAME_SECOND: Final = timedelta(seconds=1)

MOST_OWED: Final = 500
"""Discussions of a listing that are read by themselves: of more all its pages are read again, which costs less."""

MOST_SAID: Final = 20

MOST_CROWD: Final = 2_000
"""Of one second: a bookmark is stored with each page. Of more, what moves meanwhile is found within a week."""

LONGEST_WAIT: Final = LONGEST + timedelta(minutes=1)
"""How far ahead of now a wait may end; more was counted from a wrong clock."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class ListingMark:
    """How far one listing was read. Empty: from its beginning.

    `since` is the time that it is asked from, `page` the next page of that. `begun` is when a pass over pages began,
    `etag` what the first page's answer was called. `left` are discussions of the page whose details are still to be
    read. `crowd` are those of seconds that needed several pages, the first asked from `again`, each as "time key".
    `offset`, `size`, `narrow` and `most` are those of a `PagePlace`.
    """

    since: str = ""
    page: int = 1
    offset: int = 0
    size: int = 0
    narrow: int = 0
    most: int = 0
    begun: str = ""
    etag: str = ""
    left: tuple[int, ...] = ()
    crowd: tuple[str, ...] = ()
    again: str = ""

    @property
    def place(self) -> PagePlace:
        """The place of the listing's next page."""
        return PagePlace(page=self.page, offset=self.offset, size=self.size, narrow=self.narrow, most=self.most)

    def at(self, place: PagePlace) -> "ListingMark":
        """The mark with this page as the next one."""
        return replace(
            self, page=place.page, offset=place.offset, size=place.size, narrow=place.narrow, most=place.most
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Bookmark:
    """How far a repository was read: its listings by name, and which of them this round has finished.

    `identity` is the forge's own id of the repository, `etag` what the answer with it was called. `round` is when the
    round began, empty between two. `not_before` is until when the forge asked to wait. By listing:
    `owed` are discussions that are to be read by themselves, `failing` those that couldn't be, `said` what else was
    left out, in words.
    """

    marks: Mapping[str, ListingMark] = field(default_factory=dict)
    done: tuple[str, ...] = ()
    round: str = ""
    tried_at: str = ""
    listed_at: str = ""
    not_before: str = ""
    identity: int = 0
    etag: str = ""
    owed: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    failing: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    said: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def waits(self) -> str:
        """Until when the forge isn't asked, in words; empty where it may be asked."""
        return f"not before {self.not_before[:16].replace('T', ' ')} UTC" if self.not_before else ""

    def mark(self, name: str) -> ListingMark:
        """How far a listing was read."""
        return self.marks.get(name, ListingMark())

    def moved(self, name: str, mark: ListingMark, *, done: bool = False) -> "Bookmark":
        """The bookmark with a listing further on."""
        finished = (*self.done, name) if done and name not in self.done else self.done
        return replace(self, marks={**self.marks, name: mark}, done=finished)

    def owing(self, name: str, numbers: Iterable[int]) -> "Bookmark":
        """The bookmark with more discussions to read one by one; if they are many, their listing is read anew."""
        owed = tuple(dict.fromkeys((*self.owed.get(name, ()), *numbers)))
        if len(owed) > MOST_OWED:
            return replace(self, marks={**self.marks, name: ListingMark()}, owed={**self.owed, name: ()})
        return replace(self, owed={**self.owed, name: owed})

    def anew(self, name: str) -> "Bookmark":
        """The bookmark with a listing that this round reads from its beginning."""
        done = tuple(one for one in self.done if one != name)
        return replace(self, marks={**self.marks, name: ListingMark()}, done=done)

    def by(self, now: str) -> "Bookmark":
        """The bookmark without times after `now`, as a wrong clock may have left, and without too long a wait."""
        ahead = self.round > now
        return replace(
            self,
            round="" if ahead else self.round,
            done=() if ahead else self.done,
            tried_at="" if self.tried_at > now else self.tried_at,
            listed_at="" if self.listed_at > now else self.listed_at,
            not_before="" if self.not_before > earlier(now, -LONGEST_WAIT) else self.not_before,
        )

    def tried(self, name: str, number: int, *, failed: bool) -> "Bookmark":
        """The bookmark after an attempt to read a discussion's details; those that failed are tried again last."""
        owed = tuple(one for one in self.owed.get(name, ()) if one != number)
        rest = tuple(one for one in self.failing.get(name, ()) if one != number)
        failing = (*rest, number) if failed else rest
        return replace(self, owed={**self.owed, name: owed}, failing={**self.failing, name: failing})

    def saying(self, name: str, words: Iterable[str]) -> "Bookmark":
        """The bookmark with words on what was left out of a listing."""
        return replace(
            self, said={**self.said, name: tuple(dict.fromkeys((*self.said.get(name, ()), *words)))[:MOST_SAID]}
        )

    def text(self) -> str:
        """The bookmark as JSON text for the database; empty fields are left out."""
        marks = {name: {k: v for k, v in asdict(one).items() if v != ListingMark.__dataclass_fields__[k].default}
                 for name, one in self.marks.items()}  # fmt: skip
        rest = {"done": self.done, "round": self.round, "tried_at": self.tried_at, "listed_at": self.listed_at,
                "not_before": self.not_before, "identity": self.identity, "etag": self.etag}  # fmt: skip
        by_listing = {"owed": self.owed, "failing": self.failing, "said": self.said}
        full = {name: one for name, one in by_listing.items() if any(one.values())}
        return json.dumps({"version": VERSION, "marks": marks, **rest, **full}, separators=(",", ":"))


def bookmark(text: str) -> Bookmark:
    """The bookmark that was stored; an empty one where it isn't ours, so that everything is read again."""
    try:
        value = json.loads(text)
        if value.get("version") != VERSION:
            return Bookmark()
        return Bookmark(
            marks={str(name): _mark(one) for name, one in value["marks"].items()},
            done=tuple(map(str, value["done"])),
            round=str(value["round"]),
            tried_at=str(value["tried_at"]),
            listed_at=str(value["listed_at"]),
            not_before=str(value["not_before"]),
            identity=int(value.get("identity", 0)),
            etag=str(value.get("etag", "")),
            owed=_by_listing(value, "owed", int),
            failing=_by_listing(value, "failing", int),
            said=_by_listing(value, "said", str),
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        return Bookmark()


def _by_listing(value: Mapping[str, Any], name: str, kind: Callable[[Any], T]) -> dict[str, tuple[T, ...]]:
    """The values of a field by listing, each made by `kind`."""
    return {str(listing): tuple(map(kind, ones)) for listing, ones in value.get(name, {}).items() if ones}


def _mark(value: Mapping[str, Any]) -> ListingMark:
    """The mark that a stored object holds."""
    lists = {"left": tuple(map(int, value.get("left", ()))), "crowd": tuple(map(str, value.get("crowd", ())))}
    return ListingMark(**{**value, **lists})


def after_page(
    mark: ListingMark, updated: Sequence[tuple[str, str]], *, more: bool, etag: str, onward: PagePlace
) -> tuple[ListingMark, bool]:
    """The mark after a page of a listing by time, and whether it ends there. Items are (time, key), oldest first.

    The next page is asked for by the time of this one's last item, a second before: items that change while they are
    listed move to the end and push none out of sight. Only where a whole page is of one second, or of no time, the
    next page, which is `onward`, is asked for by number; when one of that crowd turns up later with another time, the
    second is read again. At the end the next reading begins a minute before the newest.
    """
    if _has_moved(mark.crowd, updated):
        return ListingMark(since=mark.again), False
    if not more:
        since = max(mark.since, earlier(updated[-1][0], BEFORE)) if updated else mark.since
        return ListingMark(since=since, etag=etag if since == mark.since and mark.page == 1 else ""), True
    since = earlier(updated[-1][0], SAME_SECOND) if updated else ""
    if since > mark.since:
        small = replace(onward, page=1, offset=0) if onward.narrow else PagePlace()
        return ListingMark(since=since, crowd=mark.crowd, again=mark.again).at(small), False
    seen = {f"{time} {key}" for time, key in updated}
    crowd = tuple(sorted({*mark.crowd, *seen}))[:MOST_CROWD]
    return ListingMark(since=mark.since, crowd=crowd, again=mark.again or mark.since).at(onward), False


def not_ahead(mark: ListingMark, now: str, begun: str) -> ListingMark:
    """The mark of a listing that was read to its end; one ahead of `now` becomes a little before the reading `begun`.

    An item dated years ahead, by a wrong clock, is the last of its listing, and would hide what changes until then.
    """
    return ListingMark(since=earlier(begun, BEFORE)) if mark.since > now else mark


def after_pass_page(mark: ListingMark, oldest: str, *, more: bool, onward: PagePlace) -> tuple[ListingMark, bool]:
    """The mark after a page of a pass over all pages, and whether the pass is at its end.

    A pass with `since` shows the newest change first and ends at what the pass before has seen; what changes meanwhile
    moves to its front, where the next one finds it, because that one ends at this one's beginning. A first pass that
    found nothing is no pass: the next one begins as it did.
    """
    if not more and not mark.since and not oldest and mark.page == 1:
        return ListingMark(), True
    if not more or (mark.since and oldest and oldest < mark.since):
        return ListingMark(since=mark.begun, etag=mark.etag), True
    return replace(mark, left=()).at(onward), False


def _has_moved(crowd: Sequence[str], updated: Sequence[tuple[str, str]]) -> bool:
    """Whether an item that a page ended with has another time now."""
    if not crowd:
        return False
    times = {key: time for time, _, key in (one.partition(" ") for one in crowd)}
    return any(times.get(key, time) != time for time, key in updated)


def earlier(time: str, by: timedelta) -> str:
    """A time a little before another; as ISO 8601 in UTC. Raises ValueError."""
    moment = datetime.fromisoformat(time.replace("Z", "+00:00")).astimezone(UTC) - by
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
