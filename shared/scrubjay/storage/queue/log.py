"""The ingestion log: what the background did, in `.agent/logs/ingestion.log`, or in the home without an `.agent/`."""

import os
import stat
from pathlib import Path

from scrubjay.log.log import append, rotated
from scrubjay.model.clock import Clock, iso
from scrubjay.model.visible import visible
from scrubjay.privacy.secrets.shown_names import shown
from scrubjay.storage.files import read_regular

NAME = "ingestion.log"
IGNORE = ".gitignore"
MAX_LINE = 2000
IGNORE_ALL = b"*\n"


def log_file(worktree: Path, project_folder: Path) -> Path:
    """The log file of a worktree: in the worktree if git doesn't show it, else in the project's folder.

    A link in place of `.agent` or `logs` is not followed, and a committed log isn't written to.
    """
    logs = worktree / ".agent" / "logs"
    if _is_folder(logs.parent) and (
        not os.path.lexists(logs) or (_is_folder(logs) and _hides_itself(logs) is not False)
    ):
        return logs / NAME
    return project_folder / "logs" / NAME


def log(worktree: Path, project_folder: Path, message: str, clock: Clock) -> None:
    """Append a line. A log that can't be written is ignored."""
    _append(log_file(worktree, project_folder), worktree, message, clock)


def log_in_home(worktree: Path, project_folder: Path, message: str, clock: Clock) -> None:
    """Append a line about a worktree to the project's log in the home; the worktree isn't touched."""
    _append(project_folder / "logs" / NAME, worktree, message, clock)


def remove_log(worktree: Path) -> None:
    """Remove the log of a worktree from its `.agent/`, with the folder that was made for it."""
    logs = worktree / ".agent" / "logs"
    if not _is_folder(worktree / ".agent") or not _is_folder(logs) or not _hides_itself(logs):
        return
    try:
        for file in rotated(logs / NAME):
            file.unlink(missing_ok=True)
        (logs / IGNORE).unlink(missing_ok=True)
        logs.rmdir()
    except OSError:
        return  # other files are there, too


def _append(file: Path, worktree: Path, message: str, clock: Clock) -> None:
    """Append a line to a log; a failure is ignored."""
    line = visible(" ".join(f"{shown(str(worktree))} {message}".split()))[:MAX_LINE]
    try:
        if not worktree.is_dir() and file.is_relative_to(worktree):
            return
        file.parent.mkdir(mode=0o700, exist_ok=True)
        if file.is_relative_to(worktree):
            _hide(file.parent / IGNORE)
        append(file, f"{iso(clock())} {line}")
    except OSError:
        return


def _hides_itself(logs: Path) -> bool | None:
    """Whether the logs' folder is hidden from git by its own .gitignore; None when it has none and no log."""
    if not os.path.lexists(logs / IGNORE):
        return False if os.path.lexists(logs / NAME) else None
    return read_regular(logs / IGNORE, len(IGNORE_ALL)) == IGNORE_ALL


def _hide(ignore: Path) -> None:
    """Write a .gitignore that hides the folder and itself; an existing one stays."""
    try:
        descriptor = os.open(ignore, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return
    with os.fdopen(descriptor, "wb") as stream:
        stream.write(IGNORE_ALL)


def _is_folder(path: Path) -> bool:
    """Whether a path is a folder, and no link."""
    try:
        return stat.S_ISDIR(path.lstat().st_mode)
    except OSError:
        return False
