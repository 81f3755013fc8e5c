"""Reads pages of a forge's listings, smaller ones where one can't be read; and what belongs to single discussions."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from scrubjay.errors import ForgeRefuses, ScrubjayError
from scrubjay.model.frozen import dataclass, replace
from scrubjay_forges.discussions.values import ForgeBatch
from scrubjay_forges.forges.bookmark import ListingMark
from scrubjay_forges.forges.client import AnswerTooLong, ForgeClient, ForgeFails, ForgeForbids, ForgeReply
from scrubjay_forges.forges.limits import PagePlace, RunBounds, narrower_page, over, page_behind
from scrubjay_forges.forges.listing import MOST_PAGES, Json, Listing, Params, has_more, items, number
from scrubjay_forges.forges.session import Session

IN_A_ROW: Final = 5
"""Items that may fail one after the other: a server that is down must not be asked for all of them."""

LONG_IN_A_ROW: Final = 20
"""Items that may be too long one after the other."""

SIZES: Final = ("per_page", "limit")
"""What the number of a page's items is called."""


class ReadingStopped(Exception):
    """Somebody asked to stop the reading; what was read is stored."""


class NotShown(ForgeRefuses):
    """The forge doesn't show what is at one address; others it may show."""


@dataclass(frozen=True, slots=True)
class ListedPage:
    """A page of a listing: its answer, its items, its place, and the places of items that couldn't be read."""

    reply: ForgeReply
    found: tuple[Json, ...]
    place: PagePlace
    over: tuple[PagePlace, ...] = ()

    @property
    def more(self) -> bool:
        """Whether another page follows; a small one may be empty, where the forge withholds its item."""
        return has_more(self.reply.headers) and bool(self.found or self.place.size)


class ForgeRequests:
    """Makes the requests of one run over a repository, called `label`. `stop` and `bounds` are asked before each."""

    def __init__(self, client: ForgeClient, label: str, stop: Callable[[], bool], bounds: RunBounds) -> None:
        self._client = client
        self._label = label
        self._stop = stop
        self._bounds = bounds
        self.host = client.host
        client.ask_while_waiting(self._ask_to_stop)
        self.partly = False
        """Whether something was stepped over since somebody set this back."""

    def listed(self, path: str, params: Params, place: PagePlace, *, etag: str = "") -> ListedPage:
        """The page of a listing at a place; where that can't be read, the page behind it.

        Raises ForgeFails where too much in a row fails: then it is no item's fault.
        """
        return self._page(path, params, place, ForgeFails, etag)

    def all_pages(self, path: str, params: Params) -> Sequence[Json]:
        """All items below a path. Raises NotShown where there is no such path."""
        found: list[Json] = []
        place, more, most = PagePlace(), True, MOST_PAGES * full_size(params)
        while more and len(found) < most:
            page = self._page(path, params, place, AnswerTooLong)
            if page.reply.status != 200:
                raise NotShown(f"{self.host} doesn't show a part of {self._label}: HTTP {page.reply.status}.")
            found += page.found
            self._bounds.add(len(page.found))
            self.partly = self.partly or bool(page.over)
            place, more = page_behind(page.place, full_size(params), len(page.found)), page.more
        return found

    def one(self, path: str, params: Params | None = None) -> ForgeReply:
        """The answer for one address, if it wasn't moved."""
        self._ask_to_stop()
        return self._client.get(path, params, follow=False)

    def identity(self, path: str, etag: str) -> tuple[int, str]:
        """The forge's permanent id of the repository, which survives renames, and the answer's ETag.

        0 where the answer is still the one that was called `etag`.
        """
        self._ask_to_stop()
        reply = self._client.get(path, etag=etag)
        if etag and reply.status == 304:
            return 0, etag
        if reply.status != 200:
            raise self._not_shown()
        found = number(reply.data, "id") if isinstance(reply.data, dict) else 0
        if not found:
            raise ForgeFails(f"{self.host} answers something else than the repository that was asked for.")
        return found, etag_of(reply)

    def _page(
        self, path: str, params: Params, place: PagePlace, narrowing: type[ForgeFails], etag: str = ""
    ) -> ListedPage:
        """The page at a place, asked for in smaller pages where it fails, and behind an item that can't be read."""
        full, stepped = full_size(params), list[PagePlace]()
        first: ForgeFails | None = None
        while True:
            try:
                reply = self._list_reply(path, {**params, **_size_params(params, place), "page": place.page}, etag)
                return ListedPage(reply, items(reply.data), place, tuple(stepped))
            except narrowing as error:
                first = first or error
                smaller = narrower_page(place, full)
                if smaller is None:
                    stepped.append(place)
                    most = LONG_IN_A_ROW if isinstance(error, AnswerTooLong) else IN_A_ROW
                    if len(stepped) >= most or not any(name in params for name in SIZES):
                        raise first from None
                place, etag = smaller or over(place, full), ""

    def _list_reply(self, path: str, params: Params, etag: str) -> ForgeReply:
        """The answer for a list. Raises NotShown where there is none, ForgeFails for anything but a list."""
        self._ask_to_stop()
        reply = self._client.get(path, params, etag=etag)
        if reply.status == 404:
            raise self._not_shown()
        if reply.status == 200 and not _is_list(reply.data):
            raise ForgeFails(f"{self.host} answers something else than the list that was asked for.")
        return reply

    def _not_shown(self) -> NotShown:
        """The error for a repository that the forge doesn't show."""
        return NotShown(
            f"{self.host} shows no {self._label}: it is gone, or needs a token. See `forges` in config.yaml."
        )

    def _ask_to_stop(self) -> None:
        """Raises ReadingStopped where somebody asked to stop, and what the run's bounds raise."""
        if self._stop():
            raise ReadingStopped
        self._bounds.ask()


