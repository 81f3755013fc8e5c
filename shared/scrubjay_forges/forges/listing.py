"""Listings of a forge: what a page of one brings, and which are compared for deletions; pure."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final, Protocol, TypeVar

from scrubjay.model.discussion import Sign
from scrubjay.model.frozen import dataclass, field
from scrubjay_forges.discussions.stored import TextState
from scrubjay_forges.discussions.values import DiscussionPart, ForgeBatch, Role

Json = Mapping[str, Any]

MOST_TEXT: Final = 1_000_000
"""Characters of one text: the rest is never kept."""

MOST_LIST: Final = 3_000
LARGEST: Final = 2**53

EARLIEST: Final = 1970
"""An earlier year is no time of a discussion: servers write the year 1 for none."""


class NotUnderstood(ValueError):
    """An item lacks what each must have."""


def text(item: Json, name: str, most: int = 1_000) -> str:
    """A text, empty where it is null or anything else; half of a surrogate pair becomes a question mark."""
    value = item.get(name)
    return value[:most].encode("utf-8", "replace").decode() if isinstance(value, str) else ""


def body(item: Json, name: str = "body") -> str:
    """A long text."""
    return text(item, name, MOST_TEXT)


def number(item: Json, name: str) -> int:
    """A number; 0 where it is null or anything else."""
    value = item.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < LARGEST else 0


def required_number(item: Json, name: str) -> int:
    """A number above 0. Raises NotUnderstood."""
    found = number(item, name)
    if not found:
        raise NotUnderstood(name)
    return found


def inner(item: Json, name: str) -> Json:
    """An object, empty where it is null or anything else."""
    value = item.get(name)
    return value if isinstance(value, dict) else {}


def items(value: Any) -> tuple[Json, ...]:
    """The objects of a list."""
    return tuple(one for one in value if isinstance(one, dict)) if isinstance(value, list) else ()


def time(item: Json, name: str) -> str:
    """A time as ISO 8601 in UTC; empty where there is none."""
    return _utc(text(item, name, 40))


def first_time(item: Json, *names: str) -> str:
    """The first of some times. Raises NotUnderstood where there is none."""
    found = next((found for name in names if (found := time(item, name))), "")
    if not found:
        raise NotUnderstood(names[0])
    return found


def last_number(address: str) -> int:
    """The number at the end of an address, such as that of a comment's issue. Raises NotUnderstood."""
    digits = address.rpartition("/")[2]
    if not (digits.isascii() and digits.isdigit() and len(digits) < 12 and int(digits)):
        raise NotUnderstood("number")
    return int(digits)


def _utc(value: str) -> str:
    """A time as ISO 8601 in UTC; empty for what is no time."""
    try:
        moment = datetime.fromisoformat(value.replace("Z", "+00:00"))
        aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return aware.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if aware.year > EARLIEST else ""
    except (ValueError, OverflowError):
        return ""


MOST_PAGES: Final = 50
"""Full pages of one discussion's details: of one that has more nothing is taken for gone."""

LONGEST_LINK: Final = 8_000

Given = TypeVar("Given")
Made = TypeVar("Made")
Params = Mapping[str, str | int]
Get = Callable[[str, Params], Sequence[Json]]
"""Reads all pages below a path."""

FilesOf = Callable[[Sequence[str]], Mapping[str, tuple[str, ...]]]
"""The files that commits changed, of those that the clone has."""


