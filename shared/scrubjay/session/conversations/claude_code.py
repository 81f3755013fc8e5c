"""Parser of Claude Code's transcript records into turns and titles. Pure.

A record is a line of JSON. The client writes many kinds and adds new ones: only those that carry words are parsed here,
and a record with an unexpected shape is skipped.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern
from scrubjay.model.private import without_private
from scrubjay.session.conversations.model import TOOL, Title, Turn, clean_key, clean_name, parse_timestamp

PARSED_TYPES = pattern(rb'"type"\s*:\s*"(?:user|assistant|summary|custom-title|ai-title)"')
"""A line without it isn't parsed: most bytes of a transcript are the client's own records."""

_SKIPPED = ("isMeta", "isCompactSummary", "isApiErrorMessage", "isVisibleInTranscriptOnly")
"""Flags of records that the client wrote into the conversation by itself."""

_ASIDE = pattern(
    r"<(system-reminder|session-start-hook|user-prompt-submit-hook|task-notification|local-command-\w+"
    r"|command-message|ide_\w+)>"
)
"""What the client inserted into a person's message; each ends with its own closing tag."""

_COMMAND = pattern(
    r"<command-name>\s*(/?[^<]{1,100})</command-name>(?:.*?<command-args>([^<]*)</command-args>)?", re.DOTALL
)
_CALLS_US = pattern(r"(?:^|[\s;&|(])(?:\S*/)?scrubjay(?:-\w+)?[ \t]+-{0,2}\w|-m[ \t]+scrubjay[\w.]*")
_BRIEFING = pattern(r"\A\s*scrubjay · .* @ (?:[0-9a-f]{7,40}|\(no commits\))")
_TOLD = ("command", "file_path", "notebook_path", "path", "pattern", "query", "url", "description", "prompt", "skill")
MAX_ARGUMENT = 400
MAX_COMMAND = 4_000
MAX_BLOCKS = 200


@dataclass(frozen=True, slots=True)
class TranscriptMessage:
    """The turns of a transcript's record, its working folder, and how many of scrubjay's answers were left out."""

    session: str
    folder: str
    turns: tuple[Turn, ...]
    title: Title | None = None
    own_answers: int = 0


def read_record(record: Any, session: str, pending_calls: dict[str, None]) -> TranscriptMessage | None:
    """Parse a record of a transcript named for `session`; None where it holds no text.

    `pending_calls` holds the ids of calls of scrubjay's own tools whose results are pending; it is updated.
    """
    if not isinstance(record, dict):
        return None
    session = _session_id(record, session)
    kind = record.get("type")
    if kind not in ("user", "assistant"):
        title = _title(record, session)
        return TranscriptMessage(session, "", (), title) if title else None
    if any(record.get(mark) is True for mark in _SKIPPED):
        return None
    message = record.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    key = clean_key(_text_or_empty(record.get("uuid")) or json.dumps(record, sort_keys=True))
    timestamp = parse_timestamp(record.get("timestamp"))
    waiting = len(pending_calls)
    turns = []
    dropped = 0
    for place, (role, text) in enumerate(_parts(kind, content, pending_calls)):
        if _BRIEFING.match(text):
            dropped += 1
        elif text.strip():
            turns.append(
                Turn(
                    session=session,
                    key=key if not place else f"{key}:{place}",
                    role=role,
                    text=text,
                    said_at=timestamp,
                    speaker=role,
                )
            )
    dropped += max(0, waiting - len(pending_calls))
    return TranscriptMessage(session, _text_or_empty(record.get("cwd")), tuple(turns), None, dropped)


def _session_id(record: Mapping[str, Any], default: str) -> str:
    """The session of a record, with its sub-agent if it is one's; `default` where the record names none."""
    session = clean_name(_text_or_empty(record.get("sessionId"))) or default
    if record.get("isSidechain") is True:
        agent = clean_name(_text_or_empty(record.get("agentId")))
        return f"{session}/agent-{agent}" if agent else f"{session}/sidechain"
    return session


