"""Fast path for recent commits with their changed paths: one pass of git where nothing is damaged or huge."""

from collections.abc import Iterator, Sequence

from scrubjay.git.process import Git
from scrubjay.git.record import Commit, commit_of, shown_paths, unindent

PATIENCE_S = 5
"""Seconds; a slower walk falls back to steps, each with a limit of its own. 2,000 commits of celery take 0.1 s."""

MOST_BYTES = 32 * 1024 * 1024
"""Bytes of git's output that are read; 2,000 commits of celery have 3 MB."""

_LOG = (
    "log", "-z", "--raw", "--format=raw", "--encoding=none", "--no-decorate", "--no-notes", "--no-abbrev",
    "--no-abbrev-commit", "--no-color", "--root", "--no-relative", "--no-renames",
    "--diff-merges=first-parent", "--no-ext-diff", "--no-textconv", "--ignore-submodules=none",
)  # fmt: skip


def log_commits(git: Git, walk: Sequence[str]) -> tuple[Commit, ...]:
    """The commits of a walk, given as `rev-list` options without paths: with paths `git log` would list further merges.

    Raises GitFailed where git ends early, takes long or prints much, GitUnavailable.
    """
    printed = git.run(*_LOG, *walk, timeout=PATIENCE_S, limit=MOST_BYTES)
    commits = _commits(iter(printed.split(b"\0"))) if printed else ()
    return tuple(commit_of(sha, unindent(content), shown_paths(names)) for sha, content, names in commits)


def _commits(fields: Iterator[bytes]) -> Iterator[tuple[str, bytes, list[bytes]]]:
    """Each commit's id, its object as printed, and the paths that it changed.

    A commit is one field. The change of its first path stands in the field's last line and begins with a colon, while
    each line of a message begins with four blanks, and a commit without paths ends in a line end. Each further change
    is a field, and so is each path, which is never parsed. An empty field follows the last path.
    """
    for field in fields:
        named, _, content = field.partition(b"\n")
        end = content.rfind(b"\n") + 1
        names: list[bytes] = []
        change = content[end:]
        while change[:1] == b":":
            names.append(next(fields, b""))
            change = next(fields, b"")
        yield named.removeprefix(b"commit ").decode("ascii", "replace"), content[:end], names