@dataclass(frozen=True, slots=True)
class PageOf:
    """What a page brought: the batch to store, and the numbers whose details are read one by one.

    `left_out` counts what isn't understood, `withheld` what few may see at the forge. `others` are the items of another
    listing that are shown here as well: their numbers, and when they changed.
    """

    batch: ForgeBatch
    details: tuple[int, ...] = ()
    left_out: int = 0
    withheld: int = 0
    others: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """How one listing is read. With `since`, the name of a parameter, it is by time, the oldest change first.

    Without, it is a pass over pages: the first with the parameters `first`, in an order that nothing changes; later
    ones with `params`, the newest change first, until what was there when the one before began. Or each pass is in that
    order, later ones limited by `later`, the name of a parameter. `one` is where a discussion is by itself, by its
    number, which `sign` stands before. `shows` names the listing of which it has items as well.
    """

    name: str
    path: str
    params: Params
    take: Callable[[Sequence[Json]], PageOf]
    key: Callable[[Json], str]
    updated: Callable[[Json], str]
    number: Callable[[Json], int] = lambda one: number(one, "number")
    since: str = ""
    later: str = ""
    first: Params = field(default_factory=dict)
    detail: Callable[[Json, Get], ForgeBatch] | None = None
    one: Callable[[int], str] | None = None
    sign: Sign = "#"
    shows: str = ""

    def opening(self, number: int) -> str:
        """The key of the text that one of its discussions begins with."""
        return f"opening/{self.sign.removeprefix('#')}{number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeletionWatch:
    """A full listing, read at most once a week: what it lacks, and what isn't found at `one` either, was deleted.

    What is in it and isn't kept, or has a later time than what is kept, is read, by the listing that `reader` names for
    an item; so is what `changes` without a later time. `text` is the text of an item as it would be kept. Where it
    `tells_members`, that of a kept one is corrected; so are texts of the roles `same_author` by its author.
    """

    name: str
    path: str
    params: Params
    prefix: str
    number: Callable[[Json], int]
    one: Callable[[int], str]
    reader: Callable[[Json], str]
    text: Callable[[Json], DiscussionPart]
    changes: Callable[[Json], bool] = lambda one: False
    tells_members: bool = True
    same_author: tuple[Role, ...] = ()


class Forge(Protocol):
    """What to ask a forge to read one repository. `home` is the address of the repository itself, with its id."""

    home: str

    def ask_members(self, get: Get) -> frozenset[str] | None:
        """The logins of members; None where each text tells it of its author. Raises ForgeRefuses, ForgeFails."""

    def begin(self, members: frozenset[str]) -> None:
        """Count these logins as members in this round, where the texts don't tell."""

    @property
    def listings(self) -> Sequence[Listing]:
        """The listings to read, in order."""

    @property
    def watches(self) -> Sequence[DeletionWatch]:
        """The listings that are compared for deletions."""


def key_of(item: Json) -> str:
    """A key that tells an item from the others of its listing."""
    return str(number(item, "id"))


def updated_at(item: Json) -> str:
    """When an item was last changed; empty where it doesn't say."""
    return time(item, "updated_at") or time(item, "created_at")


def is_newer(listed: str, state: TextState | None, now: str) -> bool:
    """Whether what is listed with a time isn't kept as it is; a time ahead of `now` tells nothing of what is kept."""
    return state is None or state.updated_at < listed <= now


def parse_items(items: Iterable[Given], make: Callable[[Given], Made | None]) -> tuple[tuple[Made, ...], int]:
    """The items as `make` parses them, and the number of unreadable ones, which don't hold up the others."""
    made, left_out = list[Made](), 0
    for item in items:
        try:
            one = make(item)
        except NotUnderstood:
            left_out += 1
        else:
            if one is not None:
                made.append(one)
    return tuple(made), left_out


def has_more(headers: Mapping[str, str]) -> bool:
    """Whether an answer names a next page."""
    return bool(re.search(r'rel="?next\b', headers.get("link", "")[:LONGEST_LINK]))


def pages_left(headers: Mapping[str, str], page: int) -> int:
    """How many pages follow, where an answer says it."""
    found = re.search(r'[?&]page=(\d{1,7})(?:&[^>]*)?>;\s*rel="?last\b', headers.get("link", "")[:LONGEST_LINK])
    return max(0, int(found[1]) - page) if found else 0