def _title(record: Mapping[str, Any], session: str) -> Title | None:
    """The title that a record gives its session; None for other records."""
    for kind, name, rank in (("custom-title", "customTitle", 3), ("ai-title", "aiTitle", 2), ("summary", "summary", 1)):
        if record.get("type") == kind and (text := _text_or_empty(record.get(name))):
            leaf = _text_or_empty(record.get("leafUuid"))
            return Title(session, text, rank, clean_key(leaf) if leaf else "")
    return None


def _parts(kind: str, content: Any, pending_calls: dict[str, None]) -> Iterator[tuple[str, str]]:
    """Role and text of each part: spoken text first, then tool calls and their results."""
    if isinstance(content, str):
        yield kind, _spoken_text(kind, content)
        return
    blocks = [block for block in content[:MAX_BLOCKS] if isinstance(block, dict)] if isinstance(content, list) else []
    yield (
        kind,
        _spoken_text(
            kind, "\n\n".join(_text_or_empty(block.get("text")) for block in blocks if block.get("type") == "text")
        ),
    )
    for block in blocks:
        if block.get("type") == "tool_use":
            if _is_ours(block):
                pending_calls[_text_or_empty(block.get("id"))] = None
            if "scrubjay" not in _text_or_empty(block.get("name")):
                yield TOOL, _call_summary(block)
        elif block.get("type") == "tool_result":
            id = _text_or_empty(block.get("tool_use_id"))
            if id and id in pending_calls:
                del pending_calls[id]
                continue
            yield TOOL, _result_text(block)


def _spoken_text(kind: str, text: str) -> str:
    """What a person or agent said in a text, without commands' marks and the client's insertions."""
    if kind == "assistant":
        return text
    if command := _COMMAND.search(text):
        name, arguments = command[1].strip(), without_private((command[2] or "").strip())
        return f"{name} {arguments}" if arguments else ""  # a bare /clear says nothing
    return without_private(_without_asides(text)).strip()


def _without_asides(text: str) -> str:
    """A text without what the client inserted into it; one pass, however many insertions are left open."""
    pieces: list[str] = []
    position = 0
    open_ended: set[str] = set()
    for match in _ASIDE.finditer(text):
        name = match[1]
        if match.start() < position or name in open_ended:
            continue
        end = text.find(f"</{name}>", match.end())
        if end < 0:
            open_ended.add(name)
            continue
        pieces.append(text[position : match.start()])
        position = end + len(name) + 3
    return "".join([*pieces, text[position:]])


def _is_ours(block: Mapping[str, Any]) -> bool:
    """Whether a tool call is one of scrubjay's tools or runs its command."""
    arguments = block.get("input")
    command = _text_or_empty(arguments.get("command")) if isinstance(arguments, dict) else ""
    return "scrubjay" in _text_or_empty(block.get("name")) or bool(_CALLS_US.search(command[:MAX_COMMAND]))


def _call_summary(block: Mapping[str, Any]) -> str:
    """A tool call in one line: its name and its telling arguments; empty where it has no telling one."""
    arguments = block.get("input")
    texts = [_text_or_empty(arguments.get(name)) for name in _TOLD] if isinstance(arguments, dict) else []
    summary = " · ".join(text[:MAX_ARGUMENT] for text in texts if text)
    return f"{_text_or_empty(block.get('name'))[:100]}: {summary}" if summary else ""


def _result_text(block: Mapping[str, Any]) -> str:
    """The result of a tool call as text; empty for none."""
    content = block.get("content")
    if isinstance(content, list):
        content = "\n".join(_text_or_empty(part.get("text")) for part in content if isinstance(part, dict))
    text = _without_asides(_text_or_empty(content)).strip()
    return f"{'error' if block.get('is_error') is True else 'result'}: {text}" if text else ""


def _text_or_empty(value: Any) -> str:
    """The value if it is a text, else an empty one."""
    return value if isinstance(value, str) else ""
