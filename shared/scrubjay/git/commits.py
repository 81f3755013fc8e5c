"""Does this commit exist, is it part of what HEAD has, and what does its message say?"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from scrubjay.git.ancestry import outside
from scrubjay.git.lookup import AMBIGUOUS, MISSING, Lookup
from scrubjay.git.message import read
from scrubjay.git.process import Git

LONGEST = 1_000_000
"""Bytes of a commit object that are read: its message is nearly all of it."""

_HEX = re.compile(r"[0-9a-f]{4,64}\Z")


class Presence(StrEnum):
    """What a clone knows of a commit id or its first digits."""

    REACHABLE = "reachable"
    UNREACHABLE = "unreachable"
    AMBIGUOUS = "ambiguous"
    ABSENT = "absent"
    NO_COMMIT = "no commit"


@dataclass(frozen=True, slots=True)
class Known:
    """How HEAD stands to a commit; the full id and the message, where there is just one."""

    presence: Presence
    sha: str = ""
    message: str = ""


def look_up(git: Git, objects: Lookup, id: str, head: str, held: Callable[[str], bool]) -> Known:
    """A commit id, in full or its first digits in lower case, with what this clone knows of it.

    `head` is a full commit id; without commits nothing is reachable. `held` says of commits whether `head` is known to
    have them, so that git needn't walk. Raises GitFailed.
    """
    if not _HEX.match(id):
        return Known(Presence.ABSENT)
    found = objects.find(id, LONGEST)
    if found.kind in {MISSING, AMBIGUOUS}:
        return Known(Presence.AMBIGUOUS if found.kind == AMBIGUOUS else Presence.ABSENT)
    if found.kind != "commit":
        return Known(Presence.NO_COMMIT, found.oid)
    reachable = bool(head) and (held(found.oid) or not outside(git, [found.oid], head))
    return Known(Presence.REACHABLE if reachable else Presence.UNREACHABLE, found.oid, read(found.content).text)
