"""Compares what is kept with what a forge has, at most weekly: what is gone there goes, what is missing here is read.

A listing alone takes nothing away: each number that it lacks is asked for by itself, and what is only not shown to this
token (404, or moved) goes only where it is little of all that is kept, and the repository is shown as before.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from scrubjay.discussions.values import ForgeBatch
from scrubjay.errors import ForgeRefuses
from scrubjay.forges.asking import IN_A_ROW, ForgeRequests, full_size
from scrubjay.forges.client import ForgeFails
from scrubjay.forges.fields import Json, number
from scrubjay.forges.listing import DeletionWatch, Forge
from scrubjay.forges.place import PagePlace, behind
from scrubjay.forges.session import Session

FEW: Final = 20
SHARE: Final = 10
"""A tenth of what is kept, and 20 of a small repository, may be gone at once; more looks like a lost right."""


class WeeklyComparison:
    """The weekly comparison of one repository. Interrupted, a listing begins again."""

    def __init__(self, session: Session, asking: ForgeRequests, forge: Forge) -> None:
        self._session = session
        self._asking = asking
        self._listings = {one.name: one for one in forge.listings}

    def compare(self, watch: DeletionWatch) -> None:
        """Read a full listing; look after what isn't in it, and read what is in it only."""
        known = self._known(watch)
        there, complete = self._there(watch, known)
        missing = sorted(known - there) if complete else []
        gone, why = self._gone(watch, missing, len(known), shows_any=bool(there))
        session = self._session
        session.gone += len(gone)
        session.at = replace(session.at, done=(*session.at.done, watch.name))
        if why:
            session.at = session.at.saying(watch.name, [why])
        session.put(_removal(watch, gone))

    def _known(self, watch: DeletionWatch) -> set[int]:
        keys = (key for key in self._session.kept.keys(self._session.name) if key.startswith(watch.prefix))
        digits = (key.removeprefix(watch.prefix) for key in keys)
        return {int(one) for one in digits if one.isascii() and one.isdigit()}

    def _there(self, watch: DeletionWatch, known: set[int]) -> tuple[set[int], bool]:
        """The numbers that are listed, and whether it is a listing at all: what has none compares to nothing."""
        there, place, more = set[int](), PagePlace(), True
        while more:
            page = self._asking.listed(watch.path, watch.params, place)
            if page.reply.status != 200:
                return there, False
            self._session.stepped_over(watch.name, page.over)
            numbered = [(watch.number(one), one) for one in page.found if watch.number(one)]
            there |= {found for found, _ in numbered}
            self._bring(watch, [one for found, one in numbered if found not in known or watch.changes(one)])
            place, more = behind(page.place, full_size(watch.params), len(page.found)), page.more
        return there, True

    def _bring(self, watch: DeletionWatch, page: Sequence[Json]) -> None:
        """Read what isn't kept: from the page, where its listing has such, else by itself later."""
        session = self._session
        for name in dict.fromkeys(map(watch.reader, page)):
            listing = self._listings[name]
            found = [one for one in page if watch.reader(one) == name]
            if listing.path != watch.path:
                session.at = session.at.owing(name, [number(one, "number") for one in found])
                continue
            brought = listing.take(found)
            session.at = session.at.owing(name, brought.details if listing.detail else ())
            session.put(brought.batch)

    def _gone(
        self, watch: DeletionWatch, missing: Sequence[int], kept: int, *, shows_any: bool
    ) -> tuple[list[int], str]:
        """Which of the missing are gone, and why some that aren't shown stay."""
        deleted, away = list[int](), list[int]()
        most = max(FEW, kept // SHARE) if shows_any else 0
        failing = 0
        for one in missing:
            try:
                status = self._asking.one(watch.one(one)).status
            except (ForgeFails, ForgeRefuses):
                failing += 1
                if failing >= IN_A_ROW:
                    raise
                continue
            failing = 0
            deleted += [one] if status == 410 else []
            away += [one] if status in (301, 404) else []
            if len(away) > most:
                break
        if (deleted or away) and not self._is_shown(watch):
            return [], "what the forge has was not compared, as it stopped to show it"
        if len(away) > most:
            what = watch.name.removesuffix(" that are there")
            return deleted, (
                f"more than {most} {what} aren't shown to this token any more, and stay here: if they were deleted, "
                f"`scrubjay forge forget {self._session.name}` and `scrubjay forge sync` read it anew"
            )
        return sorted((*deleted, *away)), ""

    def _is_shown(self, watch: DeletionWatch) -> bool:
        """Whether the repository is still where it was: one that was renamed moves every address."""
        reply = self._asking.one(watch.path, {**watch.params, "page": 1})
        return reply.status == 200 and isinstance(reply.data, list)


def _removal(watch: DeletionWatch, gone: Sequence[int]) -> ForgeBatch:
    if watch.prefix.startswith("opening/"):
        return ForgeBatch(gone=tuple(gone), sign="!" if watch.prefix.endswith("!") else "#")
    return ForgeBatch(gone_parts=tuple(f"{watch.prefix}{one}" for one in gone))
