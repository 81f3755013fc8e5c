"""What an import from files did, added up as it goes; and what files that are complete have; pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from scrubjay_forges.discussions.values import DiscussionHead
from scrubjay_forges.forges.offline.items import OfflineItem

MOST_NAMED: Final = 1_000
"""Skipped discussions that are named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfflineReport:
    """What files brought: how many discussions and texts, which of them are new or changed, and what was skipped.

    `gone` counts discussions, and texts of others, that a newer file doesn't have any more; `not_compared` says why
    none were looked for. `as_of` is the time that the newest file names, else that of its newest change.
    """

    issues: int = 0
    pull_requests: int = 0
    texts: int = 0
    new: int = 0
    changed: int = 0
    gone: int = 0
    skips: int = 0
    skipped: tuple[tuple[str, str], ...] = ()
    not_compared: str = ""
    as_of: str = ""

    def with_items(self, good: Sequence[OfflineItem], bad: Sequence[OfflineItem]) -> "OfflineReport":
        """With what was read and what wasn't."""
        heads = heads_of(good)
        named = tuple((item.where, item.wrong) for item in bad[: MOST_NAMED - len(self.skipped)])
        return replace(
            self,
            issues=self.issues + sum(head.kind == "issue" for head in heads),
            pull_requests=self.pull_requests + sum(head.kind == "pull_request" for head in heads),
            texts=self.texts + sum(len(item.parts) for item in good),
            skips=self.skips + len(bad),
            skipped=(*self.skipped, *named),
        )

    def plus(self, *, new: int = 0, changed: int = 0, gone: int = 0) -> "OfflineReport":
        """With what was written."""
        return replace(self, new=self.new + new, changed=self.changed + changed, gone=self.gone + gone)


@dataclass(slots=True)
class Seen:
    """What files have that together hold everything of a time: the numbers, and the kinds that occur.

    A kind that doesn't occur wasn't asked for. `unread` counts discussions whose number can't be told. `as_of` is as of
    when all of it is, by the oldest of the files.
    """

    file_at: str
    as_of: str = ""
    numbers: set[int] = field(default_factory=set)
    kinds: set[str] = field(default_factory=set)
    unread: int = 0

    def note(self, good: Sequence[OfflineItem], bad: Sequence[OfflineItem]) -> None:
        """Note discussions; what is damaged is there nevertheless."""
        self.numbers.update(item.number for item in (*good, *bad) if item.number)
        self.kinds.update(head.kind for head in heads_of(good))
        self.unread += sum(not item.number and not item.is_other for item in bad)


def heads_of(items: Sequence[OfflineItem]) -> list[DiscussionHead]:
    """The heads of those that were read."""
    return [item.head for item in items if item.head is not None]


def newest_change(item: OfflineItem) -> str:
    """When a discussion last changed, by any time that it tells; empty where it wasn't read."""
    heads = [] if item.head is None else [item.head.updated_at, item.head.closed_at]
    return max([*heads, *(max(part.created_at, part.updated_at) for part in item.parts)], default="")
