"""What happened to this repository? Commits, a file's history, and which commit brought a blob."""

import subprocess
import time
from collections.abc import Iterable, Set
from dataclasses import dataclass

from scrubjay.git.head import utc
from scrubjay.git.process import Git, stop
from scrubjay.git.tree import printable

MOST = 10_000
MAX_BODY = 10_000
_FORMAT = "--format=%x01%H%x00%h%x00%an%x00%ct%x00%s%x00%b%x00"


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit: ids, author's name, committer date (ISO 8601, UTC), message, and the paths it changed."""

    sha: str
    short: str
    author: str
    committed_at: str
    subject: str
    body: str
    paths: tuple[str, ...] = ()


def recent_commits(
    git: Git, limit: int, *, path: str = "", since: str = "", paths: bool = False, at: str = "HEAD"
) -> tuple[Commit, ...]:
    """The newest commits of HEAD or another commit, optionally those below a path or after one; none without any."""
    names = ["--name-only", "--no-renames", "--diff-merges=first-parent"] if paths else []
    where = ["--", f":(literal){path}"] if path else ["--"]
    exclude = [f"^{since}"] if since else []
    return _log(git, [*names, f"-{max(1, min(limit, MOST))}", "--end-of-options", at, *exclude, *where])


def file_history(git: Git, path: str, limit: int) -> tuple[Commit, ...]:
    """The newest commits that changed a file, followed through renames."""
    return _log(
        git,
        ["--follow", "--name-only", f"-{max(1, min(limit, MOST))}", "--end-of-options", "HEAD", "--",
         f":(top,literal){path}"],
    )  # fmt: skip


def _log(git: Git, arguments: list[str]) -> tuple[Commit, ...]:
    code, out = git.answer("log", "-z", "--no-color", "--no-ext-diff", "--no-textconv", _FORMAT, *arguments, timeout=20)
    if code:
        return ()
    records = (record.split(b"\0", 6) for record in out.split(b"\x01")[1:])
    return tuple(_commit(fields) for fields in records if len(fields) == 7)


def _commit(fields: list[bytes]) -> Commit:
    sha, short, author, seconds, subject, body, rest = fields
    text = [part.decode("utf-8", "replace") for part in (sha, short, author, subject, body)]
    names = tuple(printable(name.lstrip(b"\n")) for name in rest.split(b"\0") if name.strip(b"\n"))
    return Commit(text[0], text[1], text[2], utc(int(seconds or 0)), text[3], text[4].strip()[:MAX_BODY], names)


def introduced(git: Git, blobs: Set[str], commit: str, budget_s: float) -> dict[str, tuple[str, str]]:
    """For each blob the newest commit on the first parents of `commit` that brought it, with its date.

    Streams the history, newest first, and stops when all are found or `budget_s` seconds are over; blobs that
    weren't found are absent.
    """
    wanted = set(blobs)
    found: dict[str, tuple[str, str]] = {}
    ends = time.monotonic() + budget_s
    process = git.start(
        "log", "--first-parent", "--diff-merges=first-parent", "--root", "--raw", "--no-abbrev", "--no-renames",
        "--no-ext-diff", "--no-textconv", "--format=%x01%H %ct", "--end-of-options", commit, "--",
    )  # fmt: skip
    try:
        for line in _lines(process):
            if line.startswith(b"\x01"):
                if time.monotonic() > ends or not wanted:
                    break
                sha, _, seconds = line[1:].decode("ascii", "replace").partition(" ")
            elif line.startswith(b":"):
                blob = line.split(b" ", 4)[3].decode("ascii", "replace")
                if blob in wanted:
                    wanted.discard(blob)
                    found[blob] = (sha, utc(int(seconds or 0)))
    finally:
        stop(process)
    return found


def _lines(process: "subprocess.Popen[bytes]") -> Iterable[bytes]:
    if process.stdin:
        process.stdin.close()
    return (line.rstrip(b"\n") for line in process.stdout or ())
