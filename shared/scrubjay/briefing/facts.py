"""What a briefing is made of, gathered before a word is written."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from scrubjay.briefing.once import Once
from scrubjay.sessions.points import Point
from scrubjay.sessions.task import PastSave, Task


@dataclass(frozen=True, slots=True)
class CommitLine:
    """A commit as one line: its short id and its subject."""

    short: str
    subject: str


@dataclass(frozen=True, slots=True)
class DecisionLine:
    """A decision as one line. `replaces` and `superseded_by` hold names such as ADR-002."""

    name: str
    title: str
    status: str
    date: str
    path: str
    replaces: tuple[str, ...] = ()
    superseded_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MemoryLine:
    """A memory as one line; `mark` says what it is worth, by whom and since when, `words` are those of its source.

    `otherwise` is what says otherwise, and who says it, where the memory is contested.
    """

    kind: str
    content: str
    mark: str
    id: str = ""
    words: str = ""
    otherwise: str = ""


@dataclass(frozen=True, slots=True)
class MergedLine:
    """What was done on a branch that HEAD now holds: how it came in, when that was noticed, what was decided there.

    `left_open` is what nobody had called done: in progress, blocked, next, questions.
    """

    branch: str
    task: str
    how: str
    at: str
    decisions: tuple[str, ...] = ()
    dead_ends: tuple[str, ...] = ()
    left_open: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything that a briefing may say, at one moment.

    `knowledge` is "fresh", "3 files behind" or another state in a few words. `base` is the branch that this one is
    compared with, `ahead` and `behind` count commits. `unsaved` is the last session here where it left no save.
    `since` holds commits, newest first: after the last save, after the beginning of a session that saved nothing, or
    simply the newest, as `since_what` says; `more_since` says that there are more than were read. `conflicted`
    counts files that a merge or rebase left in conflict, `conflicted_paths` names some. `changed` counts
    uncommitted files, unless `changes_unknown`, and `changed_paths` names some; `files` are those that sessions
    touched. `bearing` says that the first decisions bear on the task, branch or files. `told` is what persons told,
    `memories` what rests on a source or an observation, `unconfirmed` a few of those that nothing stands behind and
    `unconfirmed_in_all` how many there are. `waiting` counts held claims, of which none is told; `once` is said to one
    session alone, `fallen` holds ids of what is worth too little to be told unasked. `moved` counts memories whose
    source changed, is gone, or was superseded, `moved_claims` the first with what became of their source.
    """

    now: datetime
    worktree: str
    branch: str
    commit: str
    knowledge: str
    in_progress: str = ""
    base: str = ""
    ahead: int = 0
    behind: int = 0
    task: Task | None = None
    last: PastSave | None = None
    unsaved: Point | None = None
    merged: tuple[MergedLine, ...] = ()
    since: tuple[CommitLine, ...] = ()
    more_since: bool = False
    since_what: Literal["", "save", "began"] = ""
    conflicted: int = 0
    conflicted_paths: tuple[str, ...] = ()
    changed: int = 0
    changed_paths: tuple[str, ...] = ()
    changes_unknown: bool = False
    files: tuple[str, ...] = ()
    decisions: tuple[DecisionLine, ...] = ()
    bearing: bool = False
    focus: str = ""
    told: tuple[MemoryLine, ...] = ()
    memories: tuple[MemoryLine, ...] = ()
    unconfirmed: tuple[MemoryLine, ...] = ()
    unconfirmed_in_all: int = 0
    waiting: int = 0
    once: tuple[Once, ...] = ()
    moved: int = 0
    moved_claims: tuple[str, ...] = ()
    fallen: tuple[str, ...] = ()
