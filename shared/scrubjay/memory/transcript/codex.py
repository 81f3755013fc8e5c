"""Parser for records of a Codex rollout. Pure.

Seen in version 0.169.0, 2026-11-22 and 2026-11-23, in the terminal and by `codex exec`: calls are `function_call` and
`custom_tool_call`; an answer of `exec_command` has lines about itself, then "Output:" and the output. The terminal's
session says `source: vscode` with `originator: codex-tui`, `codex exec` says `source: exec`, `originator: codex_exec`.
What was entered is completed as an item UserMessage: from the terminal with a `client_id`, by `codex exec` without one,
which may also resume a session of the terminal and writes into its file. A paste stands in it without a mark, however
long: so a turn counts as typed where it is one short line.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from scrubjay.memory.transcript.session import (
    UNRECORDED,
    Call,
    Does,
    Recording,
    SessionEvent,
    ToolResult,
    Typed,
    text_of,
    texts_in,
)
from scrubjay.model.pattern import pattern

_ENDED = pattern(r"\A(?:[^\n]*\n){0,3}?Process exited with code (\d{1,3})\n(?:[^\n]*\n){0,3}?Output:\n")
_CALLS = ("function_call", "custom_tool_call")
_ANSWERS = ("function_call_output", "custom_tool_call_output")
_RUNS = "exec_command"


def _events(record: Mapping[str, Any], folder: str) -> Iterator[SessionEvent]:
    """The events of a record; `folder` is where the session works, as its first record says."""
    payload = record.get("payload")
    if not isinstance(payload, dict):
        return
    time, id = text_of(record.get("timestamp")), text_of(payload.get("call_id"))
    if record.get("type") == "event_msg" and (turn := _typed(payload.get("item"))):
        yield SessionEvent(time, turn)
    if record.get("type") != "response_item":
        return
    if payload.get("type") in _CALLS:
        yield SessionEvent(time, _call(payload, id, folder))
    elif payload.get("type") in _ANSWERS and (ended := _ENDED.match(text_of(payload.get("output")))):
        yield SessionEvent(time, ToolResult(id, text_of(payload.get("output"))[ended.end() :], ended[1] or UNRECORDED))


def _folder_of(record: Mapping[str, Any]) -> str:
    """Where the session works from this record on; empty where the record doesn't say."""
    payload = record.get("payload")
    tells = record.get("type") in ("session_meta", "turn_context") and isinstance(payload, dict)
    return text_of(payload.get("cwd")) if tells and isinstance(payload, dict) else ""


def _is_interactive(record: Mapping[str, Any], session: str) -> bool:
    payload = record.get("payload")
    return (
        record.get("type") == "session_meta"
        and isinstance(payload, dict)
        and payload.get("id") == session
        and payload.get("originator") == "codex-tui"
        and payload.get("source") in ("cli", "vscode")
        and payload.get("thread_source") == "user"
    )


def _typed(item: Any) -> Typed | None:
    """The turn that an item is, where it was entered in the terminal and holds nothing but text."""
    if not isinstance(item, dict) or item.get("type") != "UserMessage" or not text_of(item.get("client_id")):
        return None
    parts = item.get("content")
    part = parts[0] if isinstance(parts, list) and len(parts) == 1 else None
    if not isinstance(part, dict) or part.get("type") != "text" or part.get("text_elements") != []:
        return None
    return Typed(text_of(item.get("id")), text_of(part.get("text")))


def _call(payload: Mapping[str, Any], id: str, folder: str) -> Call:
    tool = text_of(payload.get("name"))
    arguments = text_of(payload.get("arguments")) or text_of(payload.get("input"))
    try:
        fields = json.loads(arguments)
    except (ValueError, RecursionError):
        fields = arguments
    inputs = "\n".join(texts_in(fields))
    command = text_of(fields.get("cmd")) if tool == _RUNS and isinstance(fields, dict) else ""
    place = text_of(fields.get("workdir")) if isinstance(fields, dict) else ""
    return Call(
        id=id,
        tool=tool,
        does=Does.RUNS if command else Does.OTHER,
        inputs=inputs,
        command=command,
        file="",
        folder=place or folder,
    )


CODEX = Recording(
    subfolder="sessions",
    is_named=lambda stem, session: stem.endswith(f"-{session}"),
    events=_events,
    answers=(b'"type":"function_call_output"', b'"type":"custom_tool_call_output"', b'"type":"CommandExecution"'),
    calls=(b'"type":"function_call"', b'"type":"custom_tool_call"'),
    folder_of=_folder_of,
    is_interactive=_is_interactive,
    goes_back=lambda line: b'"type":"thread_rolled_back"' in line,
)
