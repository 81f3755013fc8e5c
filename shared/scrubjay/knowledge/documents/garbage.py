"""Garbage collection of contents that no clone's git has, or that an older chunker or model left behind."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from scrubjay.git.objects import ObjectReader
from scrubjay.git.process import Git
from scrubjay.knowledge.documents import store
from scrubjay.knowledge.index import refusals
from scrubjay.knowledge.index import store as index
from scrubjay.knowledge.index.kinds import SOURCED
from scrubjay.knowledge.index.policy import Policy
from scrubjay.storage.database import Database

BATCH = 50


@dataclass(frozen=True, slots=True)
class GcReport:
    """The dropped contents: gone from git, made by another chunker, indexed for `as_of` only; and those kept."""

    gone: int
    outdated: int
    past: int
    kept: int


def collect(clones: Iterable[Git], knowledge: Database, policy: Policy, extensions: Collection[str] = ()) -> GcReport:
    """Delete contents whose blob is in no known clone, or that another chunker made. Documents stay in git.

    Contents that were indexed only for an `as_of` query are deleted as well, unless a branch shows them now, and what
    sources of extensions gave that aren't among `extensions`.
    """
    rows = knowledge.read(index.from_git)
    current = [r for r in rows if r["chunker"] == policy.key_of(r["format"]) and _is_given(r["format"], extensions)]
    kept = {r["id"] for r in current}
    outdated = [r["id"] for r in rows if r["id"] not in kept]
    in_git = {r["blob"]: r["id"] for r in current if not r["format"].startswith(SOURCED)}
    known_clones = tuple(clones)
    lost = set(in_git) if known_clones else set()
    for git in known_clones:
        with ObjectReader(git) as reader:
            lost -= set(reader.info(sorted(lost)))
    gone = [in_git[blob] for blob in sorted(lost)]
    past = _past(known_clones, knowledge) - {*outdated, *gone}
    doomed = [*outdated, *gone, *sorted(past)]
    for start in range(0, len(doomed), BATCH):
        batch = doomed[start : start + BATCH]
        knowledge.write(lambda c, batch=batch: index.drop(c, batch))  # type: ignore[misc]
    knowledge.write(lambda c: refusals.drop_stale(c, policy.key))
    return GcReport(len(gone), len(outdated), len(past), len(rows) - len(doomed))


def _is_given(format: str, extensions: Collection[str]) -> bool:
    """Whether somebody may still give texts of a format: git does, and extensions that are on."""
    return not format.startswith(SOURCED) or format.removeprefix(SOURCED).partition(":")[0] in extensions


def _past(clones: tuple[Git, ...], knowledge: Database) -> set[int]:
    """Contents of `as_of` queries that no branch of a clone shows; none where a clone doesn't answer."""
    contents = {row["id"]: row["blob"] for row in knowledge.read(lambda c: c.execute(store.Q.historic).fetchall())}
    if not contents:
        return set()
    reachable: set[str] = set()
    for git in clones:
        code, out = git.answer(
            "rev-list", "--no-walk", "--objects", "--no-object-names", "--branches", "--remotes", "HEAD", timeout=60
        )
        if code:
            return set()
        reachable.update(out.decode("ascii", "replace").split())
    return {content for content, blob in contents.items() if blob not in reachable}
