"""Parser for records of Claude Code's transcript. Pure.

Seen in version 2.1.329, interactive in a terminal, 2026-11-22: a typed turn carries `promptSource: typed`,
`origin.kind: human`, `turnOrigin: human`, `entrypoint: cli`; a paste stands within it in `<pasted_content id="…">` and
a closing tag that repeats the id. A sub-agent's report is a user record with `origin.kind: task-notification`; what
hooks say is an `attachment`. The folder of a tool's answer is the one after the command, that of its call the one
before. A failed command's answer begins "Exit code N" and is marked an error; one that ended with 1 as `grep` does
without a match is no error, and has `returnCodeInterpretation`. A tool that didn't run answers in `<tool_use_error>`.
"""

import re
import shlex
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

_LINK = rb'"%s":"([0-9A-Za-z-]{1,64})"'
_PARENT, _BEFORE = (pattern(_LINK % name) for name in (b"parentUuid", b"logicalParentUuid"))
_FIRST, _ID, _ASSISTANT = b'{"parentUuid":"', b'"uuid":"', b'"type":"assistant"'
_FAILED = pattern(r"\AExit code (\d{1,3})(?:\n|\Z)")
_REMINDER = pattern(r"<system-reminder>.*?(?:</system-reminder>|\Z)", re.DOTALL)
_NUMBERED = pattern(r"(?m)^ *\d+(?:\t|→)")
_CLIENTS = pattern(r"\s*<(?:command-|bash-|local-command|task-notification)")
_NO_PERSON = ("isMeta", "isCompactSummary", "isVisibleInTranscriptOnly", "isApiErrorMessage")
_DOES = {"Bash": Does.RUNS, "Read": Does.READS, "Grep": Does.READS, "Glob": Does.READS}
_NOT_ENDED = ("interrupted", "backgroundTaskId")


def _linked(line: bytes) -> tuple[bytes, bytes]:
    """The id of a line's record and of the record before it in the conversation; empty if unknown.

    The line isn't parsed for that. A call's input stands before the record's id, a tool's own result behind it.
    """
    if line.startswith(_FIRST):
        before = line[len(_FIRST) : line.find(b'"', len(_FIRST))]
    else:
        match = _PARENT.search(line) or _BEFORE.search(line)
        before = match[1] if match else b""
    start = line.rfind(_ID) if _ASSISTANT in line else line.find(_ID)
    return line[start + len(_ID) : line.find(b'"', start + len(_ID))] if start >= 0 else b"", before


def _events(record: Mapping[str, Any], _: str) -> Iterator[SessionEvent]:
    """The session events of a transcript record; none if the record isn't as expected."""
    message = record.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    time = text_of(record.get("timestamp"))
    if record.get("type") == "user" and _by_a_person(record):
        if text := _typed(content):
            yield SessionEvent(time, Typed(text_of(record.get("uuid")), text))
        return
    for block in content if isinstance(content, list) else ():
        if not isinstance(block, dict):
            continue
        if record.get("type") == "assistant" and block.get("type") == "tool_use":
            yield SessionEvent(time, _call(block, text_of(record.get("cwd"))))
        elif record.get("type") == "user" and block.get("type") == "tool_result":
            answer = _answer(block, record.get("toolUseResult"))
            yield from [SessionEvent(time, answer)] if answer else []


def _by_a_person(record: Mapping[str, Any]) -> bool:
    """Whether the client recorded it as typed by a person in an interactive session; a missing field says no."""
    origin = record.get("origin")
    kind = origin.get("kind") if isinstance(origin, dict) else None
    source = record.get("promptSource")
    return (
        record.get("isSidechain") is False
        and record.get("entrypoint") == "cli"
        and (source == "typed" or (source is None and kind == "human"))
        and kind in (None, "human")
        and record.get("turnOrigin") in (None, "human")
        and not any(record.get(mark) for mark in _NO_PERSON)
    )


def _typed(content: Any) -> str:
    """The words of a typed turn; pictures beside them are left out, whatever else is there makes it no typed turn."""
    if isinstance(content, list):
        kinds = {block.get("type") if isinstance(block, dict) else None for block in content}
        content = _texts(content) if kinds <= {"text", "image"} else ""
    text = text_of(content)
    return "" if _CLIENTS.match(text) else text


def _call(block: Mapping[str, Any], folder: str) -> Call:
    params = block.get("input")
    fields = params if isinstance(params, dict) else {}
    tool = text_of(block.get("name"))
    file = text_of(fields.get("file_path")) or text_of(fields.get("notebook_path"))
    return Call(
        id=text_of(block.get("id")),
        tool=tool,
        does=_DOES.get(tool, Does.OTHER),
        inputs="\n".join(texts_in(params)),
        command=_command(tool, fields),
        file=file,
        folder=folder,
    )


def _command(tool: str, fields: Mapping[str, Any]) -> str:
    """What a call runs; a search by the client's own tool as the command that it stands for."""
    if tool == "Grep":
        count = ("--count",) if fields.get("output_mode") == "count" else ()
        return shlex.join(
            ("grep", *count, *filter(None, (text_of(fields.get("pattern")), text_of(fields.get("path")))))
        )
    return text_of(fields.get("command")) if tool == "Bash" else ""


def _answer(block: Mapping[str, Any], result: Any) -> ToolResult | None:
    content = block.get("content")
    text = _REMINDER.sub("", content if isinstance(content, str) else _texts(content))
    call = text_of(block.get("tool_use_id"))
    if block.get("is_error") is True:
        failed = _FAILED.match(text)
        return ToolResult(call, text[failed.end() :], failed[1]) if failed else None
    fields = result if isinstance(result, dict) else {}
    if any(fields.get(mark) for mark in _NOT_ENDED):
        return None
    if "file" in fields:
        return ToolResult(call, _NUMBERED.sub("", text))
    ended = "stdout" in fields and not fields.get("returnCodeInterpretation")
    return ToolResult(call, text, "0" if ended else UNRECORDED)


def _texts(content: Any) -> str:
    blocks = content if isinstance(content, list) else ()
    return "\n".join(text_of(block.get("text")) for block in blocks if isinstance(block, dict))


CLAUDE_CODE = Recording(
    subfolder="projects",
    is_named=str.__eq__,
    events=_events,
    answers=(b'"type":"tool_result"',),
    calls=(b'"type":"tool_use"',),
    linked=_linked,
    telling=(b'"type":"user"', b'"type":"assistant"'),
)
