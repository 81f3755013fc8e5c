"""Authorship at HEAD: the commits that last wrote lines or files, and those passed over."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from scrubjay.git.ancestry import MOST_PATCHES, patch_ids
from scrubjay.git.head import utc
from scrubjay.git.lookup import Lookup
from scrubjay.git.objects import ObjectReader
from scrubjay.git.process import Git
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern


def blamed_lines(
    git: Git, commit: str, path: str, lines: tuple[int, int], *, ignored: Sequence[str] = (), timeout_s: float = 20
) -> Counter[str]:
    """For each commit, how many of some lines (1-based, inclusive) of a file it wrote last.

    A renamed file is followed. git walks no further back than these lines need, converts no text, and passes over the
    `ignored` commits alone: the list that the clone's configuration names may be missing, or anything.
    """
    first, last = lines
    code, out = git.answer(
        "blame", "--porcelain", "-s", "--no-textconv", "--no-ignore-revs-file",
        *(f"--ignore-rev={sha}" for sha in ignored), "-L", f"{first},{last}", commit, "--", path, timeout=timeout_s,
    )  # fmt: skip
    if code:
        return Counter()
    heads = (line.split(b" ") for line in out.split(b"\n") if not line.startswith(b"\t"))
    return Counter(
        words[0].decode("ascii", "replace") for words in heads if len(words) in (3, 4) and len(words[0]) >= 40
    )


@dataclass(frozen=True, slots=True)
class LineWriter:
    """A commit that last wrote a line, its author's name, and when it was committed (ISO 8601, UTC)."""

    sha: str
    name: str
    at: str


def line_writers(git: Git, commit: str, path: str, lines: tuple[int, int]) -> tuple[LineWriter, ...]:
    """The commits that last wrote some lines (1-based, inclusive) of a file at a commit, the newest first.

    None where the commit lacks them. git is asked once for the same lines.
    """
    worktree = git.worktree
    if worktree is None:
        return _read_line_writers(git, commit, path, lines)
    return worktree.answer(
        ("writers", commit, path, lines), worktree.shallow_state, lambda: _read_line_writers(git, commit, path, lines)
    )


def _read_line_writers(git: Git, commit: str, path: str, lines: tuple[int, int]) -> tuple[LineWriter, ...]:
    """Ask git which commits last wrote some lines of a file."""
    first, last = lines
    code, out = git.answer(
        "blame", "--porcelain", "--no-textconv", "--no-ignore-revs-file", "-L", f"{first},{last}", commit, "--", path
    )
    found: dict[str, LineWriter] = {}
    sha = name = ""
    for line in out.decode("utf-8", "replace").split("\n") if not code else ():
        field, _, value = line.partition(" ")
        if _ID.fullmatch(field):
            sha = field
        elif field == "author":
            name = value
        elif field == "committer-time" and value.isdigit():
            found[sha] = LineWriter(sha, name, utc(int(value)))
    return tuple(sorted(found.values(), key=lambda writer: (writer.at, writer.name, writer.sha), reverse=True))


def blamed_commits(git: Git, commit: str, path: str, lines: tuple[int, int]) -> frozenset[str]:
    """The commits that last wrote some lines (1-based, inclusive) of a file; empty if the file lacks them."""
    return frozenset(writer.sha for writer in line_writers(git, commit, path, lines))


FILE = ".git-blame-ignore-revs"
MOST = 100
"""Commits of the list that count, the first."""

MOST_BYTES = 100_000

_ID = pattern(r"[0-9a-f]{40}|[0-9a-f]{64}")

_SHA = pattern(rb"^[ \t]*([0-9a-f]{40}|[0-9a-f]{64})\b", re.MULTILINE)


def ignored_revisions(git: Git, commit: str) -> tuple[str, ...]:
    """The commits in the list of commits to ignore for blame, as far as this clone has them. Raises GitFailed."""
    with Lookup(git) as objects:
        entry = objects.entry(commit, FILE, MOST_BYTES)
    if entry is None or entry.kind != "blob":
        return ()
    named = [sha.decode("ascii") for sha in dict.fromkeys(_SHA.findall(entry.content))][:MOST]
    if not named:
        return ()
    with ObjectReader(git) as reader:
        kinds = reader.info(named)
    return tuple(sha for sha in named if sha in kinds and kinds[sha][0] == "commit")


SLACK_S = 86_400
"""Tolerated clock difference of two machines, in seconds: a copy must not be older than its original."""

DatedId = tuple[str, int]
"""A commit or a patch id, and its date in seconds since the epoch."""


def clone_fingerprint(common_dir: Path) -> tuple[str | int, ...]:
    """A value that changes when a gc, a fetch, a deepening or a moved branch may change the clone's commits."""
    names = ("shallow", "objects/pack", "packed-refs", "refs/heads")
    return (str(common_dir), *(_modified_ns(common_dir / name) for name in names))


def current_fingerprint(git: Git, common_dir: Path) -> tuple[str | int, ...]:
    """The clone's fingerprint now; within a worktree's moment, as it was when the moment began."""
    found = git.worktree.lasting("fingerprint", lambda: clone_fingerprint(common_dir)) if git.worktree else None
    return found or clone_fingerprint(common_dir)


def _modified_ns(path: Path) -> int:
    """When a file was last modified, in nanoseconds; 0 where it can't be read."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def last_writers(git: Git, head: str, paths: Iterable[str]) -> dict[str, DatedId]:
    """The newest ancestor of `head` (or itself) that changed each path, with its date; unchanged paths are absent."""
    writers = ((path, _last_writer(git, head, path)) for path in paths)
    return {path: writer for path, writer in writers if writer is not None}


def _last_writer(git: Git, head: str, path: str) -> DatedId | None:
    """The newest ancestor of `head` that changed a path, with its date; cached."""
    worktree = git.worktree
    if worktree is None:
        return _read_last_writer(git, head, path)
    return worktree.answer(("writer", head, path), worktree.shallow_state, lambda: _read_last_writer(git, head, path))


def _read_last_writer(git: Git, head: str, path: str) -> DatedId | None:
    """Ask git for the newest ancestor of `head` that changed a path, with its date."""
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
    """The patches among some that a commit reachable from `head` contains too, at the same or a later date.

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
