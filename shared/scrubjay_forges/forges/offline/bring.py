"""Brings discussions from files into a project's store, a few at a time; the same file twice changes nothing.

What a newer archive doesn't have any more is taken away, where only earlier files brought it.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from scrubjay.errors import UsageError
from scrubjay.model.frozen import dataclass, field, replace
from scrubjay_forges.discussions.keys import SIGNED
from scrubjay_forges.discussions.store import DiscussionStore
from scrubjay_forges.discussions.values import DiscussionHead, ForgeBatch
from scrubjay_forges.forges.offline.items import OfflineItem
from scrubjay_forges.forges.offline.read import OfflineFile, read_file

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
        """The report with items that could be read, and those that couldn't."""
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
        """The report with more texts that were new, changed or gone."""
        return replace(self, new=self.new + new, changed=self.changed + changed, gone=self.gone + gone)


@dataclass(slots=True)
class Seen:
    """The discussions of files that together hold everything of a time: their numbers, and the kinds that occur.

    A kind that doesn't occur wasn't asked for. `unread` counts discussions whose number can't be told. `as_of` is as of
    when all of it is, by the oldest of the files.
    """

    file_at: str
    as_of: str = ""
    numbers: set[int] = field(default_factory=set)
    kinds: set[str] = field(default_factory=set)
    unread: int = 0

    def note(self, good: Sequence[OfflineItem], bad: Sequence[OfflineItem]) -> None:
        """Note the discussions of a file, damaged ones too."""
        self.numbers.update(item.number for item in (*good, *bad) if item.number)
        self.kinds.update(head.kind for head in heads_of(good))
        self.unread += sum(not item.number and not item.is_other for item in bad)


def heads_of(items: Sequence[OfflineItem]) -> list[DiscussionHead]:
    """The heads of the discussions that could be read."""
    return [item.head for item in items if item.head is not None]


def newest_change(item: OfflineItem) -> str:
    """When a discussion last changed, by any time that it tells; empty where it wasn't read."""
    heads = [] if item.head is None else [item.head.updated_at, item.head.closed_at]
    return max([*heads, *(max(part.created_at, part.updated_at) for part in item.parts)], default="")


MOST_DISCUSSIONS: Final = 50
MOST_TEXTS: Final = 1_000
"""What is stored at once."""

Progress = Callable[[int, int], None]


def no_progress(done: int, total: int) -> None:
    """Does nothing: nobody is told of the progress."""


