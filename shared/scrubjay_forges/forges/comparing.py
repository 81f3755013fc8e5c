"""Compares what is kept with what a forge has, at most weekly: what is gone there goes, what is missing here is read.

So is what is listed with a later time than it is kept with, whichever way that was missed. Whose texts are a member's
changes without a time, so that is compared as well.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from scrubjay_forges.discussions.stored import TextState
from scrubjay_forges.discussions.values import ForgeBatch
from scrubjay_forges.forges.asking import ForgeRequests, full_size
from scrubjay_forges.forges.endless import NewOfPages
from scrubjay_forges.forges.fields import Json
from scrubjay_forges.forges.listing import DeletionWatch, Forge, is_newer, understood
from scrubjay_forges.forges.missing import Missing
from scrubjay_forges.forges.place import PagePlace, behind
from scrubjay_forges.forges.session import Session

OPENING: Final = "opening/"


class WeeklyComparison:
    """The weekly comparison of one repository. Interrupted, a listing begins again."""

    def __init__(self, session: Session, asking: ForgeRequests, forge: Forge, now: str) -> None:
        self._session = session
        self._asking = asking
        self._now = now
        self._listings = {one.name: one for one in forge.listings}
        self._missing = Missing(asking, session.name, next(one for one in forge.watches if one.prefix == OPENING))

    def compare(self, watch: DeletionWatch) -> None:
        """Read a full listing; look after what isn't in it, and read what isn't kept as it is there."""
        kept = self._kept(watch)
        there, complete = self._there(watch, kept)
        missing = sorted(kept.keys() - there) if complete else []
        if watch.prefix.startswith(OPENING):
            gone, why = self._missing.discussions(watch, missing, len(kept), shows_any=bool(there))
        else:
            gone, why = self._missing.comments(watch, {one: kept[one].number for one in missing})
        self._missing.saw(watch, there)
        session = self._session
        session.gone += len(gone)
        session.at = replace(session.at, done=(*session.at.done, watch.name))
        if why:
            session.at = session.at.saying(watch.name, [why])
        session.put(_removal(watch, gone))

    def _kept(self, watch: DeletionWatch) -> dict[int, TextState]:
        texts = self._session.kept.texts(self._session.name).items()
        found = ((key.removeprefix(watch.prefix), state) for key, state in texts if key.startswith(watch.prefix))
        return {int(digits): state for digits, state in found if digits.isascii() and digits.isdigit()}

    def _there(self, watch: DeletionWatch, kept: Mapping[int, TextState]) -> tuple[set[int], bool]:
        """The numbers that are listed, and whether it is a listing at all: what has none compares to nothing."""
        there, place, more = set[int](), PagePlace(), True
        pages = NewOfPages(f"{self._asking.host}: the listing of {watch.name}")
        while more:
            page = self._asking.listed(watch.path, watch.params, place)
            if page.reply.status != 200:
                return there, False
            self._session.stepped_over(watch.name, page.over)
            numbered = {found: one for one in page.found if (found := watch.number(one))}
            if not page.place.size:
                pages.add(map(str, numbered), more=page.more)
            there |= numbered.keys()
            self._compared(watch, numbered, kept)
            place, more = behind(page.place, full_size(watch.params), len(page.found)), page.more
        return there, True

    def _compared(self, watch: DeletionWatch, page: Mapping[int, Json], kept: Mapping[int, TextState]) -> None:
        """Read what of a page isn't kept as it is listed; correct whose texts are a member's."""
        made, _ = understood(page.items(), lambda one: (one[0], watch.text(one[1])))
        texts = dict(made)
        times = {found: text.updated_at for found, text in texts.items()}
        stale = {found for found in page if is_newer(times.get(found, ""), kept.get(found), self._now)}
        self._bring(watch, [one for found, one in page.items() if found in stale or watch.changes(one)])
        told = [text for found, text in texts.items() if found not in stale and text.member != kept[found].member]
        if told and watch.tells_members:
            self._session.put(ForgeBatch(parts=tuple(told), same_author=watch.same_author))

    def _bring(self, watch: DeletionWatch, page: Sequence[Json]) -> None:
        """Read them: from the page, where their listing has such, else by themselves later."""
        session = self._session
        for name in dict.fromkeys(map(watch.reader, page)):
            listing = self._listings[name]
            found = [one for one in page if watch.reader(one) == name]
            if listing.path != watch.path:
                session.at = session.at.owing(name, map(watch.number, found))
                continue
            brought = listing.take(found)
            session.at = session.at.owing(name, brought.details if listing.detail else ())
            session.put(brought.batch)


def _removal(watch: DeletionWatch, gone: Sequence[int]) -> ForgeBatch:
    if watch.prefix.startswith(OPENING):
        return ForgeBatch(gone=tuple(gone), sign="!" if watch.prefix.endswith("!") else "#")
    return ForgeBatch(gone_parts=tuple(f"{watch.prefix}{one}" for one in gone))
