"""Parser of a client's hook message: one JSON object on stdin, read with a limit and validated."""

import json
from pathlib import Path, PurePath
from typing import BinaryIO

from scrubjay.model.frozen import dataclass
from scrubjay.model.session import session_name

MAX_BYTES = 1 << 20
"""Bytes of stdin that are read; Claude Code sends a few hundred."""

MAX_DRAINED = 64 << 20
"""Bytes that are drained from stdin in all, so that a client that writes more doesn't get a broken pipe."""

MAX_ID = 256
MAX_PATH = 4096
MAX_PROMPT = 4000
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
    data = stream.read(MAX_BYTES + 1)
    left = MAX_DRAINED if len(data) > MAX_BYTES else 0
    while left > 0 and (more := stream.read(min(left, MAX_BYTES))):
        left -= len(more)
    return data


def parse(data: bytes, project: str = "") -> Message | None:
    """The message in the data; None when invalid. `project` is the client's own folder, if the event names none."""
    if not data or len(data) > MAX_BYTES:
        return None
    try:
        payload = json.loads(data)
    except (ValueError, RecursionError):
        return None
    if not isinstance(payload, dict):
        return None
    event, session = _text(payload, "hook_event_name", MAX_ID), session_name(_text(payload, "session_id", MAX_ID))
    place = ""
    for name in ("new_cwd", "worktree_path", "cwd"):
        place = place or _text(payload, name, MAX_PATH)
    folder = Path(place or project)
    if not event or not session or not folder.is_absolute():
        return None
    source = _text(payload, "source", MAX_ID)
    transcript = _text(payload, "transcript_path", MAX_PATH)
    prompt = payload.get("prompt")
    if isinstance(prompt, str) and "private" in prompt.lower():
        from scrubjay.model.private import without_private  # late: few prompts are

        prompt = without_private(prompt)
    return Message(
        event,
        session,
        folder,
        source if source in SOURCES else "",
        transcript,
        prompt[:MAX_PROMPT] if isinstance(prompt, str) else "",
    )


def shows_commits(message: Message) -> bool:
    """Whether the client shows a session that starts so the newest commits itself.

    Claude Code does, known by where its transcripts are: `projects/<folder>/<session>.jsonl`.
    """
    transcript = PurePath(message.transcript)
    ours = transcript.parent.parent.name == "projects" and transcript.stem == message.session
    return ours and message.source in ("startup", "clear")


def _text(payload: dict[object, object], name: str, limit: int) -> str:
    value = payload.get(name)
    if not isinstance(value, str) or len(value) > limit or not value.isprintable():
        return ""
    return value
