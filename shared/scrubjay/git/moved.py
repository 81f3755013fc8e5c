"""Paths that commits renamed or removed, in words."""

from collections.abc import Sequence

from scrubjay.errors import GitFailed
from scrubjay.git.printable import printable
from scrubjay.git.process import Git

PATIENCE_S = 5.0
MOST = 200
"""Paths of one commit that are kept."""


def moved_paths(git: Git, shas: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """For each commit "renames a to b" and "removes c", against its first parent; what git can't tell in time lacks."""
    moved: dict[str, list[str]] = {}
    sha, request = "", "".join(f"{one}\n" for one in shas).encode()
    listed = git.fields(
        "diff-tree", "--stdin", "-r", "-z", "-M", "--diff-filter=RD", "--name-status", "--diff-merges=first-parent",
        "--no-ext-diff", "--no-textconv", input=request, timeout=PATIENCE_S,
    )  # fmt: skip
    try:
        for field in listed:
            if field[:1] == b"R" and field[1:].isdigit():
                change = f"renames {printable(next(listed, b''))} to {printable(next(listed, b''))}"
            elif field == b"D":
                change = f"removes {printable(next(listed, b''))}"
            else:
                sha = field.decode("ascii", "replace").strip()
                continue
            if len(moved.setdefault(sha, [])) < MOST:
                moved[sha].append(change)
    except GitFailed:
        pass  # what was read so far stands
    return {sha: tuple(changes) for sha, changes in moved.items()}
