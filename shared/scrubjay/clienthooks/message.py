"""What did the client say? One JSON object on stdin, read with a limit and believed only as far as it fits."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

MOST = 1 << 20
"""Bytes of stdin that are read; Claude Code sends a few hundred."""

LONGEST_ID = 256
LONGEST_PATH = 4096
SOURCES = frozenset({"startup", "resume", "clear", "compact", "fork"})


@dataclass(frozen=True, slots=True)
class Message:
    """An event, the client's session, where it happened, and how a session began ("" where that isn't told)."""

    event: str
    session: str
    folder: Path
    source: str


def read(stream: BinaryIO) -> bytes:
    """What stands on stdin, at most MOST bytes and one more."""
    return stream.read(MOST + 1)


def parse(data: bytes, project: str = "") -> Message | None:
    """The message in it; None when it is none. `project` is the client's own folder, where the event names none."""
    if not data or len(data) > MOST:
        return None
    try:
        said = json.loads(data)
    except (ValueError, RecursionError):
        return None
    if not isinstance(said, dict):
        return None
    event, session = _text(said, "hook_event_name", LONGEST_ID), _text(said, "session_id", LONGEST_ID)
    place = ""
    for name in ("new_cwd", "worktree_path", "cwd"):
        place = place or _text(said, name, LONGEST_PATH)
    folder = Path(place or project)
    if not event or not session or not folder.is_absolute():
        return None
    source = _text(said, "source", LONGEST_ID)
    return Message(event, session, folder, source if source in SOURCES else "")


def _text(said: dict[object, object], name: str, limit: int) -> str:
    value = said.get(name)
    if not isinstance(value, str) or len(value) > limit or not value.isprintable():
        return ""
    return value
