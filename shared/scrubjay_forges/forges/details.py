"""Reads what belongs to single discussions: reviews, files, threads. One that fails is left for later rounds."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from scrubjay.errors import ScrubjayError
from scrubjay_forges.discussions.values import ForgeBatch
from scrubjay_forges.forges.asking import IN_A_ROW, ForgeRequests, NotShown
from scrubjay_forges.forges.bookmark import ListingMark
from scrubjay_forges.forges.client import ForgeFails, ForgeForbids
from scrubjay_forges.forges.listing import Json, Listing
from scrubjay_forges.forges.session import Session

AGAIN: Final = 5
"""Discussions of a listing whose details failed that a round tries again."""

MAY_BE_ITS_OWN: Final = (ForgeFails, ForgeForbids, NotShown)
"""What may fail for one discussion alone."""


class Details:
    """The details of one round's discussions. After a few in a row that fail the server is left, not the discussion."""

    def __init__(self, session: Session, asking: ForgeRequests) -> None:
        self._session = session
        self._asking = asking
        self._in_a_row: list[ScrubjayError] = []
        self._failed: set[tuple[str, int]] = set()

    def of_page(self, listing: Listing, page: Sequence[Json], after: ListingMark, *, done: bool) -> None:
        """Read those of a page's discussions, a transaction each; what left the page meanwhile comes again."""
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
        """Read by themselves those that are owed, and some of those that failed, the longest ago first."""
        session = self._session
        self._in_a_row = []
        if listing.one is None:
            return
        failing = [one for one in session.at.failing.get(listing.name, ()) if (listing.name, one) not in self._failed]
        for number in (*session.at.owed.get(listing.name, ()), *failing[:AGAIN]):
            if len(self._in_a_row) >= IN_A_ROW:
                return
            session.put(self._alone(listing, listing.one(number), number))

    def _alone(self, listing: Listing, path: str, number: int) -> ForgeBatch:
        """One discussion, with its details; one that isn't there any more is the weekly comparison's."""
        try:
            reply = self._asking.one(path)
        except MAY_BE_ITS_OWN as error:
            return self._fails(listing, number, error)
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
        """The details of a discussion; none where they can't be read. Of a part nothing is taken for gone."""
        number, self._asking.partly = listing.number(item), False
        try:
            batch = listing.detail(item, self._asking.all_pages) if listing.detail else ForgeBatch()
        except MAY_BE_ITS_OWN as error:
            return self._fails(listing, number, error)
        self._in_a_row = []
        if self._asking.partly:
            self._session.failed(listing, number)
            self._failed.add((listing.name, number))
            return replace(batch, whole=())
        self._session.at = self._session.at.tried(listing.name, number, failed=False)
        return batch

    def _fails(self, listing: Listing, number: int, error: ScrubjayError) -> ForgeBatch:
        self._in_a_row.append(error)
        self._failed.add((listing.name, number))
        self._session.failed(listing, number)
        return ForgeBatch()
