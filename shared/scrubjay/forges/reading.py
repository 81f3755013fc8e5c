"""Reads what changed in one repository at a forge: one transaction an answer, with the bookmark that it moves.

Killed anywhere, the next reading goes on behind the last answer that was stored.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from email.utils import parsedate_to_datetime
from typing import Final, Protocol

from scrubjay.discussions.stored import PutReport
from scrubjay.discussions.values import ForgeBatch
from scrubjay.errors import ForgeRefuses, ForgeWaits
from scrubjay.forges.bookmark import BEFORE, ListingMark, after_page, after_pass_page, bookmark, earlier
from scrubjay.forges.client import ForgeClient, ForgeReply
from scrubjay.forges.fields import Json, items
from scrubjay.forges.listing import DeletionWatch, Forge, Listing, Params, has_more, pages_left
from scrubjay.model.clock import Clock, iso

WEEK: Final = timedelta(days=7)
MOST_PAGES: Final = 50
"""Pages of one discussion's details."""

Progress = Callable[[int, int], None]


class Kept(Protocol):
    """What keeps discussions."""

    def position(self, name: str) -> str:
        """The bookmark of a repository."""
        ...

    def put(
        self,
        name: str,
        batch: ForgeBatch,
        *,
        position: str | None,
        synced_at: str = "",
        listed_at: str = "",
        note: str | None = None,
    ) -> PutReport:
        """Store a batch with the bookmark."""
        ...

    def keys(self, name: str) -> frozenset[str]:
        """The keys of a repository's texts."""
        ...


class ReadingStopped(Exception):
    """Somebody asked to stop; what was read is stored."""


