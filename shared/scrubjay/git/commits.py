"""Commits by their ids: whether they exist and are reachable, their messages, times and order."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from enum import StrEnum

from scrubjay.errors import GitFailed
from scrubjay.git.ancestry import unreachable
from scrubjay.git.head import utc
from scrubjay.git.lookup import AMBIGUOUS, MISSING, Lookup
from scrubjay.git.message import parse_commit
from scrubjay.git.process import Git
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import OBJECT_ID, pattern

LONGEST = 1_000_000
"""Bytes of a commit object that are read; nearly all of them are its message."""

_HEX = pattern(r"[0-9a-f]{4,64}\Z")


class CommitPresence(StrEnum):
    """Whether a clone has a commit, by its id or its first digits."""

    REACHABLE = "reachable"
    UNREACHABLE = "unreachable"
    AMBIGUOUS = "ambiguous"
    ABSENT = "absent"
    NO_COMMIT = "no commit"


@dataclass(frozen=True, slots=True)
class CommitRelation:
    """How a commit id relates to HEAD; with the full id and message where exactly one commit matches."""

    presence: CommitPresence
    sha: str = ""
    message: str = ""


def resolve_commit(
    git: Git, objects: Lookup, id: str, head: str, is_known_reachable: Callable[[str], bool]
) -> CommitRelation:
    """Resolve a full commit id, or its first digits in lower case.

    `head` is a full commit id; without commits nothing is reachable. `is_known_reachable` tells whether a commit is
    already known to be reachable from `head`, which saves git a walk. Raises GitFailed.
    """
    if not _HEX.match(id):
        return CommitRelation(CommitPresence.ABSENT)
    result = objects.find(id, LONGEST)
    if result.kind in {MISSING, AMBIGUOUS}:
        return CommitRelation(CommitPresence.AMBIGUOUS if result.kind == AMBIGUOUS else CommitPresence.ABSENT)
    if result.kind != "commit":
        return CommitRelation(CommitPresence.NO_COMMIT, result.oid)
    reachable = bool(head) and (is_known_reachable(result.oid) or not unreachable(git, [result.oid], head))
    return CommitRelation(
        CommitPresence.REACHABLE if reachable else CommitPresence.UNREACHABLE,
        result.oid,
        parse_commit(result.content).text,
    )


MOST_DATED = 2_000
"""Commits in one question."""


def moments_of(git: Git, commits: Iterable[str]) -> dict[str, str]:
    """The moments (ISO 8601, UTC) at which some commits were committed, by their full ids."""
    ids = sorted({commit for commit in commits if re.fullmatch(OBJECT_ID, commit)})[:MOST_DATED]
    if not ids:
        return {}
    out = git.run("log", "--no-walk=unsorted", "--format=%H %ct", "--end-of-options", *ids, "--")
    pairs = (line.split() for line in out.decode("ascii", "replace").splitlines())
    return {sha: utc(int(seconds)) for sha, seconds in pairs}


ORDER_PATIENCE_S = 5.0


def places(git: Git, commit: str, shas: Collection[str], since: str) -> dict[str, int]:
    """The order of some commits among the ancestors of another, parents before children.

    Only what was committed at `since` (ISO 8601) or later is walked; what git can't tell in time is absent.
    """
    wanted = set(shas)
    found: list[str] = []
    walk = ("--topo-order", f"--since={since}", "--format=%H", "--end-of-options", commit, "--")
    try:
        for field in git.fields("log", "-z", *walk, timeout=ORDER_PATIENCE_S):
            sha = field.decode("ascii", "replace").strip()
            if sha in wanted:
                found.append(sha)
            if len(found) == len(wanted):
                break
    except GitFailed:
        pass  # what was read so far stands
    return {sha: -number for number, sha in enumerate(found)}


MOST_SUBJECTS = 10_000
PATIENCE_S = 20


def subjects(git: Git, commit: str) -> Iterator[str]:
    """The subjects of a commit and its ancestors, newest first; none without commits."""
    if commit:
        walk = (f"-{MOST_SUBJECTS}", "--encoding=UTF-8", "--format=%s", "--end-of-options", commit, "--")
        for field in git.fields("log", "-z", *walk, ok=range(256), timeout=PATIENCE_S):
            yield field.decode("utf-8", "replace")
