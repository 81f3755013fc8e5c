"""Compares what is kept with what a forge has, at most weekly: what is gone there goes, what is missing here is read.

So is what is listed with a later time than it is kept with, whichever way that was missed. Whose texts are a member's
changes without a time, so that is compared as well.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from scrubjay.errors import ForgeRefuses
from scrubjay.model.frozen import replace
from scrubjay_forges.discussions.stored import TextState
from scrubjay_forges.discussions.values import ForgeBatch
from scrubjay_forges.forges.asking import IN_A_ROW, ForgeRequests, full_size
from scrubjay_forges.forges.client import ForgeFails
from scrubjay_forges.forges.limits import NewOfPages, PagePlace, page_behind
from scrubjay_forges.forges.listing import DeletionWatch, Forge, Json, is_newer, parse_items
from scrubjay_forges.forges.session import Session

FEW: Final = 20
SHARE: Final = 10
"""A tenth of what is kept, and 20 of a small repository, may be gone at once; more looks like a lost right."""

MOST: Final = 1_000
"""Comments that a comparison looks after by themselves; the next one goes on."""

NOT_SHOWN: Final = "what the forge has was not compared, as it stopped to show it"


class Missing:
    """Decides which discussions and comments of the repository `name` were deleted, of those no longer listed."""

    def __init__(self, asking: ForgeRequests, name: str, of_discussions: DeletionWatch) -> None:
        self._asking = asking
        self._name = name
        self._of_discussions = of_discussions
        self._shown: dict[int, bool] = {}

    def saw(self, watch: DeletionWatch, numbers: Iterable[int], *, shown: bool = True) -> None:
        """Note whether some discussions are shown."""
        if watch.prefix == self._of_discussions.prefix:
            self._shown |= dict.fromkeys(numbers, shown)

    def discussions(
        self, watch: DeletionWatch, missing: Sequence[int], kept: int, *, shows_any: bool
    ) -> tuple[list[int], str]:
        """The deleted discussions, and a note on why others that aren't shown stay. `kept`: how many are kept."""
        deleted, away = list[int](), list[int]()
        most = max(FEW, kept // SHARE) if shows_any else 0
        for one, status in self._asked(watch, missing):
            self.saw(watch, [one], shown=status == 200)
            deleted += [one] if status == 410 else []
            away += [one] if status in (301, 404) else []
            if len(away) > most:
                break
        if (deleted or away) and not self._is_shown(watch):
            return [], NOT_SHOWN
        if len(away) > most:
            return deleted, (
                f"more than {most} {_what(watch)} aren't shown to this token any more, and stay here: if they were "
                f"deleted, `scrubjay forge forget {self._name}` and `scrubjay forge sync` read it anew"
            )
        return sorted((*deleted, *away)), ""

    def comments(self, watch: DeletionWatch, missing: Mapping[int, int]) -> tuple[list[int], str]:
        """The comments that were deleted, and a note about the rest; `missing` maps each to its discussion.

        Those of a discussion that isn't shown stay, or go, with it.
        """
        here = [one for one in sorted(missing) if self._has(missing[one])]
        gone = [one for one, status in self._asked(watch, here[:MOST]) if status in (301, 404, 410)]
        if gone and not self._is_shown(watch):
            return [], NOT_SHOWN
        left = len(here) - MOST
        return (
            gone,
            f"{left:,} more {_what(watch)} that may be gone are looked after next week" if left > 0 else "",
        )

    def _asked(self, watch: DeletionWatch, missing: Iterable[int]) -> Iterator[tuple[int, int]]:
        """The HTTP status of each missing discussion; a failing request is skipped. Raises after too many failures."""
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
            yield one, status

    def _has(self, discussion: int) -> bool:
        """Whether a discussion is shown; it is asked for once where no listing said so."""
        if discussion not in self._shown:
            asked = self._asked(self._of_discussions, [discussion])
            self._shown[discussion] = any(status == 200 for _, status in asked)
        return self._shown[discussion]

    def _is_shown(self, watch: DeletionWatch) -> bool:
        """Whether the repository is still where it was: one that was renamed moves every address."""
        reply = self._asking.one(watch.path, {**watch.params, "page": 1})
        return reply.status == 200 and isinstance(reply.data, list)


def _what(watch: DeletionWatch) -> str:
    """The plain name of a watched listing, such as "issues"."""
    return watch.name.removesuffix(" that are there")


OPENING: Final = "opening/"


class WeeklyComparison:
    """Compares once a week what is kept of a repository with the forge. Interrupted, a listing begins again."""

    def __init__(self, session: Session, asking: ForgeRequests, forge: Forge, now: str) -> None:
        self._session = session
        self._asking = asking
        self._now = now
        self._listings = {one.name: one for one in forge.listings}
        self._missing = Missing(asking, session.name, next(one for one in forge.watches if one.prefix == OPENING))

    def compare(self, watch: DeletionWatch) -> None:
        """Read a full listing; delete what is gone from it, and read what isn't kept as it is listed."""
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
        """The kept texts of a watched listing, by number."""
        texts = self._session.kept.texts(self._session.name).items()
        found = ((key.removeprefix(watch.prefix), state) for key, state in texts if key.startswith(watch.prefix))
        return {int(digits): state for digits, state in found if digits.isascii() and digits.isdigit()}

    def _there(self, watch: DeletionWatch, kept: Mapping[int, TextState]) -> tuple[set[int], bool]:
        """The numbers that are listed, and whether the listing could be read."""
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
            place, more = page_behind(page.place, full_size(watch.params), len(page.found)), page.more
        return there, True

    def _compared(self, watch: DeletionWatch, page: Mapping[int, Json], kept: Mapping[int, TextState]) -> None:
        """Read those of a page that aren't kept as they are listed; correct who is a member."""
        made, _ = parse_items(page.items(), lambda one: (one[0], watch.text(one[1])))
        texts = dict(made)
        times = {found: text.updated_at for found, text in texts.items()}
        stale = {found for found in page if is_newer(times.get(found, ""), kept.get(found), self._now)}
        self._bring(watch, [one for found, one in page.items() if found in stale or watch.changes(one)])
        told = [text for found, text in texts.items() if found not in stale and text.member != kept[found].member]
        if told and watch.tells_members:
            self._session.put(ForgeBatch(parts=tuple(told), same_author=watch.same_author))

    def _bring(self, watch: DeletionWatch, page: Sequence[Json]) -> None:
        """Store those of a page that come whole with it; mark the others to be read one by one."""
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
    """A batch that deletes some numbers of a watched listing."""
    if watch.prefix.startswith(OPENING):
        return ForgeBatch(gone=tuple(gone), sign="!" if watch.prefix.endswith("!") else "#")
    return ForgeBatch(gone_parts=tuple(f"{watch.prefix}{one}" for one in gone))
