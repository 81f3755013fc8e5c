"""How does the working tree differ from HEAD? Counts, bounded lists, and what is in progress."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from scrubjay.git.files import read_regular
from scrubjay.git.filters import without_filters
from scrubjay.git.onto import branch_at_work
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.git.tree import printable

LISTED = 200

READ_MOST = 2_000_000
"""Bytes of a file that are compared with its blob here; a larger one is git's."""
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

    `commit` and `branch` are those of `head.Head`, at no further call of git.
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


def status(git: Git, repository: Repository) -> Status:
    """The status of a worktree, by porcelain v2."""
    out = without_filters(git).run(
        "status", "--porcelain=v2", "--branch", "-z", "--no-renames", "--ignore-submodules=all"
    )
    staged: list[str] = []
    unstaged: list[str] = []
    untracked: list[str] = []
    upstream, ahead, behind, commit, branch = "", 0, 0, "", ""
    for record in out.split(b"\0"):
        kind, _, rest = record.partition(b" ")
        if kind == b"#":
            name, _, value = rest.decode("utf-8", "replace").partition(" ")
            if name == "branch.oid":
                commit = "" if value == "(initial)" else value
            elif name == "branch.head":
                branch = rest.partition(b" ")[2].decode("utf-8", "backslashreplace")
            elif name == "branch.upstream":
                upstream = value
            elif name == "branch.ab":
                plus, _, minus = value.partition(" ")
                ahead, behind = int(plus), -int(minus)
        elif kind in (b"1", b"u"):
            path = printable(rest.split(b" ", 7 if kind == b"1" else 9)[-1])
            if rest[:1] != b".":
                staged.append(path)
            if rest[1:2] != b".":
                unstaged.append(path)
        elif kind == b"?":
            untracked.append(printable(rest))
    if branch == "(detached)":
        branch = branch_at_work(repository.git_dir) or f"detached:{commit}"
    return Status(
        _changes(staged), _changes(unstaged), _changes(untracked), upstream, ahead, behind,
        in_progress(repository.git_dir), commit, branch,
    )  # fmt: skip


def _changes(paths: list[str]) -> Changes:
    return Changes(len(paths), tuple(paths[:LISTED]))


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
    """The uncommitted changes as a patch, cut at `limit_bytes`."""
    code, out = without_filters(git).answer(
        "diff", "--no-color", "--no-ext-diff", "--no-textconv", "--ignore-submodules=all", "HEAD", "--"
    )
    text = out[:limit_bytes].decode("utf-8", "replace") if code == 0 else ""
    return f"{text}\n… cut: {len(out):,} bytes in all\n" if len(out) > limit_bytes else text


@dataclass(frozen=True, slots=True)
class Branch:
    """A local branch: name, commit, date of its tip (ISO 8601), subject of its tip."""

    name: str
    commit: str
    date: str
    subject: str


def branches(git: Git, limit: int = 20) -> tuple[Branch, ...]:
    """The local branches, newest tip first."""
    out = git.run(
        "for-each-ref", f"--count={max(1, min(limit, 1000))}", "--sort=-committerdate",
        "--format=%(refname:short)%00%(objectname)%00%(committerdate:iso-strict)%00%(subject)", "refs/heads",
    )  # fmt: skip
    rows = (line.decode("utf-8", "replace").split("\0") for line in out.split(b"\n") if line)
    return tuple(Branch(*row) for row in rows if len(row) == 4)


def worktrees(git: Git) -> tuple[Path, ...]:
    """The folders of all worktrees of this clone, the main one first."""
    out = git.run("worktree", "list", "--porcelain", "-z")
    found = (r[9:].decode("utf-8", "surrogateescape") for r in out.split(b"\0") if r.startswith(b"worktree "))
    return tuple(Path(name) for name in found)
