"""Where in a listing is the next page, and how many items has it? Fewer where a page can't be read; pure."""

from dataclasses import dataclass, replace
from typing import Final

SMALLEST: Final = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class PagePlace:
    """A page of a listing. `offset` counts the items before it; `size` those of the page, 0 for a full one.

    `narrow` counts the items in which something is that can't be read: until it is found the pages stay small.
    """

    page: int = 1
    offset: int = 0
    size: int = 0
    narrow: int = 0


def narrower(place: PagePlace, full: int) -> PagePlace | None:
    """The same place with a smaller page; None where it is one item already.

    Each size divides the one before, so that a page begins where the larger one did.
    """
    size = place.size or full
    if size <= SMALLEST:
        return None
    less = _less(size)
    page = place.offset // less + 1
    return PagePlace(page=page, offset=(page - 1) * less, size=less, narrow=size)


def behind(place: PagePlace, full: int, got: int) -> PagePlace:
    """The place behind a page that was read, with the largest page that may begin there."""
    if not place.size:
        return replace(place, page=place.page + 1, offset=place.offset + got)
    narrow = place.narrow - place.size
    return _at(place.page * place.size, full, place.size if narrow > 0 else full, narrow)


def over(place: PagePlace, full: int) -> PagePlace:
    """The place behind an item that can't be read."""
    return _at(place.page * (place.size or full), full, full, 0)


def _at(offset: int, full: int, most: int, narrow: int) -> PagePlace:
    size = most
    while size > SMALLEST and offset % size:
        size = _less(size)
    return PagePlace(page=offset // size + 1, offset=offset, size=0 if size == full else size, narrow=max(narrow, 0))


def _less(size: int) -> int:
    return size // next(n for n in range(2, size + 1) if size % n == 0)
