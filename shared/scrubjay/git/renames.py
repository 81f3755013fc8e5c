"""Renames and changed files: the current path of a moved file, what commits moved or changed, when a file was born."""

import time
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import closing

from scrubjay.errors import GitFailed
from scrubjay.git.ancestry import existing_commits
from scrubjay.git.clone_state import shallow_commits
from scrubjay.git.history import read_commits, with_paths
from scrubjay.git.paths import printable
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


PATIENCE_S = 5.0
MOST = 200
"""Paths of one commit that are kept."""


def moved_paths(git: Git, shas: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The renames and removals of each commit against its first parent, in words; empty where git is too slow."""
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


SECONDS = 10.0
"""Time limit of a walk, of some 10,000 commits a second: what lies behind it has no day."""

RENAMES = 400
"""Files that a commit added and removed, above which git compares no contents to find renames."""


def first_days(git: Git, paths: Collection[str], commit: str, budget_s: float = SECONDS) -> dict[str, str]:
    """The day (ISO 8601, in its author's time zone) on which each file was added, followed through renames.

    Streams the history, newest first, until all are found. Files that no commit within reach added are absent: the
    border of a shallow clone has all files of its time.
    """
    wanted = {path: path for path in paths}
    cut = shallow_commits(git)
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


class FilesInGit:
    """Lists the files that commits of a clone changed, against their first parents."""

    def __init__(self, git: Git) -> None:
        self._git = git

    def __call__(self, commits: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
        """By commit, of those that the clone has."""
        wanted = [one for one in commits if len(one) in (40, 64) and not set(one) - set("0123456789abcdef")]
        here = existing_commits(self._git, wanted)
        if not here:
            return {}
        found = [one for one in read_commits(self._git, sorted(here)) if not isinstance(one, str)]
        return {one.sha: one.paths for one in with_paths(self._git, found)}
