"""What happened, by a record of a Codex rollout? Pure.

Seen in version 0.169.0, 2026-11-22, in the terminal and by `codex exec`: calls are `function_call` and
`custom_tool_call`; an answer of `exec_command` has lines about itself, then "Output:" and the output. The terminal's
session says `source: vscode` with `originator: codex-tui`, `codex exec` says `source: exec`. A typed turn has the
provenance "user", and a paste stands in it without a mark, in the same paragraph: so no turn here is known to be typed.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from scrubjay.observed.claude_code import texts_in
from scrubjay.observed.session import UNRECORDED, Call, Does, SessionEvent, ToolResult

_ENDED = re.compile(r"\A(?:[^\n]*\n){0,3}?Process exited with code (\d{1,3})\n(?:[^\n]*\n){0,3}?Output:\n")
ANSWERS = (b'"type":"function_call_output"', b'"type":"custom_tool_call_output"', b'"type":"item_completed"')
"""What stands in a record with a tool's answer, in the forms that this program writes."""

CALLS = (b'"type":"function_call"', b'"type":"custom_tool_call"')
"""What stands in a record with a tool's call."""

_CALLS = ("function_call", "custom_tool_call")
_ANSWERS = ("function_call_output", "custom_tool_call_output")
_RUNS = "exec_command"


def events(record: Mapping[str, Any], folder: str = "") -> Iterator[SessionEvent]:
    """The events of a record; `folder` is where the session works, as its first record says."""
    payload = record.get("payload")
    if record.get("type") != "response_item" or not isinstance(payload, dict):
        return
    time, id = _text(record.get("timestamp")), _text(payload.get("call_id"))
    if payload.get("type") in _CALLS:
        yield SessionEvent(time, _call(payload, id, folder))
    elif payload.get("type") in _ANSWERS and (ended := _ENDED.match(_text(payload.get("output")))):
        yield SessionEvent(time, ToolResult(id, _text(payload.get("output"))[ended.end() :], ended[1] or UNRECORDED))


def folder_of(record: Mapping[str, Any]) -> str:
    """Where the session works from this record on; empty where the record doesn't say."""
    payload = record.get("payload")
    tells = record.get("type") in ("session_meta", "turn_context") and isinstance(payload, dict)
    return _text(payload.get("cwd")) if tells and isinstance(payload, dict) else ""


def _call(payload: Mapping[str, Any], id: str, folder: str) -> Call:
    tool = _text(payload.get("name"))
    arguments = _text(payload.get("arguments")) or _text(payload.get("input"))
    try:
        fields = json.loads(arguments)
    except (ValueError, RecursionError):
        fields = arguments
    inputs = "\n".join(texts_in(fields))
    command = _text(fields.get("cmd")) if tool == _RUNS and isinstance(fields, dict) else ""
    place = _text(fields.get("workdir")) if isinstance(fields, dict) else ""
    return Call(
        id=id,
        tool=tool,
        does=Does.RUNS if command else Does.OTHER,
        inputs=inputs,
        command=command,
        file="",
        folder=place or folder,
    )


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
