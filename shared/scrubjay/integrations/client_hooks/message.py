"""Parser of a client's hook message: one JSON object on stdin, read with a limit and validated."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from scrubjay.model.session import session_name

MOST = 1 << 20
"""Bytes of stdin that are read; Claude Code sends a few hundred."""

DRAINED = 64 << 20
"""Bytes that are drained from stdin in all, so that a client that writes more doesn't get a broken pipe."""

LONGEST_ID = 256
LONGEST_PATH = 4096
LONGEST_PROMPT = 4000
SOURCES = frozenset({"startup", "resume", "clear", "compact", "fork"})


@dataclass(frozen=True, slots=True)
class Message:
    """An event: the client's session, its folder, the session's source, its transcript and the user's prompt.

    The last three are empty where the client doesn't send them.
    """

    event: str
    session: str
    folder: Path
    source: str
    transcript: str = ""
    prompt: str = ""


def read(stream: BinaryIO) -> bytes:
    """The bytes on stdin, at most MOST and one more; the rest is drained."""
    data = stream.read(MOST + 1)
    left = DRAINED if len(data) > MOST else 0
    while left > 0 and (more := stream.read(min(left, MOST))):
        left -= len(more)
    return data


def parse(data: bytes, project: str = "") -> Message | None:
    """The message in the data; None when invalid. `project` is the client's own folder, if the event names none."""
    if not data or len(data) > MOST:
        return None
    try:
        said = json.loads(data)
    except (ValueError, RecursionError):
        return None
    if not isinstance(said, dict):
        return None
    event, session = _text(said, "hook_event_name", LONGEST_ID), session_name(_text(said, "session_id", LONGEST_ID))
    place = ""
    for name in ("new_cwd", "worktree_path", "cwd"):
        place = place or _text(said, name, LONGEST_PATH)
    folder = Path(place or project)
    if not event or not session or not folder.is_absolute():
        return None
    source = _text(said, "source", LONGEST_ID)
    transcript = _text(said, "transcript_path", LONGEST_PATH)
    prompt = said.get("prompt")
    if isinstance(prompt, str) and "private" in prompt.lower():
        from scrubjay.model.private import without_private  # late: few prompts are

        prompt = without_private(prompt)
    return Message(
        event,
        session,
        folder,
        source if source in SOURCES else "",
        transcript,
        prompt[:LONGEST_PROMPT] if isinstance(prompt, str) else "",
    )


def _text(said: dict[object, object], name: str, limit: int) -> str:
    value = said.get(name)
    if not isinstance(value, str) or len(value) > limit or not value.isprintable():
        return ""
    return value
