"""Value types of the work on a branch: working set, notes, saves and write results; and their JSON."""

import json
from collections.abc import Mapping
from typing import Literal

from scrubjay.model.frozen import dataclass, field

Details = Mapping[str, object]
"""A JSON object, bounded by `model.snapshot`."""

Kind = Literal["done", "doing", "next", "blocked", "dead_end", "decision", "question", "goal", "constraint"]
"""What a note says about the work."""


HANDOFF, SET_ASIDE = "handoff", "set_aside"
"""Members of a task's details: the handoff that it came by, and the text of the task that it took the place of."""

AGENT_CHOICE = "agent's choice on this branch"
"""The source label of a decision among an agent's notes: no person made it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """The working set of one branch; `version` counts its writes, from 1.

    `head` is the commit at the last write, `saved_at` its time, `session` its writer. `in_progress` has an entry for
    each session that is in the middle of something. `inherited_from` names the branch that this one was copied from
    when it was first read, else "".
    """

    branch: str
    version: int
    task: str
    details: Details
    completed: tuple[str, ...]
    in_progress: tuple[str, ...]
    blockers: tuple[str, ...]
    next_steps: tuple[str, ...]
    dead_ends: tuple[str, ...]
    head: str
    session: str
    saved_at: str
    inherited_from: str = ""
    goals: tuple[str, ...] = ()
    constraints: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()


LISTS = (
    "completed", "in_progress", "blockers", "next_steps", "dead_ends", "goals", "constraints", "decisions", "questions",
)  # fmt: skip
"""The fields of a working set that are lists of texts."""

SAVE_LISTS = ("completed", "blockers", "next_steps", "dead_ends", "decisions", "candidates")
"""Those of a save."""


def empty_task(branch: str) -> Task:
    """An empty working set for a branch."""
    return Task(
        branch=branch,
        version=0,
        task="",
        details={},
        completed=(),
        in_progress=(),
        blockers=(),
        next_steps=(),
        dead_ends=(),
        head="",
        session="",
        saved_at="",
    )


@dataclass(frozen=True, slots=True)
class TaskChange:
    """A change of a branch's task: its new text and details.

    `goals`, `constraints` and `open_questions` among the details become parts of the working set. What isn't mentioned
    there stays. `expected_version` is the version that the caller has read (optimistic locking); 0 overwrites.
    """

    task: str
    details: Details = field(default_factory=dict)
    expected_version: int = 0
    session: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """One event of the work that a session notes, such as a decision or a next step."""

    text: str
    kind: Kind = "done"
    session: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSave:
    """What a session saves for the next one."""

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
    """A stored SessionSave with its branch, commit and time."""

    branch: str
    head: str
    saved_at: str
    version: int
    save: SessionSave


@dataclass(frozen=True, slots=True)
class KeptEntries:
    """Entries of one field that another session added meanwhile, and that a save therefore kept."""

    name: str
    entries: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """The result of a stored write. `masked` names the kinds of secrets removed from its text.

    `kept` is what others wrote since the session last read the set, and `kept_of` the session that wrote last. `closed`
    is what was open before and isn't any more: the session had read it and the save doesn't name it. `left` is the text
    of the task that a new one replaced, where it left something behind, and `resumed` says that the task was there
    before and got back what had been noted for it. `taken` counts what was noted before the branch had any task, which
    its first one takes.
    """

    version: int
    saved_at: str
    masked: tuple[str, ...] = ()
    repeated: bool = False
    kept: tuple[KeptEntries, ...] = ()
    kept_of: str = ""
    closed: tuple[KeptEntries, ...] = ()
    left: str = ""
    resumed: bool = False
    taken: int = 0


@dataclass(frozen=True, slots=True)
class Conflict:
    """The result of a write that wasn't stored, since `current` is newer than the expected version `yours`."""

    current: Task
    yours: TaskChange


@dataclass(frozen=True, slots=True)
class Archived:
    """An archived working set: its branch's merge commit, how the work got there ("merged", "squashed"), and when.

    How is "replaced" for a task that a new one of the same branch replaced, "done" for one of a handoff that was
    finished; then no commit holds it.
    """

    task: Task
    head: str
    merged_in: str
    how: str
    archived_at: str


to_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""Compact JSON of a value, keys in the caller's order."""
