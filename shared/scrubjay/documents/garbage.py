"""What may go? Contents that no clone's git has any more, and what older rules or models left behind."""

from collections.abc import Iterable
from dataclasses import dataclass

from scrubjay.documents import store
from scrubjay.documents.policy import Policy
from scrubjay.git.objects import ObjectReader
from scrubjay.git.process import Git
from scrubjay.storage import Database

BATCH = 50


@dataclass(frozen=True, slots=True)
class GcReport:
    """What was dropped: contents that git no longer has, and contents of older rules."""

    gone: int
    outdated: int
    kept: int


def collect(clones: Iterable[Git], knowledge: Database, policy: Policy) -> GcReport:
    """Drop contents whose blob is in no known clone, or that another chunker made. Documents stay in git."""
    rows = knowledge.read(lambda c: c.execute(store.Q.contents_of_git).fetchall())
    outdated = [r["id"] for r in rows if r["chunker"] != policy.chunker]
    current = {r["blob"]: r["id"] for r in rows if r["chunker"] == policy.chunker}
    known = tuple(clones)
    lost = set(current) if known else set()
    for git in known:
        with ObjectReader(git) as reader:
            lost -= set(reader.info(sorted(lost)))
    gone = [current[blob] for blob in sorted(lost)]
    doomed = outdated + gone
    for start in range(0, len(doomed), BATCH):
        some = doomed[start : start + BATCH]
        knowledge.write(lambda c, some=some: store.drop(c, some))  # type: ignore[misc]
    knowledge.write(lambda c: c.execute(store.Q.drop_stale_skipped, {"policy": policy.key}))
    return GcReport(len(gone), len(outdated), len(rows) - len(doomed))
