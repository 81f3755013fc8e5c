"""Authors of the commits that a view shows, by the name each commit has: read from git when asked for, never stored.

`.mailmap` is not applied: it can merge two people, and nobody would see it. A name stands as its commits have it.
"""

from collections.abc import Collection, Mapping, Sequence
from threading import Lock

from scrubjay.git.paths import printable
from scrubjay.git.process import Git
from scrubjay.privacy.personal.names import displayed_name

MAX_COMMITS = 10_000
"""Commits whose authors are known, the newest: as many as are searchable."""

Commits = Mapping[str, tuple[str, ...]]
"""The commits of each author, newest first."""


class Authors:
    """The authors of one worktree's commits; those of the last commits asked about are kept in memory."""

    def __init__(self, git: Git) -> None:
        self._git = git
        self._lock = Lock()
        self._read: tuple[tuple[str, ...], Commits] = ((), {})

    def of(self, *commits: str) -> Commits:
        """The authors of some commits and their ancestors; empty without commits. Raises GitFailed."""
        shas = tuple(filter(None, commits))
        with self._lock:
            if self._read[0] != shas:
                self._read = (shas, _authors(self._git, shas) if shas else {})
            return self._read[1]


def last_days(git: Git, commit: str, paths: Collection[str]) -> dict[str, str]:
    """The newest day (ISO 8601) on which each author wrote a commit to some files, by the name that is shown."""
    if not paths:
        return {}
    listed = git.run(
        "log", "-z", f"-{MAX_COMMITS}", "--no-merges", "--encoding=UTF-8", "--format=%as %an", "--end-of-options",
        commit, "--", *(f":(top,literal){path}" for path in sorted(paths)), timeout=20,
    )  # fmt: skip
    days: dict[str, str] = {}
    for field in filter(None, listed.split(b"\0")):
        day, _, name = field.partition(b" ")
        author = displayed_name(printable(name.strip()))
        days[author] = max(days.get(author, ""), day.decode("ascii", "replace"))
    return days


def _authors(git: Git, commits: Sequence[str]) -> Commits:
    authors: dict[str, list[str]] = {}
    listed = git.fields(
        "log", "-z", f"-{MAX_COMMITS}", "--encoding=UTF-8", "--format=%H %an", "--end-of-options", *commits, "--",
        ok=range(256), timeout=20,
    )  # fmt: skip
    for field in listed:
        sha, _, name = field.partition(b" ")
        if name.strip():
            authors.setdefault(printable(name.strip()), []).append(sha.decode("ascii", "replace"))
    return {name: tuple(shas) for name, shas in authors.items()}
