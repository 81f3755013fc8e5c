"""How does the working tree differ from HEAD? Counts, bounded lists, and what is in progress."""

import hashlib
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from scrubjay.errors import GitFailed
from scrubjay.git.files import read_regular
from scrubjay.git.filters import without_filters
from scrubjay.git.frames import records
from scrubjay.git.head import head
from scrubjay.git.onto import branch_at_work
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.git.tree import printable
from scrubjay.model.counted import counted

LISTED = 200

READ_MOST = 2_000_000
"""Bytes of a file that are compared with its blob here; a larger one is git's."""

DIFF_S = 10
"""Seconds that git may take for a patch. It compares 177 MB of text in 5."""

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
    """Paths of one kind of change: how many, and the first of them."""

    count: int
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Status:
    """The working tree: changes, the upstream branch with commits ahead and behind, what is in progress.

    `conflicted` are the paths that a merge, rebase or the like left for somebody to settle; they count as staged or
    unstaged as well. `commit` and `branch` are those of `head.Head`, at no further call of git. `unknown` says
    why git couldn't compare the working tree, of which nothing is known then; else it is empty.
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


def status(git: Git, repository: Repository) -> Status:
    """The status of a worktree, by porcelain v2: records that NUL ends, each with its own number of words."""
    found = {kind: _Counted() for kind in ("staged", "unstaged", "untracked", "conflicted")}
    told: dict[str, str] = {}
    records = without_filters(git).fields(
        "status", "--porcelain=v2", "--branch", "-z", "--no-renames", "--ignore-submodules=all", "--ahead-behind"
    )
    try:
        for record in records:
            _count(record, found, told)
    except GitFailed as error:
        at, nothing, doing = head(git), Changes(0, ()), in_progress(repository.git_dir)
        if not at.commit:
            raise
        return Status(nothing, nothing, nothing, "", 0, 0, doing, at.commit, at.branch, unknown=str(error))
    commit = told.get("branch.oid", "").replace("(initial)", "")
    branch = told.get("branch.head", "")
    if branch == "(detached)":
        branch = branch_at_work(repository.git_dir) or f"detached:{commit}"
    ahead, behind = _apart(told.get("branch.ab", ""))
    return Status(
        found["staged"].changes(), found["unstaged"].changes(), found["untracked"].changes(),
        told.get("branch.upstream", ""), ahead, behind, in_progress(repository.git_dir), commit, branch,
        found["conflicted"].changes(),
    )  # fmt: skip


def _count(record: bytes, found: Mapping[str, "_Counted"], told: dict[str, str]) -> None:
    """Put one record where it belongs: a path among its changes, what is told of the branch under its name."""
    kind, _, rest = record.partition(b" ")
    if kind == b"#":
        name, _, value = rest.decode("utf-8", "backslashreplace").partition(" ")
        told[name] = value
    elif kind in (b"1", b"u"):
        path = rest.split(b" ", 7 if kind == b"1" else 9)[-1]
        if kind == b"u":
            found["conflicted"].add(path)
        if rest[:1] != b".":
            found["staged"].add(path)
        if rest[1:2] != b".":
            found["unstaged"].add(path)
    elif kind == b"?":
        found["untracked"].add(rest)


@dataclass(slots=True)
class _Counted:
    """Paths as they are counted; only the first are kept."""

    count: int = 0
    paths: list[str] = field(default_factory=list)

    def add(self, path: bytes) -> None:
        self.count += 1
        if self.count <= LISTED:
            self.paths.append(printable(path))

    def changes(self) -> Changes:
        return Changes(self.count, tuple(self.paths))


def _apart(told: str) -> tuple[int, int]:
    """Commits ahead and behind, from "+1 -2"; git writes "+? -?" where it doesn't count them."""
    ahead, _, behind = told.partition(" ")
    return (int(ahead), -int(behind)) if ahead[1:].isdecimal() and behind[1:].isdecimal() else (0, 0)


def in_progress(git_dir: Path) -> str:
    """What git is in the middle of: rebase, merge, cherry-pick, revert, bisect, or ""."""
    return next((name for marker, name in _IN_PROGRESS if (git_dir / marker).exists()), "")


