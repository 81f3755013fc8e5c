"""Did a session end well? By what is known of its commits, its tests and its handoffs. Pure."""

from dataclasses import dataclass
from enum import StrEnum


class Commits(StrEnum):
    """What became of the commits that a session made."""

    NONE = "none"
    OPEN = "not on the base branch yet"
    LEFT = "not on the base branch for two weeks"
    REACHED = "on the base branch"


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionEvidence:
    """What is known of a session. `tests` and `reported` are empty where nothing is known."""

    session: str
    readable: bool = False
    tests: str = ""
    reported: str = ""
    commits: Commits = Commits.NONE
    handed_over: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcomes:
    """How sessions ended, by session; which memories each had, by the beginnings of their ids; reported failures.

    `unreadable` counts sessions whose client keeps no transcript that could be read: they have no outcome.
    """

    well: dict[str, bool]
    had: dict[str, frozenset[str]]
    failed: dict[str, int]
    unreadable: int = 0


def ended_well(evidence: SessionEvidence) -> bool | None:
    """Whether it ended well; None where nobody can say.

    What a script reports outranks the rest. Without a readable transcript nothing is said: where only success can be
    seen, every rate would be 1.
    """
    if evidence.reported:
        return evidence.reported == "well"
    if not evidence.readable:
        return None
    if evidence.commits is Commits.REACHED or evidence.tests == "passed" or evidence.handed_over:
        return True
    if evidence.tests == "failed" or evidence.commits is Commits.LEFT:
        return False
    return None
