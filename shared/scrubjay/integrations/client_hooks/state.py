"""Current state where a hook runs: HEAD, uncommitted files, and whether a client compressed its session."""

import time
from pathlib import Path

from scrubjay.errors import ScrubjayError
from scrubjay.git.head import Head, head
from scrubjay.git.process import Git
from scrubjay.git.status import Status, status
from scrubjay.integrations.client_hooks.context import HookContext
from scrubjay.model.frozen import replace

MAX_BYTES = 8 << 20
"""The record's end that is looked at; a longer history than that isn't known to be compressed."""

_HISTORY = b'{"$set":{"messages":'
_SUMMARY = b"<state_snapshot>"


def lost_words(record: bytes, told: str) -> bool:
    """Whether Gemini CLI's record of a session holds a compressed history without the told words, nor anything after.

    Run with Gemini CLI 0.61.0 on 2026-11-23: PreCompress is fired in every turn, also where nothing is compressed. The
    record has a line with the whole history whenever it was replaced. That a compressed one has a summary in
    <state_snapshot> is read in its program.
    """
    start = record.rfind(_HISTORY)
    history = record[start:] if start >= 0 else b""
    return _SUMMARY in history and told.encode() not in history


def tail_of_record(file: str) -> bytes:
    """The last 8 MiB of the file in which a client records a session; empty where there is no such file."""
    path = Path(file)
    if path.suffix != ".jsonl" or not path.is_absolute() or not path.is_file():
        return b""
    with path.open("rb") as stream:
        stream.seek(max(path.stat().st_size - MAX_BYTES, 0))
        return stream.read(MAX_BYTES)


def current_state(place: HookContext) -> tuple[Head, tuple[str, ...] | None]:
    """HEAD without its tree and date, and the uncommitted files; None where git can't list them in the time left.

    Raises ScrubjayError where git can't even resolve HEAD.
    """
    git = git_with_deadline(place)
    if git is not None:
        try:
            current = status(git, place.repository)
        except ScrubjayError:
            pass  # a large working tree, or one that is being changed: fall back to HEAD alone
        else:
            return Head(current.commit, "", current.branch, ""), uncommitted_files(current)
    return head(place.git), None


def uncommitted_files(current: Status) -> tuple[str, ...]:
    """The files of a status, staged first."""
    return tuple(dict.fromkeys((*current.staged.paths, *current.unstaged.paths, *current.untracked.paths)))


def git_with_deadline(place: HookContext) -> Git | None:
    """git with the remaining time as its timeout; None where there is none."""
    left = place.until - time.monotonic()
    return replace(place.git, timeout_s=min(left, place.git.timeout_s)) if left > 0 else None
