"""What a briefing is made of, gathered before a word is written."""

from dataclasses import dataclass
from datetime import datetime

from scrubjay.sessions import PastSave, Task


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
    """A memory as one line; `mark` says how far it may be trusted, such as "unreviewed"."""

    kind: str
    content: str
    mark: str
    recorded_at: str


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything that a briefing may say, at one moment.

    `knowledge` is "fresh", "3 files behind" or another state in a few words. `since` holds commits after the last
    save, newest first; `more_since` says that there are more than were read. `changed` counts uncommitted files,
    `changed_paths` names some. `waiting` counts claims that nobody reviewed yet, `waiting_claims` holds the first;
    `moved` counts memories whose source changed, is gone, or was superseded.
    """

    now: datetime
    worktree: str
    branch: str
    commit: str
    knowledge: str
    in_progress: str = ""
    task: Task | None = None
    last: PastSave | None = None
    since: tuple[CommitLine, ...] = ()
    more_since: bool = False
    changed: int = 0
    changed_paths: tuple[str, ...] = ()
    decisions: tuple[DecisionLine, ...] = ()
    focus: str = ""
    memories: tuple[MemoryLine, ...] = ()
    waiting: int = 0
    waiting_claims: tuple[str, ...] = ()
    moved: int = 0
