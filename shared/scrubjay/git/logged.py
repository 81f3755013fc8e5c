"""What did the newest commits change? Each with its paths, in one pass of git where nothing is damaged or huge."""

from collections.abc import Iterator, Sequence

from scrubjay.git.process import Git
from scrubjay.git.record import Commit, commit_of, told_paths, unindented

PATIENCE_S = 5
"""What takes longer is asked in steps, each with a limit of its own. 2,000 commits of celery take 0.1 s."""

MOST_BYTES = 32 * 1024 * 1024
"""Of what git prints; 2,000 commits of celery have 3 MB."""

_LOG = (
    "log", "-z", "--raw", "--format=raw", "--encoding=none", "--no-decorate", "--no-notes", "--no-abbrev",
    "--no-abbrev-commit", "--no-color", "--root", "--no-relative", "--no-renames",
    "--diff-merges=first-parent", "--no-ext-diff", "--no-textconv", "--ignore-submodules=none",
)  # fmt: skip


def logged(git: Git, walk: Sequence[str]) -> tuple[Commit, ...]:
    """The commits of a walk, given as `rev-list` takes it, without paths: `git log` would tell further merges there.

    Raises GitFailed where git ends early, takes long or prints much, GitUnavailable.
    """
    printed = git.run(*_LOG, *walk, timeout=PATIENCE_S, limit=MOST_BYTES)
    found = _commits(iter(printed.split(b"\0"))) if printed else ()
    return tuple(commit_of(sha, unindented(shown), told_paths(names)) for sha, shown, names in found)


def _commits(fields: Iterator[bytes]) -> Iterator[tuple[str, bytes, list[bytes]]]:
    """Each commit's id, its object as it is shown, and the paths that it changed.

    A commit is a field. What is said of its first path stands in the last line: that begins with a colon, while each
    line of a message begins with four blanks, and a commit without paths ends in a line end. What is said of each
    further path is a field, and so is a path, which is never looked at. Behind the last path stands an empty field.
    """
    for field in fields:
        named, _, shown = field.partition(b"\n")
        end = shown.rfind(b"\n") + 1
        names: list[bytes] = []
        said = shown[end:]
        while said[:1] == b":":
            names.append(next(fields, b""))
            said = next(fields, b"")
        yield named.removeprefix(b"commit ").decode("ascii", "replace"), shown[:end], names