def dirty_paths(git: Git, paths: Iterable[str]) -> frozenset[str]:
    """Which of these tracked paths differ in the working tree or index from HEAD."""
    asked = [f":(top,literal){path}" for path in paths]
    if not asked:
        return frozenset()
    code, out = without_filters(git).answer(
        "diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-textconv", "--ignore-submodules=all",
        "HEAD", "--", *asked,
    )  # fmt: skip
    return frozenset(printable(name) for name in out.split(b"\0") if name) if code == 0 else frozenset()


def dirty_files(git: Git, worktree: Path, blobs: Mapping[str, str]) -> frozenset[str]:
    """Which of these paths, given with their blobs at HEAD, hold something else in the working tree.

    A file that holds the blob's very bytes needs no process to say so. git is asked about the others: their line ends
    may be converted, or a filter may keep them.
    """
    return dirty_paths(git, [path for path, blob in sorted(blobs.items()) if not _holds(worktree / path, blob)])


def _holds(file: Path, blob: str) -> bool:
    """Whether a regular file is the blob, byte for byte."""
    text = read_regular(file, READ_MOST)
    if text is None:
        return False
    digest = hashlib.sha256 if len(blob) == 64 else partial(hashlib.sha1, usedforsecurity=False)
    return digest(b"blob %d\0" % len(text) + text).hexdigest() == blob


def diff(git: Git, limit_bytes: int = 20_000) -> str:
    """The uncommitted changes as a patch, cut behind a line within `limit_bytes`; it says so, and why there is none."""
    safe = without_filters(git)
    options = ("--no-color", "--no-ext-diff", "--no-textconv", "--ignore-submodules=all")
    code, _ = git.answer("rev-parse", "--verify", "--quiet", "HEAD")
    if code:
        return ""
    try:
        said, cut = safe.first("diff", *options, "HEAD", "--", most=limit_bytes, timeout=DIFF_S)
    except GitFailed as error:  # a pipe in place of a file, a damaged object: what else was asked for is still told
        return f"… no patch: {error}\n"
    if not cut:
        return said.decode("utf-8", "replace")
    if said:
        text = said[: said.rfind(b"\n") + 1 or limit_bytes].decode("utf-8", "replace")
        return f"{text}… cut: these are the first {counted(limit_bytes, 'byte')}; `git diff HEAD` shows the rest\n"
    names, _ = safe.first("diff", *options, "--name-status", "HEAD", "--", most=limit_bytes, timeout=DIFF_S)
    text = names.decode("utf-8", "replace")
    return f"{text}… cut: git takes longer than {DIFF_S} s for the lines; these are the files that changed\n"


@dataclass(frozen=True, slots=True)
class Branch:
    """A local branch: name, commit, date of its tip (ISO 8601), subject of its tip."""

    name: str
    commit: str
    date: str
    subject: str


def branches(git: Git, limit: int = 20) -> tuple[Branch, ...]:
    """The local branches, newest tip first; in the order of their names where one's tip can't be read."""
    count = f"--count={max(1, min(limit, 1000))}"
    form = "%(refname:short)%00%(objectname)%00%(committerdate:iso-strict)%00%(subject)%00"
    listed = git.fields("for-each-ref", count, "--sort=-committerdate", f"--format={form}", "refs/heads")
    try:
        rows = [*records(listed, 4)]
    except GitFailed:
        names = git.fields("for-each-ref", count, "--format=%(refname:short)%00%(objectname)%00", "refs/heads")
        rows = [(name, commit, b"", b"") for name, commit in records(names, 2)]
    return tuple(Branch(*(part.decode("utf-8", "replace").strip() for part in row)) for row in rows)


def worktrees(git: Git) -> tuple[Path, ...]:
    """The folders of all worktrees of this clone, the main one first; those that were removed by hand included."""
    listed = git.fields("worktree", "list", "--porcelain", "-z")
    return tuple(Path(os.fsdecode(one[9:])) for one in listed if one.startswith(b"worktree "))
