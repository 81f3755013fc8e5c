"""Parser for records of Gemini CLI's chat file. Pure.

Seen in version 0.61.0, 2026-11-23, in the terminal and by `gemini -p`: one JSON object a line, a first one about the
file (`sessionId`, `kind: main`), then messages of `type` user and gemini. A message is written again with `toolCalls`
once they have ended: `name`, `args`, `status` and `result`, the answer as the model has it. A command's answer is
`<untrusted_context>`, "Output: …", "Exit Code: N" unless that is 0, and lines about its process; a read file's is the
file. `$set` tells of the file, or replaces its messages. The folder stands in `.project_root` beside the chats.

A user's record looks the same in the terminal and by `-p`, and a paste has no mark. What is entered in the terminal
stands in `logs.json` beside the chats, too; so a turn counts where that has it, and where it is one short line.
"""

import json
import re
import shlex
from collections.abc import Iterator, Mapping
from typing import Any

from scrubjay.memory.transcript.session import Call, Does, Recording, SessionEvent, ToolResult, Typed, text_of, texts_in
from scrubjay.model.pattern import pattern

ROOT = ".project_root"
ENTERED = "logs.json"
"""In a folder for each project, beside its chats: the project's path, and what was entered."""

_ENDED = pattern(
    r"\A<untrusted_context>\nOutput: (?P<output>.*?)"
    r"(?:\nExit Code: (?P<status>\d{1,3}))?(?:\nProcess Group PGID: \d+)?\n</untrusted_context>\Z",
    re.DOTALL,
)
"""Of a command that ran to its end; an error, a signal or what goes on behind it is none of these."""

_ODD = pattern(r"\n(?:Error|Signal|Background PIDs): [^\n]*(?:\nProcess Group PGID: \d+)?\Z")
_HOOKS = pattern(r"\A(?:<hook_context>.*?</hook_context>\s*)+", re.DOTALL)
_DOES = {
    "run_shell_command": Does.RUNS, "read_file": Does.READS, "grep_search": Does.READS, "glob": Does.READS,
}  # fmt: skip
_FILES = frozenset({"read_file", "write_file", "replace"})


def _is_named(stem: str, session: str) -> bool:
    """Whether a file's name is that of a session: it has the first digits of its id."""
    return stem.startswith("session-") and len(session) >= 8 and stem.endswith(f"-{session[:8]}")


def terminal_entries(data: bytes, session: str) -> frozenset[str]:
    """The texts that were entered in the terminal in a session, from the text of `logs.json`."""
    try:
        entries = json.loads(data)
    except (ValueError, RecursionError):
        return frozenset()
    return frozenset(
        text_of(entry.get("message"))
        for entry in (entries if isinstance(entries, list) else ())
        if isinstance(entry, dict) and entry.get("sessionId") == session and entry.get("type") == "user"
    )


def _events(record: Mapping[str, Any], folder: str) -> Iterator[SessionEvent]:
    """The events of a record: its calls before their answers; of messages that were replaced the calls alone."""
    changes = record.get("$set")
    replaced = changes.get("messages") if isinstance(changes, dict) else None
    for message in replaced if isinstance(replaced, list) else ():
        if isinstance(message, dict):
            yield from (event for event in _events(message, folder) if isinstance(event.what, Call))
    time = text_of(record.get("timestamp"))
    if record.get("type") == "user" and (text := _typed(record)):
        yield SessionEvent(time, Typed(text_of(record.get("id")), text))
    calls = record.get("toolCalls")
    made = [call for call in (calls if isinstance(calls, list) else ()) if isinstance(call, dict)]
    yield from (SessionEvent(time, _call(call, folder)) for call in made)
    for call in made:
        if answer := _answer(call):
            yield SessionEvent(time, answer)


def _typed(record: Mapping[str, Any]) -> str:
    """The text of a user's message; nothing where it holds anything else, such as a tool's answer."""
    content = record.get("displayContent") or record.get("content")
    parts = content if isinstance(content, list) else [{"text": content}]
    if not all(isinstance(part, dict) and set(part) == {"text"} for part in parts):
        return ""
    return _HOOKS.sub("", "".join(text_of(part["text"]) for part in parts))


def _call(call: Mapping[str, Any], folder: str) -> Call:
    params = call.get("args")
    fields = params if isinstance(params, dict) else {}
    tool = text_of(call.get("name"))
    place = text_of(fields.get("dir_path")) if tool == "run_shell_command" else ""
    return Call(
        id=text_of(call.get("id")),
        tool=tool,
        does=_DOES.get(tool, Does.OTHER),
        inputs="\n".join(texts_in(params)),
        command=_command(tool, fields),
        file=text_of(fields.get("file_path")) if tool in _FILES else "",
        folder=f"{folder}/{place}" if place and not place.startswith("/") else place or folder,
    )


def _command(tool: str, fields: Mapping[str, Any]) -> str:
    """What a call runs; a search by the client's own tool as the command that it stands for."""
    if tool == "grep_search":
        words = (text_of(fields.get("pattern")), text_of(fields.get("dir_path")))
        return shlex.join(("grep", *filter(None, words)))
    return text_of(fields.get("command")) if tool == "run_shell_command" else ""


def _answer(call: Mapping[str, Any]) -> ToolResult | None:
    """The answer to a call that worked, or of a command that ended in any way; None for any other."""
    result = call.get("result")
    parts = [part for part in (result if isinstance(result, list) else ()) if isinstance(part, dict)]
    response = parts[0].get("functionResponse") if len(parts) == 1 else None
    answer = response.get("response") if isinstance(response, dict) else None
    text = answer.get("output") if isinstance(answer, dict) else None
    tool, id = text_of(call.get("name")), text_of(call.get("id"))
    if call.get("status") != "success" or not isinstance(text, str) or tool not in _DOES:
        return None
    if tool != "run_shell_command":
        return ToolResult(id, text)
    ended = _ENDED.match(text)
    if not ended or _ODD.search(ended["output"]):
        return None
    return ToolResult(id, ended["output"], ended["status"] or "0")


GEMINI = Recording(
    subfolder="tmp",
    is_named=_is_named,
    events=_events,
    is_interactive=lambda record, session: record.get("sessionId") == session and record.get("kind") == "main",
    goes_back=lambda line: line.startswith(b'{"$rewindTo"'),
)
"""Calls and their answers share a record, so each line is read."""
