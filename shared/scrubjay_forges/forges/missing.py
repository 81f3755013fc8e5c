"""Looks after what is kept and isn't listed any more: is it gone, or only not shown to this token?

Each is asked for by itself. A discussion that is only not shown (404, or moved) goes only where it is little of all
that is kept, and the repository is shown as before. A comment that isn't shown goes, however many do, where its own
discussion is shown: no right shows one without the other.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from scrubjay.errors import ForgeRefuses
from scrubjay_forges.forges.asking import IN_A_ROW, ForgeRequests
from scrubjay_forges.forges.client import ForgeFails
from scrubjay_forges.forges.listing import DeletionWatch

FEW: Final = 20
SHARE: Final = 10
"""A tenth of what is kept, and 20 of a small repository, may be gone at once; more looks like a lost right."""

MOST: Final = 1_000
"""Comments that a comparison looks after by themselves; the next one goes on."""

NOT_SHOWN: Final = "what the forge has was not compared, as it stopped to show it"


class Missing:
    """What isn't listed any more in the repository called `name`. `of_discussions` is the watch of its discussions."""

    def __init__(self, asking: ForgeRequests, name: str, of_discussions: DeletionWatch) -> None:
        self._asking = asking
        self._name = name
        self._of_discussions = of_discussions
        self._shown: dict[int, bool] = {}

    def saw(self, watch: DeletionWatch, numbers: Iterable[int], *, shown: bool = True) -> None:
        """Whether discussions are shown."""
        if watch.prefix == self._of_discussions.prefix:
            self._shown |= dict.fromkeys(numbers, shown)

    def discussions(
        self, watch: DeletionWatch, missing: Sequence[int], kept: int, *, shows_any: bool
    ) -> tuple[list[int], str]:
        """Which of them are gone, and why some that aren't shown stay. `kept`: how many there are in all."""
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
        """Which of them are gone, and what is said of others; `missing` names the discussion of each.

        Those of a discussion that isn't shown stay, or go, with it.
        """
        here = [one for one in sorted(missing) if self._has(missing[one])]
        gone = [one for one, status in self._asked(watch, here[:MOST]) if status in (301, 404, 410)]
        if gone and not self._is_shown(watch):
            return [], NOT_SHOWN
        left = len(here) - MOST
        return gone, f"{left:,} more {_what(watch)} that may be gone are looked after next week" if left > 0 else ""

    def _asked(self, watch: DeletionWatch, missing: Iterable[int]) -> Iterator[tuple[int, int]]:
        """The status of each by itself; one that can't be asked for is passed. Raises what fails too often."""
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
    return watch.name.removesuffix(" that are there")
