"""What is asked of a forge: its listings, what a page of one brings, and which are compared for deletions; pure."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol, TypeVar

from scrubjay.model.discussion import Sign
from scrubjay_forges.discussions.stored import TextState
from scrubjay_forges.discussions.values import DiscussionPart, ForgeBatch, Role
from scrubjay_forges.forges.fields import Json, NotUnderstood, number, time

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
    """A listing. With `since`, the name of a parameter, it is by time, the oldest change first.

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
    """A full listing by age, at most once a week: what isn't in it any more, and not at `one` either, is gone.

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
    """A repository at a forge, as it is to be read. `home` is where it is shown itself, with its id."""

    home: str

    def ask_members(self, get: Get) -> frozenset[str] | None:
        """Who is a member, by login; None where each text says it of its author. Raises ForgeRefuses, ForgeFails."""
        ...

    def begin(self, members: frozenset[str]) -> None:
        """Take those as members in this round, where the texts don't say it."""
        ...

    @property
    def listings(self) -> Sequence[Listing]:
        """In the order of their reading."""
        ...

    @property
    def watches(self) -> Sequence[DeletionWatch]:
        """What is compared for deletions."""
        ...


def key_of(item: Json) -> str:
    """By what an item is told from others of its listing."""
    return str(number(item, "id"))


def updated_at(item: Json) -> str:
    """When an item was last changed; empty where it doesn't say."""
    return time(item, "updated_at") or time(item, "created_at")


def is_newer(listed: str, state: TextState | None, now: str) -> bool:
    """Whether what is listed with a time isn't kept as it is; a time ahead of `now` tells nothing of what is kept."""
    return state is None or state.updated_at < listed <= now


def understood(items: Iterable[Given], make: Callable[[Given], Made | None]) -> tuple[tuple[Made, ...], int]:
    """What is made of items, and how many lack what they must have: one of those must not hold up all others."""
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
