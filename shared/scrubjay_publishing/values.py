"""Values of publishing: what is asked, what would be written, and what was."""

import difflib
import shlex
from collections.abc import Mapping

from scrubjay.memory.freshness.graded import GradeResult
from scrubjay.model.frozen import dataclass, field
from scrubjay.model.memory import Memory
from scrubjay_publishing.standings.values import Publication

BRANCHES = "memory/"
"""The folder of branches that memories are published on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishRequest:
    """What a person wants published: ids of memories, at least eight digits each.

    `topic` names the branch, empty: after the first memory. `base` is the branch to start from, empty: the base branch.
    `own` takes memories of the user's own, too. `rendered` are files of theirs that stand in place of the usual ones.
    """

    ids: tuple[str, ...]
    topic: str = ""
    base: str = ""
    own: bool = False
    rendered: "tuple[RenderedFile, ...]" = ()


@dataclass(frozen=True, slots=True)
class Publishable:
    """A memory that may be published, with its grade, its title, and its sources: path@commit, and their words."""

    memory: Memory
    graded: GradeResult
    title: str
    evidence: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RenderedFile:
    """A file of a commit: its path, its text, and the memory that it says; empty for an index."""

    path: str
    text: str
    memory: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartingPoint:
    """Where a branch starts: the commit and short name of the base, and the remote that it goes to, "" for none."""

    commit: str
    name: str
    remote: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishPlan:
    """A planned commit. `subject` and `message` are its words, `signed` says whether git will sign it.

    `removed` are paths that the commit removes. `replaces` is the branch's tip that it follows; empty: a new branch.
    `ended` are memories that the branch proposes no more.
    """

    branch: str
    base: StartingPoint
    files: tuple[RenderedFile, ...]
    subject: str
    message: str
    signed: bool
    notes: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    replaces: str = ""
    ended: tuple[str, ...] = ()

    @property
    def memories(self) -> tuple[str, ...]:
        """The ids of the memories."""
        return tuple(file.memory for file in self.files if file.memory)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """Memories rendered as files, and notes for a person."""

    entries: tuple[Publishable, ...]
    files: tuple[RenderedFile, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdrawal:
    """A proposal's branch that is to be deleted: its commit here, empty for none, and the remotes that have it."""

    branch: str
    tip: str
    memories: tuple[str, ...]
    titles: tuple[str, ...]
    remotes: tuple[str, ...]

    @property
    def commands(self) -> tuple[str, ...]:
        """The commands that delete the branch at its remotes, which closes its pull request."""
        return tuple(f"git push {shlex.quote(one)} --delete {shlex.quote(self.branch)}" for one in self.remotes)


@dataclass(frozen=True, slots=True)
class PlannedChange:
    """What a commit would change in a file: the lines of a unified diff, without its heading."""

    path: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ListedPublication:
    """A publication in a list, its state, and the path at which it is now. `known`: its branch and path may be shown.

    They are made of the words of the memory, which no list has once it is quarantined or forgotten.
    """

    record: Publication
    known: bool
    state: str
    path: str


@dataclass(frozen=True, slots=True)
class Published:
    """A commit that was made, or found as it would have been made (`found`); the commands for a pull request."""

    plan: PublishPlan
    commit: str
    found: bool = False
    checked: tuple[str, ...] = field(default=())


def changed_lines(before: str, after: str) -> tuple[str, ...]:
    """The lines of a unified diff from the first `@@` on; none where nothing changes."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="")
    return tuple(lines)[2:]