class ForgeReading:
    """One round over a repository. `stop` is asked before each request; `progress` gets items read, and in all."""

    def __init__(
        self,
        name: str,
        forge: Forge,
        client: ForgeClient,
        kept: Kept,
        clock: Clock,
        *,
        stop: Callable[[], bool] = lambda: False,
        progress: Progress = lambda done, total: None,
    ) -> None:
        self._name = name
        self._forge = forge
        self._client = client
        self._kept = kept
        self._clock = clock
        self._stop = stop
        self._progress = progress
        self._at = bookmark(kept.position(name))
        self.items = 0
        self.new = 0
        self.changed = 0
        self.gone = 0
        self.left_out = 0
        self.withheld = 0

    def run(self) -> str:
        """Read everything that changed; returns as of when all is known.

        Raises ReadingStopped, ForgeWaits, ForgeUnreadable, ForgeRefuses; the next run goes on.
        """
        now = iso(self._clock())
        self._at = replace(self._at, round=self._at.round or now, tried_at=now, not_before="")
        try:
            self._forge.begin(self._all_pages)
            for listing in self._forge.listings:
                if listing.name not in self._at.done:
                    self._read(listing)
            return self._finish(now)
        except ForgeWaits as waits:
            self._at = replace(self._at, not_before=waits.until)
            self._put(note=str(waits))
            raise

    def note(self, text: str) -> None:
        """Keep why the reading ended, to be shown."""
        self._put(note=text)

    def _finish(self, now: str) -> str:
        listed = self._at.listed_at or now
        if earlier(now, WEEK) >= listed:
            for watch in self._forge.watches:
                if watch.name not in self._at.done:
                    self._compare(watch)
            listed = now
        begun = self._at.round
        self._at = replace(self._at, round="", done=(), listed_at=listed)
        self._put(synced_at=begun, listed_at=listed)
        return begun

    def _read(self, listing: Listing) -> None:
        while listing.name not in self._at.done:
            mark = self._at.mark(listing.name)
            begins = mark.page == 1 and not (mark.left or mark.begun or mark.crowd)
            reply = self._listed(listing.path, self._params(listing, mark), etag=mark.etag if begins else "")
            if reply.status != 200:
                self._at = self._at.moved(listing.name, mark, done=True)
                continue
            page: Sequence[Json] = items(reply.data)
            if begins and not listing.since:
                mark = replace(mark, begun=self._server_time(reply), etag=_etag(reply) if mark.since else "")
            if mark.left and listing.since:
                page, rest = _up_to(page, [listing.number(one) in mark.left for one in page])
                if not page:
                    self._at = self._at.moved(listing.name, replace(mark, left=()))
                    continue
            else:
                rest = False
            after, done = self._after(listing, mark, page, reply, rest=rest)
            if not mark.left:
                brought = listing.take([one for one in page if self._is_new(listing, mark, one)])
                self.left_out += brought.left_out
                self.withheld += brought.withheld
                stays = bool(brought.details and listing.detail)
                self._at = self._at.moved(
                    listing.name, replace(mark, left=brought.details) if stays else after, done=done and not stays
                )
                self._put(brought.batch)
            self._details(listing, page, after, done=done)
            self.items += len(page)
            self._progress(self.items, self.items + pages_left(reply.headers, mark.page) * len(page))

    def _is_new(self, listing: Listing, mark: ListingMark, item: Json) -> bool:
        """Whether an item of a page isn't of before the last pass, which a later pass ends at."""
        return bool(listing.since) or not mark.since or listing.updated(item) >= mark.since

    def _after(
        self, listing: Listing, mark: ListingMark, page: Sequence[Json], reply: ForgeReply, *, rest: bool
    ) -> tuple[ListingMark, bool]:
        """Where a listing goes on behind a page, and whether it is at its end. `rest`: the page went on."""
        more = rest or (has_more(reply.headers) and bool(page))
        times = [(time, listing.key(one)) for one in page if (time := listing.updated(one))]
        if listing.since:
            return after_page(mark, times, more=more, etag=_etag(reply))
        return after_pass_page(mark, times[-1][0] if times else "", more=more)

    def _details(self, listing: Listing, page: Sequence[Json], after: ListingMark, *, done: bool) -> None:
        """Read the details of a page's discussions, a transaction each; what left the page meanwhile comes again."""
        left = [one for one in page if listing.number(one) in self._at.mark(listing.name).left]
        if self._at.mark(listing.name).left and not left:
            self._at = self._at.moved(listing.name, after, done=done)
            self._put()
        for place, item in enumerate(left, 1):
            batch = listing.detail(item, self._all_pages) if listing.detail else ForgeBatch()
            rest = tuple(map(listing.number, left[place:]))
            mark = replace(self._at.mark(listing.name), left=rest) if rest else after
            self._at = self._at.moved(listing.name, mark, done=done and not rest)
            self._put(batch)

    def _compare(self, watch: DeletionWatch) -> None:
        """Read a full listing, and look after what isn't in it any more. Interrupted, it begins again."""
        keys = (key for key in self._kept.keys(self._name) if key.startswith(watch.prefix))
        known = {int(digits) for key in keys if (digits := key.removeprefix(watch.prefix)).isdigit()}
        page, more = 0, True
        while more:
            page += 1
            reply = self._listed(watch.path, {**watch.params, "page": page})
            found = items(reply.data)
            known -= {watch.number(one) for one in found}
            more = has_more(reply.headers) and bool(found)
        for number in sorted(known):
            self._look_after(watch, number)
        self._at = replace(self._at, done=(*self._at.done, watch.name))
        self._put()

    def _look_after(self, watch: DeletionWatch, number: int) -> None:
        """Ask for one by itself: deleted, or transferred to another repository, it is gone."""
        self._ask_to_stop()
        if self._client.get(watch.one(number), follow=False).status == 200:
            return
        self.gone += 1
        if watch.prefix.startswith("opening/"):
            self._put(ForgeBatch(gone=(number,), sign="!" if watch.prefix.endswith("!") else "#"))
        else:
            self._put(ForgeBatch(gone_parts=(f"{watch.prefix}{number}",)))

    def _params(self, listing: Listing, mark: ListingMark) -> Params:
        chosen = listing.params if listing.since or mark.since or not listing.first else listing.first
        limit = listing.since or listing.later
        asked = {limit: mark.since} if limit and mark.since else {}
        return {**chosen, **asked, "page": mark.page}

    def _all_pages(self, path: str, params: Params) -> Sequence[Json]:
        """All items below a path."""
        found: list[Json] = []
        for page in range(1, MOST_PAGES + 1):
            self._ask_to_stop()
            reply = self._client.get(path, {**params, "page": page})
            found += items(reply.data)
            if not has_more(reply.headers):
                break
        return found

    def _listed(self, path: str, params: Params, *, etag: str = "") -> ForgeReply:
        self._ask_to_stop()
        reply = self._client.get(path, params, etag=etag)
        if reply.status == 404:
            raise ForgeRefuses(
                f"{self._client.host} shows no {self._name.partition('/')[2]}: it is gone, or needs a token. "
                "See `forges` in config.yaml."
            )
        return reply

    def _ask_to_stop(self) -> None:
        if self._stop():
            raise ReadingStopped

    def _server_time(self, reply: ForgeReply) -> str:
        """Now by the server's clock, a little before: changes from now on have a later time."""
        try:
            now = parsedate_to_datetime(reply.headers.get("date", ""))
        except ValueError:
            now = self._clock() - BEFORE
        return iso(now - BEFORE)

    def _put(
        self, batch: ForgeBatch | None = None, *, synced_at: str = "", listed_at: str = "", note: str = ""
    ) -> None:
        report = self._kept.put(
            self._name,
            batch or ForgeBatch(),
            position=self._at.text(),
            synced_at=synced_at,
            listed_at=listed_at,
            note=note,
        )
        self.new += report.new
        self.changed += report.changed


def _up_to(page: Sequence[Json], wanted: Sequence[bool]) -> tuple[Sequence[Json], bool]:
    """A page up to the last item whose details are wanted still, and whether more follow: those came up meanwhile."""
    end = max((place + 1 for place, one in enumerate(wanted) if one), default=0)
    return page[:end], end < len(page)


def _etag(reply: ForgeReply) -> str:
    return reply.headers.get("etag", "")[:200]
