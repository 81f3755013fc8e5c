"""Reads what changed in one repository at a forge: one transaction an answer, with the bookmark that it moves.

Killed anywhere, the next reading goes on behind the last answer that was stored.
"""

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Final

from scrubjay.errors import ForgeRefuses, ForgeUnreadable, ForgeWaits
from scrubjay.model.clock import Clock, iso
from scrubjay.model.frozen import replace
from scrubjay_forges.discussions.store import DiscussionStore
from scrubjay_forges.discussions.values import ForgeBatch
from scrubjay_forges.forges.asking import Details, ForgeRequests, ListedPage, ReadingStopped, etag_of, full_size
from scrubjay_forges.forges.bookmark import (
    BEFORE,
    MOST_OWED,
    ListingMark,
    after_page,
    after_pass_page,
    earlier,
    not_ahead,
)
from scrubjay_forges.forges.client import ForgeClient, ForgeFails
from scrubjay_forges.forges.comparing import WeeklyComparison
from scrubjay_forges.forges.limits import GOES_ON, NewOfPages, RunBounds, page_behind, server_time
from scrubjay_forges.forges.listing import Forge, Json, Listing, Params, pages_left
from scrubjay_forges.forges.session import Session, left_out, without_left_out

NAME: Final = "members"
"""Where the bookmark says that they weren't told."""


def learn_members(session: Session, asking: ForgeRequests, forge: Forge) -> None:
    """Tell a forge's plan who is a member: as the forge says now, else as it said last; and store it."""
    session.at = replace(session.at, said={name: words for name, words in session.at.said.items() if name != NAME})
    before = session.kept.told_members(session.name)
    asking.partly = False
    try:
        told = forge.ask_members(asking.all_pages)
        why = "not all of them could be read" if asking.partly else ""
    except (ForgeRefuses, ForgeFails) as error:
        told, why = frozenset(), str(error).rstrip(".")
    if told is None:
        return
    if why:
        who = "nobody counts as one" if before is None else "those it told last count"
        session.at = session.at.saying(NAME, [f"who is a member, so {who} (name others by `members`): {why}"])
        told = before or frozenset()
    elif told != before:
        session.put(ForgeBatch(members=tuple(sorted(told))))
    forge.begin(told)


__all__ = ["ForgeReading", "Progress", "ReadingStopped"]

WEEK: Final = timedelta(days=7)

Progress = Callable[[int, int], None]


