"""Where does a session stand right now? Its commit, the files it touched, how long its transcript is: one row."""

import stat
import time
from dataclasses import replace
from pathlib import Path

from scrubjay.clienthooks.message import Message
from scrubjay.clienthooks.place import BUSY_MS, Place
from scrubjay.errors import ScrubjayError
from scrubjay.git.ancestry import changed_between
from scrubjay.git.head import head
from scrubjay.git.process import Git
from scrubjay.git.status import status
from scrubjay.model.clock import Clock
from scrubjay.sessions.points import MOST_FILES, Point, Points, Report
from scrubjay.storage.database import Database


def checkpoint(place: Place, message: Message, clock: Clock) -> None:
    """Write it down; the working set itself is on disk since it was written. Raises ScrubjayError."""
    at = head(place.git)
    transcript, position = _transcript(message.transcript)
    with Database(place.folder / "session.db", "session", busy_ms=BUSY_MS) as database:
        points = Points(database, clock)
        files = _files(place, points.of(message.session, at.branch), at.commit)
        worktree = str(place.repository.worktree)
        points.report(
            Report(message.session, at.branch, at.commit, message.event, worktree, transcript, position, files)
        )


def _transcript(path: str) -> tuple[str, int]:
    """The transcript and its length now; it is being written, so nothing of it is read here."""
    if not path.endswith(".jsonl") or not Path(path).is_absolute():
        return "", 0
    try:
        info = Path(path).stat()
    except (OSError, ValueError):
        return "", 0
    return (path, info.st_size) if stat.S_ISREG(info.st_mode) else ("", 0)


def _files(place: Place, before: Point | None, commit: str) -> tuple[str, ...]:
    """What the session touched: uncommitted, committed since it began, and what it had touched before."""
    found: list[str] = []
    git = _hurried(place)
    try:
        if git is not None:
            now = status(git, place.repository)
            found += [*now.staged.paths, *now.unstaged.paths, *now.untracked.paths]
        git = _hurried(place)
        if git is not None and before is not None and before.began_head not in ("", commit):
            found += changed_between(git, before.began_head, commit, MOST_FILES)
    except ScrubjayError:
        pass  # the files are a convenience; where the session stands is not
    return tuple(dict.fromkeys([*found, *(before.files if before else ())]))[:MOST_FILES]


def _hurried(place: Place) -> Git | None:
    """git with the patience that is left; None where there is none."""
    left = place.until - time.monotonic()
    return replace(place.git, patience_s=min(left, place.git.patience_s)) if left > 0 else None
