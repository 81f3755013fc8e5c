"""Rename tracking: the current path of a moved file, followed from rename to rename."""

import time
from collections.abc import Container

from scrubjay.git.printable import printable
from scrubjay.git.process import Git

LONGEST = 10
"""Renames of one file that are followed."""


def current_path(
    git: Git, path: str, commit: str, existing: Container[str], *, since: str = "", budget_s: float = 2.0
) -> str:
    """The path at `commit` of a file that was once called `path`; "" where it wasn't renamed. Raises GitFailed.

    With `since`, only later commits are searched. `existing` holds the paths of `commit`.
    """
    ends = time.monotonic() + budget_s
    seen = {path}
    for _ in range(LONGEST):
        now = _renamed(git, path, f"{since}..{commit}" if since and len(seen) == 1 else commit)
        if not now or now in seen or time.monotonic() > ends:
            return ""
        if now in existing:
            return now
        seen.add(now)
        path = now
    return ""


def _renamed(git: Git, path: str, revisions: str) -> str:
    """The new name that the newest commit which removed a path gave it."""
    if "\0" in path or "\n" in path:
        return ""
    code, out = git.answer(
        "log", "-1", "--no-renames", "--diff-filter=D", "--format=%H", "--end-of-options", revisions, "--",
        f":(top,literal){path}", timeout=30,
    )  # fmt: skip
    commit = out.decode("ascii", "replace").strip()
    if code or not commit:
        return ""
    code, out = git.answer(
        "diff-tree", "-r", "-z", "--root", "--no-commit-id", "--no-ext-diff", "--no-textconv", "-M", "--diff-filter=R",
        "--name-status", "--end-of-options", commit, timeout=30,
    )  # fmt: skip
    fields = out.split(b"\0") if not code else []
    pairs = zip(fields[1::3], fields[2::3], strict=False)
    return next((printable(new) for old, new in pairs if printable(old) == path), "")
