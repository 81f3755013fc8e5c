"""Value types that a briefing is composed from."""

from datetime import datetime
from typing import Literal

from scrubjay.context.briefing.difference import OneTimeLine
from scrubjay.model.frozen import dataclass
from scrubjay.session.tasks.point import SessionPoint
from scrubjay.session.tasks.task import PastSave, Task


@dataclass(frozen=True, slots=True)
class CommitLine:
    """A commit as one line: its short id and its subject."""

    short: str
    subject: str


@dataclass(frozen=True, slots=True, kw_only=True)
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
    """A memory as one line; `mark` holds its grade and date, `ground` what it leans on in its own words.

    `contradiction` is what contradicts it, and who says so, where the memory is contested.
    """

    kind: str
    content: str
    mark: str
    id: str = ""
    ground: str = ""
    contradiction: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MergedLine:
    """The work of a branch that HEAD now contains: how it was merged, when that was noticed, its decisions.

    `left_open` is what was never marked as done: in progress, blocked, next, questions.
    """

    branch: str
    task: str
    how: str
    noticed_at: str
    decisions: tuple[str, ...] = ()
    dead_ends: tuple[str, ...] = ()
    left_open: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BriefingFacts:
    """Everything that a briefing may say, at one moment.

    `knowledge` is "fresh", "3 files behind" or another state in a few words. `base` is the branch that this one is
    compared with, `ahead` and `behind` count commits. `unsaved` is the last session here if it left no save. `since`
    holds commits, newest first: after the last save, after the start of a session that saved nothing, or simply the
    newest, as `since_what` says; `more_since` says that more exist than were read. `conflicted` counts files with merge
    or rebase conflicts, `conflicted_paths` names some. `changed` counts uncommitted files, unless `changes_unknown`,
    and `changed_paths` names some; `files` are those that sessions touched. `has_relevant` says that the
    decisions bear on the task, branch or files; `unlisted_decisions` counts those in force where none is listed.
    `told` is what persons told, `memories` what is quoted or grounded and bears on the work, `said` a few of those that
    nothing but an agent says and `said_in_all` their number. `needs` says what needs the person;
    `once` is shown to one session only, `downgraded` holds ids of memories whose grade is too low for a briefing.
    `moved` counts memories whose source changed, is gone, or was superseded, `moved_claims` the first of them with the
    state of their source. `replaced` says where git shows other objects than those that are stored.
    """

    now: datetime
    worktree: str
    branch: str
    commit: str
    knowledge: str
    in_progress: str = ""
    replaced: str = ""
    base: str = ""
    ahead: int = 0
    behind: int = 0
    task: Task | None = None
    last: PastSave | None = None
    unsaved: SessionPoint | None = None
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
    has_relevant: bool = False
    unlisted_decisions: int = 0
    focus: str = ""
    told: tuple[MemoryLine, ...] = ()
    memories: tuple[MemoryLine, ...] = ()
    said: tuple[MemoryLine, ...] = ()
    said_in_all: int = 0
    needs: tuple[str, ...] = ()
    once: tuple[OneTimeLine, ...] = ()
    moved: int = 0
    moved_claims: tuple[str, ...] = ()
    downgraded: tuple[str, ...] = ()
