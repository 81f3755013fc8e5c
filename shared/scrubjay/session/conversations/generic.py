"""Parser of conversations from any other source: JSON lines with session, turn, role, time and text. Pure."""

import json
from typing import Any

from scrubjay.model.private import without_private
from scrubjay.session.conversations.model import Title, Turn
from scrubjay.session.conversations.names import MAX_NAME, clean_key, clean_name
from scrubjay.session.conversations.times import parse_timestamp

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
