"""Incremental reader of Claude Code's transcripts of a project. Reads files, writes nothing."""

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO

from scrubjay.git.process import Git
from scrubjay.model.frozen import dataclass
from scrubjay.session.conversations.claude_code import PARSED_TYPES, TranscriptMessage, read_record
from scrubjay.session.conversations.folders import ProjectFolders, list_worktrees

MAX_FILES = 10_000
MAX_LINE = 16 * 1024 * 1024
"""Bytes of a record; a longer one is skipped."""

HEAD_BYTES = 1024
"""Bytes at the beginning of a file whose digest identifies it."""

MAX_PENDING_CALLS = 100
"""Pending calls of scrubjay's own tools that are remembered."""

_SLUG_KEPT = 180
"""Characters of a folder's name that are compared: Claude Code shortens the names of long paths."""


@dataclass(frozen=True, slots=True)
class Position:
    """Where the reading of a transcript stopped: the offset, a digest of its beginning, and unanswered own calls."""

    bytes: int = 0
    head: str = ""
    pending_calls: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TranscriptLine:
    """A parsed line, the position behind it, and whether the line was invalid."""

    message: TranscriptMessage | None
    position: Position
    unreadable: bool = False


def transcript_files(client: Path, worktrees: Sequence[Path]) -> tuple[Path, ...]:
    """The transcripts that may belong to some worktrees, in order of their names; symbolic links are omitted.

    `client` is Claude Code's own folder. A session's file lies in a folder named for where it started, and those of its
    sub-agents in a folder beside it. The name isn't proof: each record states its own folder.
    """
    slugs = tuple(re.sub(r"[^A-Za-z0-9]", "-", str(worktree))[:_SLUG_KEPT] for worktree in worktrees)
    top = client / "projects"
    if not top.is_dir():
        return ()
    try:
        folders = [
            child
            for child in sorted(top.iterdir())
            if child.name.startswith(slugs) and _is_no_link(child) and child.is_dir()
        ]
    except OSError:
        return ()  # an unreadable folder has no transcripts
    files: list[Path] = []
    for folder in folders:
        for pattern in ("*.jsonl", "*/subagents/**/*.jsonl"):
            files += [file for file in sorted(folder.glob(pattern)) if _is_no_link(file) and file.is_file()]
    return tuple(files[:MAX_FILES])


def _is_no_link(path: Path) -> bool:
    """Whether a path is no symbolic link."""
    return not path.is_symlink()


def session_of(file: Path) -> str:
    """The session that a transcript belongs to, by its file's name, or for a sub-agent's by its folder's."""
    parents = [parent.name for parent in file.parents]
    return parents[parents.index("subagents") + 1] if "subagents" in parents[:-1] else file.stem


def read_new(
    file: Path, position: Position, session: str, stop: Callable[[], bool] = lambda: False
) -> Iterator[TranscriptLine]:
    """The lines added since a position, in a file that is named for a session.

    A last line without an end waits; a file that was replaced is read from the start.

    Raises OSError.
    """
    with file.open("rb") as stream:
        start = position if position.bytes and _head_digest(stream, position.bytes) == position.head else Position()
        stream.seek(0, 2)
        if stream.tell() < start.bytes:
            start = Position()
        stream.seek(start.bytes)
        yield from _parsed_lines(stream, start, session, stop)


def _head_digest(stream: BinaryIO, bytes: int) -> str:
    """The sha256 of a file's beginning."""
    stream.seek(0)
    return hashlib.sha256(stream.read(min(bytes, HEAD_BYTES))).hexdigest()


def _parsed_lines(
    stream: BinaryIO, position: Position, session: str, stop: Callable[[], bool]
) -> Iterator[TranscriptLine]:
    """The lines from a position on, parsed, until the end, an unfinished line, or `stop`."""
    pending_calls = dict.fromkeys(position.pending_calls)
    while not stop():
        start = stream.tell()
        line = stream.readline(MAX_LINE)
        if not line.endswith(b"\n") and len(line) == MAX_LINE and not _skip(stream):
            return  # its end isn't written yet
        if not line.endswith(b"\n") and len(line) < MAX_LINE:
            return
        after = stream.tell()
        message, unreadable = _read_line(line, session, pending_calls)
        head = _head_digest(stream, after) if start < HEAD_BYTES else position.head
        stream.seek(after)
        position = Position(after, head, tuple(pending_calls)[-MAX_PENDING_CALLS:])
        yield TranscriptLine(message, position, unreadable)


def _read_line(line: bytes, session: str, pending_calls: dict[str, None]) -> tuple[TranscriptMessage | None, bool]:
    """The message in a line, None for a line without one; and whether the line is invalid."""
    if not line.strip():
        return None, False
    if not line.endswith(b"\n") or not line.lstrip().startswith(b"{"):
        return None, True
    if not PARSED_TYPES.search(line):
        return None, False
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return None, True
    return read_record(record, session, pending_calls), False


def _skip(stream: BinaryIO) -> bool:
    """Skip the rest of an overlong line; False while its end isn't written yet."""
    while more := stream.readline(MAX_LINE):
        if more.endswith(b"\n"):
            return True
    return False


def claude_folder(environment: Mapping[str, str], account: Path) -> Path:
    """Claude Code's own folder: CLAUDE_CONFIG_DIR, else `.claude` in the account's home."""
    chosen = environment.get("CLAUDE_CONFIG_DIR", "")
    return Path(chosen).expanduser() if chosen else account / ".claude"


def project_transcripts(
    client: Path, clones: Iterable[Git], common_dirs: Iterable[Path], git: Git
) -> tuple[tuple[Path, ...], ProjectFolders]:
    """The transcripts that may belong to a project, and the check that tells for each turn whether it does.

    `git` stands in one of its worktrees.
    """
    worktrees = list_worktrees((git, *clones))
    return transcript_files(client, worktrees), ProjectFolders(worktrees, tuple(common_dirs), git.environment)
