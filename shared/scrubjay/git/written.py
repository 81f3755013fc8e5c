"""Last writers of files at HEAD, and patches that HEAD's history carries under another commit id."""

from collections.abc import Collection, Iterable
from pathlib import Path

from scrubjay.git.ancestry import MOST_PATCHES, patch_ids
from scrubjay.git.process import Git

SLACK_S = 86_400
"""Tolerated clock difference of two machines, in seconds: a copy must not be older than its original."""

DatedId = tuple[str, int]
"""A commit or a patch id, and its date in seconds since the epoch."""


def clone_fingerprint(common_dir: Path) -> tuple[str | int, ...]:
    """Fingerprint of a clone; changes when a gc, a fetch, a deepening or a moved branch may change its commits."""
    names = ("shallow", "objects/pack", "packed-refs", "refs/heads")
    return (str(common_dir), *(_changed_at(common_dir / name) for name in names))


def _changed_at(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def last_writers(git: Git, head: str, paths: Iterable[str]) -> dict[str, DatedId]:
    """The newest ancestor of `head` (or itself) that changed each path, with its date; unchanged paths are absent."""
    writers = ((path, _last_writer(git, head, path)) for path in paths)
    return {path: writer for path, writer in writers if writer is not None}


def _last_writer(git: Git, head: str, path: str) -> DatedId | None:
    worktree = git.worktree
    if worktree is None:
        return _asked_writer(git, head, path)
    return worktree.answer(("writer", head, path), worktree.shallow_state, lambda: _asked_writer(git, head, path))


def _asked_writer(git: Git, head: str, path: str) -> DatedId | None:
    out = git.run("rev-list", "-1", "--timestamp", "--end-of-options", head, "--", f":(top,literal){path}", timeout=30)
    words = out.decode("ascii", "replace").split()
    return (words[1], int(words[0])) if words else None


def commit_dates(git: Git, commits: Collection[str]) -> dict[str, int]:
    """The date of each existing commit, in seconds since the epoch."""
    if not commits:
        return {}
    request = "\n".join(sorted(commits)).encode()
    out = git.run("rev-list", "--no-walk=unsorted", "--timestamp", "--stdin", input=request)
    pairs = (line.split() for line in out.decode("ascii", "replace").splitlines())
    return {sha: int(seconds) for seconds, sha in pairs}


def carried_patches(git: Git, head: str, patches: Collection[DatedId], paths: Collection[str]) -> frozenset[DatedId]:
    """The patches among these that a commit of `head` carries with the same or a later date. No paths means every path.

    Searches only `head`'s history: other objects of the clone, which a gc may remove, don't change the answer.
    """
    if not patches:
        return frozenset()
    below = "".join(f":(top,literal){path}\n" for path in sorted(paths) if "\n" not in path)
    listed = git.run(
        "rev-list", "--timestamp", "--no-merges", "--full-history", f"--max-count={MOST_PATCHES}",
        f"--max-age={max(0, min(seconds for _, seconds in patches) - SLACK_S)}", "--stdin",
        input=f"{head}\n--\n{below}".encode("utf-8", "surrogateescape"), timeout=30,
    )  # fmt: skip
    made = {
        sha: int(seconds) for seconds, sha in (line.split() for line in listed.decode("ascii", "replace").splitlines())
    }
    newest: dict[str, int] = {}
    for sha, patch in patch_ids(git, tuple(made)).items():
        newest[patch] = max(newest.get(patch, 0), made[sha])
    return frozenset(patch for patch in patches if newest.get(patch[0], -1) >= patch[1] - SLACK_S)