class ForgeReading:
    """Reads one repository in one round, as far as `bounds` allow.

    `stop` is asked before each request; `progress` gets items read, and in all.
    """

    def __init__(
        self,
        name: str,
        forge: Forge,
        client: ForgeClient,
        kept: DiscussionStore,
        clock: Clock,
        *,
        stop: Callable[[], bool] = lambda: False,
        progress: Progress = lambda done, total: None,
        bounds: RunBounds | None = None,
    ) -> None:
        self.session = Session(name, kept)
        self._forge = forge
        self._clock = clock
        self._progress = progress
        self._bounds = bounds or RunBounds()
        self._asking = ForgeRequests(client, name.partition("/")[2], stop, self._bounds)
        self._details = Details(self.session, self._asking)

    def run(self) -> str:
        """Read everything that changed; returns the time up to which all is known.

        Raises ReadingStopped, ForgeWaits, ForgeUnreadable, ForgeRefuses; the next run goes on.
        """
        session, now = self.session, iso(self._clock())
        session.at = session.at.by(now)
        if not session.at.round:
            marks = {name: not_ahead(mark, now, now) for name, mark in session.at.marks.items()}
            session.at = replace(session.at, round=now, marks=marks)
        session.at = replace(session.at, tried_at=now, not_before="")
        try:
            self._recognise()
            learn_members(session, self._asking, self._forge)
            for listing in self._forge.listings:
                self._read_listing(listing)
            for listing in self._forge.listings:
                self._complete(listing)
            return self._finish(now)
        except ForgeWaits as waits:
            session.at = replace(session.at, not_before=waits.until)
            session.put(note=str(waits))
            raise

    def _recognise(self) -> None:
        """Raises ForgeRefuses where the name leads to another repository than before."""
        session = self.session
        before = session.at.identity
        found, etag = self._asking.identity(self._forge.home, session.at.etag if before else "")
        if found and before and found != before:
            raise ForgeRefuses(ANOTHER.format(name=session.name, found=found, before=before))
        session.at = replace(session.at, identity=found or before, etag=etag)

    def _complete(self, shown: Listing) -> None:
        """Read discussions that another listing shows and their own didn't, as a stale or empty answer leaves out.

        Few are owed, and read by themselves. For many the listing is read again.
        """
        session = self.session
        listing = next((one for one in self._forge.listings if one.name == shown.shows), None)
        if listing is None:
            return
        missed = session.missed(listing, iso(self._clock()))
        if len(missed) >= MOST_OWED:
            session.at = session.at.anew(listing.name)
            self._read_listing(listing)
            missed = session.missed(listing, iso(self._clock()))
        session.at = session.at.owing(listing.name, missed[:MOST_OWED])
        if len(missed) >= MOST_OWED:
            error = ForgeUnreadable(
                f"{self._asking.host} lists {len(missed):,} {listing.name} of {session.name} among the {shown.name}, "
                f"and not by themselves, so not everything was read. {GOES_ON}"
            )
            session.at = session.at.anew(listing.name)
            session.put(note=str(error))
            raise error

    def left_out(self) -> str:
        """What the forge fails to give though it exists, in words."""
        return left_out(self.session.at, self._forge)

    def _finish(self, now: str) -> str:
        """Finish the round, after the weekly comparison if it is due; returns the time up to which all is known."""
        session = self.session
        listed = session.at.listed_at or now
        if earlier(now, WEEK) >= listed:
            if not any(watch.name in session.at.done for watch in self._forge.watches):
                session.at = without_left_out(session.at)
            comparison = WeeklyComparison(session, self._asking, self._forge, now)
            for watch in self._forge.watches:
                if watch.name not in session.at.done:
                    comparison.compare(watch)
            listed = now
        for listing in self._forge.listings:
            self._details.again(listing)
        begun = session.at.round
        session.at = replace(session.at, round="", done=(), listed_at=listed)
        session.put(synced_at=begun, listed_at=listed, note=self.left_out())
        return begun

    def _read_listing(self, listing: Listing) -> None:
        """Read a listing from where it was left to its end."""
        session, pages = self.session, NewOfPages(f"{self._asking.host}: the listing of {listing.name}")
        while listing.name not in session.at.done:
            mark = session.at.mark(listing.name)
            begins = mark.page == 1 and not (mark.left or mark.begun or mark.crowd or mark.size)
            answer = self._asking.listed(
                listing.path, self._params(listing, mark), mark.place, etag=mark.etag if begins else ""
            )
            if answer.reply.status != 200:
                session.at = session.at.moved(listing.name, mark, done=True)
                continue
            session.stepped_over(listing.name, answer.over, mark.since)
            mark = mark.at(answer.place)
            page: Sequence[Json] = answer.found
            if begins and not listing.since:
                mark = replace(mark, begun=self._now(answer, BEFORE), etag=etag_of(answer.reply) if mark.since else "")
            if mark.left and listing.since:
                page, rest = _up_to(page, [listing.number(one) in mark.left for one in page])
                if not page:
                    session.at = session.at.moved(listing.name, replace(mark, left=()))
                    continue
            else:
                rest = False
            after, done = self._after(listing, mark, page, answer, rest=rest)
            if after.since < mark.since:
                pages.begin()
            elif not mark.left and not mark.size:
                pages.add([f"{listing.updated(one)} {listing.key(one)}" for one in page], more=answer.more)
            if not mark.left:
                brought = listing.take([one for one in page if self._is_new(listing, mark, one)])
                session.count(listing, brought)
                stays = bool(brought.details and listing.detail)
                session.at = session.at.moved(
                    listing.name, replace(mark, left=brought.details) if stays else after, done=done and not stays
                )
                session.put(brought.batch)
            self._details.of_page(listing, page, after, done=done)
            session.items += len(page)
            self._bounds.add(len(page))
            self._progress(session.items, session.items + pages_left(answer.reply.headers, mark.page) * len(page))

    def _is_new(self, listing: Listing, mark: ListingMark, item: Json) -> bool:
        """Whether an item changed since the last pass over the listing."""
        return bool(listing.since) or not mark.since or listing.updated(item) >= mark.since

    def _after(
        self, listing: Listing, mark: ListingMark, page: Sequence[Json], answer: ListedPage, *, rest: bool
    ) -> tuple[ListingMark, bool]:
        """The mark after a page, and whether the listing is at its end. `rest`: some of the page wasn't read."""
        more = rest or answer.more
        onward = page_behind(answer.place, full_size(listing.params), len(answer.found))
        times = [(time, listing.key(one)) for one in page if (time := listing.updated(one))]
        if listing.since:
            etag = "" if mark.size else etag_of(answer.reply)
            after, done = after_page(mark, times, more=more, etag=etag, onward=onward)
            return not_ahead(after, self._now(answer), self.session.at.round) if done else after, done
        return after_pass_page(mark, times[-1][0] if times else "", more=more, onward=onward)

    def _params(self, listing: Listing, mark: ListingMark) -> Params:
        """The parameters with which a listing is asked for, at its mark."""
        chosen = listing.params if listing.since or mark.since or not listing.first else listing.first
        limit = listing.since or listing.later
        return {**chosen, limit: mark.since} if limit and mark.since else chosen

    def _now(self, answer: ListedPage, before: timedelta = timedelta()) -> str:
        """The present time by the server's clock, or `before` earlier: later changes have a later time."""
        return iso(server_time(answer.reply.headers, self._clock()) - before)


def _up_to(page: Sequence[Json], wanted: Sequence[bool]) -> tuple[Sequence[Json], bool]:
    """A page up to the last item whose details are still wanted, and whether items follow on the page."""
    end = max((place + 1 for place, one in enumerate(wanted) if one), default=0)
    return page[:end], end < len(page)


ANOTHER: Final = (
    "{name} is another repository now than the one that is kept (its id is {found}, and was {before}): the old one was "
    "moved or deleted, and somebody took its name. Nothing was read. Where it went elsewhere, change the name below "
    "`forges` in config.yaml. To read the new one, `scrubjay forge forget {name}`, then `scrubjay forge sync`."
)
