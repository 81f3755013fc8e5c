"""git's facts for a history: the file that a topic is about, its renames, and the period that a question means."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Final

from scrubjay.errors import GitFailed
from scrubjay.git.paths import printable
from scrubjay.git.process import Git
from scrubjay.git.record import Commit
from scrubjay.git.tree import entry_at
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern
from scrubjay.model.view import View

LOOKED_AT: Final = 20
"""Commits about a topic, the best, by whose paths its file is chosen."""

SWEEP: Final = 40
"""Paths above which a commit says nothing of any one of them."""

TRIED: Final = 5
"""Files that are looked for in the view."""

PATIENCE_S: Final = 5.0


@dataclass(frozen=True, slots=True)
class FileRename:
    """A commit that renamed a file."""

    sha: str
    old: str
    new: str


def file_of_topic(git: Git, view: View, commits: Sequence[Commit]) -> str:
    """The file of the view that most of some commits changed, the best first; empty where none did twice."""
    try:
        tried = most_changed([commit.paths for commit in commits[:LOOKED_AT]])[:TRIED]
        return next((path for path in tried if entry_at(git, view.tree, path)), "")
    except GitFailed:
        return ""


def renames_of(git: Git, view: View, path: str) -> tuple[FileRename, ...]:
    """The renames of a file, newest first; none without a path, or where git fails or takes long."""
    try:
        return _renames_until(git, view.commit, path) if path else ()
    except GitFailed:
        return ()


def most_changed(changed: Iterable[Sequence[str]]) -> list[str]:
    """The paths that two or more commits changed, most often first; sweeping commits don't count."""
    counts = Counter(path for paths in changed if len(paths) <= SWEEP for path in paths)
    return sorted((path for path, times in counts.items() if times > 1), key=lambda path: (-counts[path], path))


def _renames_until(git: Git, commit: str, path: str) -> tuple[FileRename, ...]:
    """The renames of a file in the history up to a commit, newest first."""
    renames: list[FileRename] = []
    sha = ""
    listed = git.fields(
        "log", "--follow", "-M", "-z", "--diff-filter=R", "--name-status", "--format=%H", "--no-ext-diff",
        "--no-textconv", "--end-of-options", commit, "--", f":(top,literal){path}", ok=range(256), timeout=PATIENCE_S,
    )  # fmt: skip
    for field in listed:
        change = field.strip()
        if change[:1] == b"R" and change[1:].isdigit():
            renames.append(FileRename(sha, printable(next(listed, b"")), printable(next(listed, b""))))
        elif change:
            sha = change.decode("ascii", "replace")
    return tuple(renames)


_BOUND: Final = pattern(
    r"\b(?P<word>after|since|before|until)\s+(?:(?:version|release)\s+)?"
    r"(?:v?(?P<version>\d{1,4}(?:\.\d{1,4}){1,3})|(?P<year>(?:19|20)\d\d))(?![\w.-]*\w)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Times:
    """The period that a question asks about, in seconds since the epoch; `first` is included, `last` isn't."""

    first: float = float("-inf")
    last: float = float("inf")

    @property
    def bounded(self) -> bool:
        """Whether the question names any time."""
        return self != Times()

    def hold(self, seconds: float) -> bool:
        """Whether a moment lies in the period."""
        return self.first <= seconds < self.last


def times_of(git: Git, text: str) -> tuple[Times, str]:
    """The period that a question names, and the question without it; a release without a tag names none."""
    times, rest = Times(), text
    for bound in _BOUND.finditer(text):
        later = bound["word"].lower() in ("after", "since")
        if bound["year"]:
            year = int(bound["year"]) + (bound["word"].lower() in ("after", "until"))
            at: float | None = datetime(year, 1, 1, tzinfo=UTC).timestamp()
        else:
            at = tagged(git, bound["version"])
        if at is not None:
            times = Times(at, times.last) if later else Times(times.first, at)
            rest = rest.replace(bound[0], " ")
    return times, " ".join(rest.split())


def tagged(git: Git, version: str) -> float | None:
    """When a release was tagged, in seconds since the epoch; None without a tag of that version."""
    names = [f"{sign}{version}{patch}" for patch in ("", ".0") for sign in ("v", "")]
    code, out = git.answer("for-each-ref", "--format=%(creatordate:unix)", *(f"refs/tags/{name}" for name in names))
    dates = [line for line in out.decode("ascii", "replace").split() if line.isdigit()]
    return float(dates[0]) if code == 0 and dates else None
