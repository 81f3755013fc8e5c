"""The values that describe work on a branch."""

from collections.abc import Mapping
from dataclasses import dataclass, field

Details = Mapping[str, object]
"""A JSON object, bounded by `bounds.snapshot`."""


@dataclass(frozen=True, slots=True)
class Task:
    """The state of the work on one branch; `version` counts its writes, from 1.

    `head` is the commit at the last write, `saved_at` its moment. `inherited_from` names the branch that this
    one was copied from when it was first seen, else "".
    """

    branch: str
    version: int
    task: str
    details: Details
    completed: tuple[str, ...]
    in_progress: str
    blockers: tuple[str, ...]
    next_steps: tuple[str, ...]
    dead_ends: tuple[str, ...]
    head: str
    session: str
    saved_at: str
    inherited_from: str = ""


@dataclass(frozen=True, slots=True)
class TaskChange:
    """A new text and details for the task of a branch.

    `expected_version` is the version that the caller has read; 0 overwrites whatever is there.
    """

    task: str
    details: Details = field(default_factory=dict)
    expected_version: int = 0
    session: str = ""


@dataclass(frozen=True, slots=True)
class SessionSave:
    """What a session leaves for the next one."""

    summary: str
    completed: tuple[str, ...] = ()
    in_progress: str = ""
    blockers: tuple[str, ...] = ()
    next_steps: tuple[str, ...] = ()
    dead_ends: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()
    session: str = ""


@dataclass(frozen=True, slots=True)
class PastSave:
    """A stored SessionSave, with where and when."""

    branch: str
    head: str
    saved_at: str
    version: int
    save: SessionSave


@dataclass(frozen=True, slots=True)
class Saved:
    """It is on disk. `masked` names the kinds of secrets that were taken out of the text before."""

    version: int
    saved_at: str
    masked: tuple[str, ...] = ()
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Conflict:
    """Nothing was written: `current` is newer than the version that `yours` expected."""

    current: Task
    yours: TaskChange
