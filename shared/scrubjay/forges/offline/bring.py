"""Brings discussions from files into a project's store, a few at a time; the same file twice changes nothing."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

from scrubjay.discussions.refs import SIGNED
from scrubjay.discussions.store import DiscussionStore
from scrubjay.discussions.values import ForgeBatch
from scrubjay.errors import UsageError
from scrubjay.forges.offline.read import OfflineItem, read_file

BATCH: Final = 50
SHOWN: Final = 100
"""Skipped discussions that are named."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class OfflineReport:
    """What files brought: how many discussions and texts, which of them are new or changed, and what was skipped.

    `as_of` is the time that a file names, else that of its newest change.
    """

    issues: int = 0
    pull_requests: int = 0
    texts: int = 0
    new: int = 0
    changed: int = 0
    skipped: tuple[tuple[str, str], ...] = ()
    as_of: str = ""


def bring(
    store: DiscussionStore,
    repository: str,
    paths: list[Path],
    *,
    dry_run: bool = False,
    total: int = 0,
    progress: Progress = lambda done, total: None,
) -> OfflineReport:
    """Read files of one repository's discussions and store them; with `dry_run` only count. Raises UsageError.

    `total`: how many discussions there are, where somebody counted, for `progress`.

    What can't be read is named and skipped. Interrupted, what was stored stays, and the next run goes on.
    """
    if store.forges().get(repository) == SIGNED:
        raise UsageError(f"{repository} is read from GitLab: `scrubjay forge sync` brings it. Nothing was imported.")
    files = [read_file(path) for path in paths]
    for path, file in zip(paths, files, strict=True):
        if file.repository and file.repository.lower() != repository.partition("/")[2].lower():
            raise UsageError(
                f"{path} is of {file.repository[:100]}, not of {repository}. Name that one; nothing was imported."
            )
    if not dry_run:
        store.ensure(repository, "file")
    issues = pull_requests = texts = new = changed = done = 0
    skipped: list[tuple[str, str]] = []
    as_of = max((file.as_of for file in files), default="")
    newest = ""
    for file in files:
        while batch := list(islice(file.items, BATCH)):
            skipped += [(item.where, item.wrong) for item in batch if item.head is None]
            report, good = _put(store, repository, batch, dry_run=dry_run)
            heads = [item.head for item in good if item.head]
            issues += sum(head.kind == "issue" for head in heads)
            pull_requests += sum(head.kind == "pull_request" for head in heads)
            texts += sum(len(item.parts) for item in good)
            new, changed, done = new + report[0], changed + report[1], done + len(batch)
            newest = max([newest, *(head.updated_at for head in heads)])
            progress(done, max(done, total))
    if not dry_run:
        store.put(repository, ForgeBatch(), synced_at=as_of or newest)
    return OfflineReport(
        issues=issues, pull_requests=pull_requests, texts=texts, new=new, changed=changed, skipped=tuple(skipped),
        as_of=as_of or newest,
    )  # fmt: skip


def _put(
    store: DiscussionStore, repository: str, batch: list[OfflineItem], *, dry_run: bool
) -> tuple[tuple[int, int], list[OfflineItem]]:
    good = [item for item in batch if item.head is not None]
    if dry_run or not good:
        return (0, 0), good
    heads = tuple(item.head for item in good if item.head)
    report = store.put(repository, ForgeBatch(heads=heads, parts=tuple(part for item in good for part in item.parts)))
    return (report.new, report.changed), good