class FileImport:
    """Imports files of one repository's discussions. `complete`: together they hold all that there is.

    An archive does so by itself. Raises UsageError for a file that can't be read or is of another repository.
    """

    def __init__(
        self,
        store: DiscussionStore,
        repository: str,
        paths: Sequence[Path],
        *,
        complete: bool = False,
        progress: Progress = no_progress,
    ) -> None:
        if store.forges().get(repository) == SIGNED:
            raise UsageError(
                f"{repository} is read from GitLab: `scrubjay forge sync` brings it. Nothing was imported."
            )
        files = [read_file(path, progress) for path in paths]
        for path, file in zip(paths, files, strict=True):
            if file.repository and file.repository.lower() != repository.partition("/")[2].lower():
                raise UsageError(
                    f"{path} is of {file.repository[:100]}, not of {repository}. Name that one; nothing was imported."
                )
        self._store, self._repository, self._complete = store, repository, complete
        self._files = sorted(files, key=lambda file: file.taken_at)
        self.count = sum(file.count for file in files)

    def run(self, *, dry_run: bool = False, progress: Progress = no_progress) -> OfflineReport:
        """Store what the files hold; with `dry_run` only say what would be stored and taken away. Raises UsageError.

        What can't be read is named and skipped. Interrupted, what was stored stays, and the next run goes on.
        """
        if not dry_run:
            self._store.ensure(self._repository, "file")
        now, report = self._store.now(), OfflineReport()
        parts = Seen(min([now, *(file.taken_at for file in self._files if not file.is_archive)]))
        for file in self._files:
            seen = Seen(min(file.taken_at, now)) if file.is_archive else parts
            report = self._file(file, seen, report, progress, now, dry_run=dry_run)
            if file.is_archive:
                report = self._compare(seen, report, dry_run=dry_run)
        if self._complete:
            report = self._compare(parts, report, dry_run=dry_run)
        return report

    def _file(
        self, file: OfflineFile, seen: Seen, report: OfflineReport, progress: Progress, now: str, *, dry_run: bool
    ) -> OfflineReport:
        """Store what one file holds; returns the report with it."""
        begun = report.issues + report.pull_requests + report.skips
        numbers, newest = set[int](), ""
        for done, batch in _batches(file.items()):
            items = [self._of_here(item) for item in batch]
            good = [item for item in items if item.head is not None]
            bad = [item for item in items if item.head is None]
            seen.note(good, bad)
            numbers |= {item.number for item in good}
            newest = max([newest, *(newest_change(item) for item in good)])
            report = self._put_items(
                report.with_items(good, bad), good, min(file.taken_at, self._store.now()), dry_run=dry_run
            )
            progress(begun + done, max(begun + done, self.count))
        as_of = min(file.as_of or newest, now)
        seen.as_of = min(filter(None, (seen.as_of, as_of)), default="")
        if not dry_run:
            self._store.mark_read(self._repository, numbers, as_of)
        return replace(report, as_of=max(report.as_of, as_of))

    def _of_here(self, item: OfflineItem) -> OfflineItem:
        """The item, or a skipped one in its place if it says that it belongs to another repository."""
        if not item.repository or item.repository.lower() == self._repository.lower():
            return item
        wrong = f"is of {item.repository[:200]}, not of {self._repository}"
        return OfflineItem(where=item.where, wrong=wrong, is_other=True)

    def _put_items(
        self, report: OfflineReport, good: Sequence[OfflineItem], file_at: str, *, dry_run: bool
    ) -> OfflineReport:
        """Store some discussions, or with `dry_run` count what would be deleted; returns the report with them."""
        batch = ForgeBatch(
            heads=tuple(heads_of(good)),
            parts=tuple(part for item in good for part in item.parts),
            file_at=file_at,
            held=tuple((item.number, role) for item in good for role in sorted(item.held)),
        )
        if dry_run or not good:
            return report.plus(gone=self._store.taken_out(self._repository, batch))
        put = self._store.put(self._repository, batch)
        return report.plus(new=put.new, changed=put.changed, gone=put.gone)

    def _compare(self, seen: Seen, report: OfflineReport, *, dry_run: bool) -> OfflineReport:
        """Delete what only earlier files had, of the kinds that are complete now."""
        if seen.unread:
            return replace(report, not_compared="what is gone wasn't looked for, because some numbers can't be read")
        kept = self._store.of_earlier_files(self._repository, seen.file_at, seen.kinds)
        gone = [number for number in kept if number not in seen.numbers]
        if not dry_run:
            for start in range(0, len(gone), MOST_DISCUSSIONS):
                batch = ForgeBatch(gone=tuple(gone[start : start + MOST_DISCUSSIONS]), file_at=seen.file_at)
                self._store.put(self._repository, batch)
            if self._store.kinds(self._repository) <= seen.kinds:
                self._store.put(self._repository, ForgeBatch(), synced_at=seen.as_of)
        return report.plus(gone=len(gone))


def _batches(items: Iterator[OfflineItem]) -> Iterator[tuple[int, list[OfflineItem]]]:
    """Discussions in groups that are stored at once, each with how many there were so far."""
    batch: list[OfflineItem] = []
    done = texts = 0
    for done, item in enumerate(items, 1):
        batch.append(item)
        texts += len(item.parts)
        if len(batch) == MOST_DISCUSSIONS or texts >= MOST_TEXTS:
            yield done, batch
            batch, texts = [], 0
    if batch:
        yield done, batch
