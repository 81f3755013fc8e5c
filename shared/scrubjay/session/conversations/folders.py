"""Assignment of folders to the project: by git where the folder exists, else by the worktrees' paths."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from scrubjay.errors import GitFailed, ScrubjayError
from scrubjay.git.branches import worktrees
from scrubjay.git.process import Git, GitEnvironment
from scrubjay.git.repository import open_repository
from scrubjay.model.private import without_private
from scrubjay.session.conversations.model import MAX_NAME, Title, Turn, clean_key, clean_name, parse_timestamp

MAX_WORKTREES = 200


def list_worktrees(clones: Sequence[Git]) -> tuple[Path, ...]:
    """The worktrees of some clones, as git lists them; those deleted by hand are included."""
    paths: dict[Path, None] = {}
    for git in clones:
        try:
            paths |= dict.fromkeys(worktrees(git))
        except GitFailed:
            continue
    return tuple(paths)[:MAX_WORKTREES]


class ProjectFolders:
    """Tells which folders belong to a project during one import; git's answers are cached."""

    def __init__(self, worktrees: Sequence[Path], common_dirs: Sequence[Path], environment: GitEnvironment) -> None:
        self._worktrees = tuple(dict.fromkeys([*worktrees, *(worktree.resolve() for worktree in worktrees)]))
        self._common_dirs = frozenset(common_dirs)
        self._environment = environment
        self._cached: dict[str, bool] = {}

    def contains(self, folder: str) -> bool:
        """Whether turns from a folder belong to the project; False for an empty folder."""
        if folder not in self._cached:
            self._cached[folder] = self._belongs(folder)
        return self._cached[folder]

    def _belongs(self, folder: str) -> bool:
        """Whether a folder belongs to the project: by git, or for a deleted one by its path."""
        path = Path(folder)
        if not path.is_absolute() or "\0" in folder or ".." in path.parts:
            return False
        inside = any(path.is_relative_to(worktree) for worktree in self._worktrees)
        if not path.is_dir():
            return inside
        try:
            return open_repository(path, self._environment).common_dir in self._common_dirs
        except (ScrubjayError, OSError):
            return False


Holds = Callable[[str], bool]


_ROLES = {"human": "user", "person": "user", "ai": "assistant", "model": "assistant", "bot": "assistant"}


def read_line(line: bytes, number: int) -> tuple[Turn, Title | None] | str:
    """The turn of a line and its session's title; or, as text, why the line is invalid.

    `session` and `text` must be there. `turn` is the turn's id, and its position in the session where it is a whole
    number; without it the line's number is used. `role` may be any word; `speaker`, a name, stands beside it. `time` is
    ISO 8601 or a number of seconds since 1970.
    """
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return "not JSON"
    if not isinstance(record, dict):
        return "not an object"
    session, text = _name(record.get("session")), record.get("text")
    if not session:
        return "no session"
    role_name = _name(record.get("role"))
    role = _ROLES.get(role_name.lower(), role_name.lower()) or "user"
    if isinstance(text, str) and role == "user":
        text = without_private(text)
    if not isinstance(text, str) or not text.strip():
        return "no text"
    turn = record.get("turn")
    place = turn if isinstance(turn, int) and not isinstance(turn, bool) and 0 <= turn < 1 << 53 else -1
    speaker = _name(record.get("speaker")) or role_name or role
    title = record.get("title")
    key = clean_key(_name(turn)) if _name(turn) else f"line-{number}"
    result = Turn(
        session=session,
        key=key,
        role=role,
        text=text,
        said_at=parse_timestamp(record.get("time")),
        speaker=speaker,
        number=place,
    )
    return result, Title(session, title, 2) if isinstance(title, str) and title.strip() else None


def _name(value: Any) -> str:
    """A word or number as text, on one line; empty for anything else."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        return ""
    return clean_name(str(value)[: 2 * MAX_NAME])
