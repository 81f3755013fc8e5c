"""Resolution of a commit id: whether it exists, whether it is reachable from HEAD, and its message."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from scrubjay.git.ancestry import unreachable
from scrubjay.git.lookup import AMBIGUOUS, MISSING, Lookup
from scrubjay.git.message import parse_commit
from scrubjay.git.process import Git

LONGEST = 1_000_000
"""Bytes of a commit object that are read; nearly all of them are its message."""

_HEX = re.compile(r"[0-9a-f]{4,64}\Z")


class CommitPresence(StrEnum):
    """What a clone knows of a commit id or its first digits."""

    REACHABLE = "reachable"
    UNREACHABLE = "unreachable"
    AMBIGUOUS = "ambiguous"
    ABSENT = "absent"
    NO_COMMIT = "no commit"


@dataclass(frozen=True, slots=True)
class CommitRelation:
    """How a commit id relates to HEAD; with the full id and the message where exactly one commit matches."""

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
