"""On which day was each of some files first committed, under whatever name? One walk of the history for all of them."""

import time
from collections.abc import Collection, Iterable, Iterator
from contextlib import closing

from scrubjay.errors import GitFailed
from scrubjay.git.printable import printable
from scrubjay.git.process import Git
from scrubjay.git.shallow import borders

SECONDS = 10.0
"""Time limit of a walk, of some 10,000 commits a second: what lies behind it has no day."""

RENAMES = 400
"""Files that a commit added and removed, above which git compares no contents to find renames."""


def first_days(git: Git, paths: Collection[str], commit: str, budget_s: float = SECONDS) -> dict[str, str]:
    """The day (ISO 8601, as its author's clock had it) of the commit that added each file, followed through renames.

    Streams the history, newest first, until all are found. Files that no commit within reach added are absent: the
    border of a shallow clone has all files of its time.
    """
    wanted = {path: path for path in paths}
    cut = borders(git)
    days: dict[str, str] = {}
    ends = time.monotonic() + budget_s
    listed = git.fields(
        "log", "-z", "-c", f"-l{RENAMES}", "-M", "--diff-filter=AR", "--name-status", "--format=%x00%as %H",
        "--no-ext-diff", "--no-textconv", "--end-of-options", commit, "--", ok=range(256), timeout=budget_s + 1,
    )  # fmt: skip
    with closing(listed):
        try:
            for (day, sha), old, new in _additions(listed):
                if not wanted or time.monotonic() > ends:
                    break
                if (path := wanted.pop(new, None)) is None:
                    continue
                if old:
                    wanted[old] = path
                elif sha not in cut:
                    days[path] = day
        except GitFailed:
            return days
    return days


def _additions(listed: Iterable[bytes]) -> Iterator[tuple[tuple[str, str], str, str]]:
    """Each file that a commit added or renamed: the commit's day and id, the old name or none, the new one."""
    reading, made = iter(listed), ("", "")
    for field in reading:
        change = field.lstrip(b"\n")
        if change and not change.strip(b"A"):  # of a merge a letter for each parent
            yield made, "", printable(next(reading, b""))
        elif change[:1] == b"R" and change[1:].isdigit():
            yield made, printable(next(reading, b"")), printable(next(reading, b""))
        elif change:
            day, _, sha = change.decode("ascii", "replace").partition(" ")
            made = day, sha
