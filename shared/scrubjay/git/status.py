"""Working tree status within bounds: what is staged, changed, untracked, in conflict, and how far the branch is."""

import os
from collections.abc import Mapping
from pathlib import Path

from scrubjay.errors import GitFailed
from scrubjay.git.comparing import compared, without_filters
from scrubjay.git.head import branch_in_progress, head
from scrubjay.git.paths import printable
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.model.frozen import dataclass, field
from scrubjay.privacy.secrets.shown_names import shown

LISTED = 200

_IN_PROGRESS = (
    ("rebase-merge", "rebase"),
    ("rebase-apply", "rebase"),
    ("MERGE_HEAD", "merge"),
    ("CHERRY_PICK_HEAD", "cherry-pick"),
    ("REVERT_HEAD", "revert"),
    ("BISECT_LOG", "bisect"),
)


@dataclass(frozen=True, slots=True)
class Changes:
    """Paths of one kind of change: their number, and the first of them."""

    count: int
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """The state of a working tree: changes, upstream branch with commits ahead and behind, operation in progress.

    `conflicted` are the paths that a merge, rebase or the like left unresolved; they count as staged or
    unstaged as well. `commit` and `branch` are those of `head.Head`, at no further call of git. `unknown` is the reason
    why git couldn't compare the working tree, in which case nothing else is known; otherwise it is empty.
    """

    staged: Changes
    unstaged: Changes
    untracked: Changes
    upstream: str
    ahead: int
    behind: int
    in_progress: str
    commit: str = ""
    branch: str = ""
    conflicted: Changes = Changes(0, ())
    unknown: str = ""

    @property
    def uncommitted(self) -> Changes:
        """The files with uncommitted changes: at least how many, and the first ones."""
        paths = tuple(dict.fromkeys((*self.staged.paths, *self.unstaged.paths, *self.untracked.paths)))
        return Changes(max(len(paths), max(self.staged.count, self.unstaged.count) + self.untracked.count), paths)


def status(git: Git, repository: Repository) -> Status:
    """The status of a worktree, read from `git status`."""
    safe = without_filters(git)
    try:
        counts, headers = compared(safe, _listed)
    except GitFailed as error:
        current, nothing, operation = head(git), Changes(0, ()), in_progress(repository.git_dir)
        if not current.commit:
            raise
        return Status(
            staged=nothing,
            unstaged=nothing,
            untracked=nothing,
            upstream="",
            ahead=0,
            behind=0,
            in_progress=operation,
            commit=current.commit,
            branch=current.branch,
            unknown=str(error),
        )
    commit = headers.get("branch.oid", "").replace("(initial)", "")
    branch = headers.get("branch.head", "")
    if branch == "(detached)":
        branch = branch_in_progress(repository.git_dir) or f"detached:{commit}"
    ahead, behind = _ahead_behind(headers.get("branch.ab", ""))
    return Status(
        staged=counts["staged"].changes(),
        unstaged=counts["unstaged"].changes(),
        untracked=counts["untracked"].changes(),
        upstream=shown(headers.get("branch.upstream", "")),
        ahead=ahead,
        behind=behind,
        in_progress=in_progress(repository.git_dir),
        commit=commit,
        branch=shown(branch),
        conflicted=counts["conflicted"].changes(),
    )


def _listed(git: Git) -> tuple[Mapping[str, "_CountedPaths"], Mapping[str, str]]:
    """Ask git for the status: the paths of each kind of change, and the headers about the branch."""
    counts = {kind: _CountedPaths() for kind in ("staged", "unstaged", "untracked", "conflicted")}
    headers: dict[str, str] = {}
    for record in git.fields(
        "status", "--porcelain=v2", "--branch", "-z", "--no-renames", "--ignore-submodules=all", "--ahead-behind"
    ):
        _count(record, counts, headers)
    return counts, headers


def _count(record: bytes, counts: Mapping[str, "_CountedPaths"], headers: dict[str, str]) -> None:
    """Add one record: a path to its kind of change, a branch header under its name."""
    kind, _, rest = record.partition(b" ")
    if kind == b"#":
        name, _, value = rest.decode("utf-8", "backslashreplace").partition(" ")
        headers[name] = value
    elif kind in (b"1", b"u"):
        path = rest.split(b" ", 7 if kind == b"1" else 9)[-1]
        if kind == b"u":
            counts["conflicted"].add(path)
        if rest[:1] != b".":
            counts["staged"].add(path)
        if rest[1:2] != b".":
            counts["unstaged"].add(path)
    elif kind == b"?":
        counts["untracked"].add(rest)


@dataclass(slots=True)
class _CountedPaths:
    """Counted paths; only the first are kept."""

    count: int = 0
    paths: list[str] = field(default_factory=list)

    def add(self, path: bytes) -> None:
        """Count a path; only the first ones are kept."""
        self.count += 1
        if self.count <= LISTED:
            self.paths.append(printable(path))

    def changes(self) -> Changes:
        """The number of paths, and the first of them."""
        return Changes(self.count, tuple(self.paths))


def _ahead_behind(counts: str) -> tuple[int, int]:
    """Commits ahead and behind, from "+1 -2"; git writes "+? -?" where it doesn't count them."""
    ahead, _, behind = counts.partition(" ")
    return (int(ahead), -int(behind)) if ahead[1:].isdecimal() and behind[1:].isdecimal() else (0, 0)


def in_progress(git_dir: Path) -> str:
    """The operation in progress: rebase, merge, cherry-pick, revert, bisect, or ""."""
    try:
        there = frozenset(os.listdir(git_dir))  # noqa: PTH208 - names alone
    except OSError:
        return ""
    return next((name for marker, name in _IN_PROGRESS if marker in there), "")