def _is_list(value: Any) -> bool:
    """Whether a JSON value is a list of objects alone: a list with anything else isn't read as an empty one."""
    return isinstance(value, list) and all(isinstance(one, dict) for one in value)


def etag_of(reply: ForgeReply) -> str:
    """The ETag of an answer, with which the next request gets an answer only if that is another one."""
    return reply.headers.get("etag", "")


def full_size(params: Params) -> int:
    """How many items a full page has."""
    return next((int(params[name]) for name in SIZES if name in params), 1)


def _size_params(params: Params, place: PagePlace) -> Params:
    """The parameters that set a page's size; none for a full page."""
    return {name: place.size for name in SIZES if name in params and place.size}


AGAIN: Final = 5
"""Discussions of a listing whose details failed that a round tries again."""

MAY_BE_ITS_OWN: Final = (ForgeFails, ForgeForbids, NotShown)
"""What may fail for one discussion alone."""


class Details:
    """Reads the details of discussions in one round; after a few failures in a row it gives up on the server."""

    def __init__(self, session: Session, asking: ForgeRequests) -> None:
        self._session = session
        self._asking = asking
        self._in_a_row: list[ScrubjayError] = []
        self._failed: set[tuple[str, int]] = set()

    def of_page(self, listing: Listing, page: Sequence[Json], after: ListingMark, *, done: bool) -> None:
        """Read the details of a page's discussions, a transaction each; what left the page meanwhile comes again."""
        session = self._session
        left = [one for one in page if listing.number(one) in session.at.mark(listing.name).left]
        if session.at.mark(listing.name).left and not left:
            session.at = session.at.moved(listing.name, after, done=done)
            session.put()
        for place, item in enumerate(left, 1):
            batch = self._of(listing, item)
            rest = tuple(map(listing.number, left[place:]))
            mark = replace(session.at.mark(listing.name), left=rest) if rest else after
            session.at = session.at.moved(listing.name, mark, done=done and not rest)
            session.put(batch)
            if len(self._in_a_row) >= IN_A_ROW:
                raise self._in_a_row[0]

    def again(self, listing: Listing) -> None:
        """Read one by one the discussions that are owed, and some of those that failed, the longest ago first."""
        session = self._session
        self._in_a_row = []
        if listing.one is None:
            return
        failing = [one for one in session.at.failing.get(listing.name, ()) if (listing.name, one) not in self._failed]
        for one in (*session.at.owed.get(listing.name, ()), *failing[:AGAIN]):
            if len(self._in_a_row) >= IN_A_ROW:
                return
            session.put(self._alone(listing, listing.one(one), one))

    def _alone(self, listing: Listing, path: str, number: int) -> ForgeBatch:
        """Read one discussion with its details; one that is gone is left to the weekly comparison."""
        try:
            reply = self._asking.one(path)
        except MAY_BE_ITS_OWN as error:
            return self._note_failure(listing, number, error)
        if reply.status != 200 or not isinstance(reply.data, dict) or listing.number(reply.data) != number:
            self._session.at = self._session.at.tried(listing.name, number, failed=False)
            return ForgeBatch()
        brought = listing.take([reply.data])
        if number not in brought.details:
            self._session.at = self._session.at.tried(listing.name, number, failed=False)
            return brought.batch
        self._session.put(brought.batch)
        return self._of(listing, reply.data)

    def _of(self, listing: Listing, item: Json) -> ForgeBatch:
        """The details of a discussion, nothing where they can't be read; of what came in part nothing is deleted."""
        number, self._asking.partly = listing.number(item), False
        try:
            batch = listing.detail(item, self._asking.all_pages) if listing.detail else ForgeBatch()
        except MAY_BE_ITS_OWN as error:
            return self._note_failure(listing, number, error)
        self._in_a_row = []
        if self._asking.partly:
            self._session.failed(listing, number)
            self._failed.add((listing.name, number))
            return replace(batch, whole=())
        self._session.at = self._session.at.tried(listing.name, number, failed=False)
        return batch

    def _note_failure(self, listing: Listing, number: int, error: ScrubjayError) -> ForgeBatch:
        """Note that a discussion's details can't be read; returns an empty batch."""
        self._in_a_row.append(error)
        self._failed.add((listing.name, number))
        self._session.failed(listing, number)
        return ForgeBatch()
