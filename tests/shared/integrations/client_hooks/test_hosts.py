"""Each client is recognised by what it sends, and answered in the form that it takes."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from scrubjay.integrations.client_hooks import hosts
from scrubjay.integrations.client_hooks.hosts import HOSTS, NAMES, answer, host_of
from scrubjay.integrations.client_hooks.message import HookOrigin, entry_of, parse

CLAUDE = {"hook_event_name": "SessionStart", "session_id": "s", "cwd": "/r", "source": "startup"}
CODEX = CLAUDE | {
    "model": "m",
    "permission_mode": "default",
    "transcript_path": "/a/.codex/sessions/2026/rollout-1.jsonl",
}
CODEX_STOP = {"hook_event_name": "Stop", "session_id": "s", "turn_id": "t", "cwd": "/r", "transcript_path": None}
GEMINI = CLAUDE | {"timestamp": "2026-11-23T10:00:00Z", "transcript_path": "/a/.gemini/tmp/1/chats/session.json"}
GEMINI_PROMPT = GEMINI | {"hook_event_name": "BeforeAgent", "prompt": "why?"}
CURSOR = {
    "conversation_id": "c", "generation_id": "g", "session_id": "c", "hook_event_name": "sessionStart",
    "workspace_roots": ["/r", "/other"],
}  # fmt: skip
CURSOR_BY_CLAUDES_NAME = CURSOR | {"hook_event_name": "SessionStart", "source": "startup"}
VSCODE = {"timestamp": "t", "cwd": "/r", "sessionId": "v", "hookEventName": "SessionStart", "source": "new"}
GOOSE = {"event": "Stop", "session_id": "g", "working_dir": "/r"}
GOOSE_START = {"event": "SessionStart", "session_id": "g"}
COPILOT = {"timestamp": "t", "cwd": "/r", "session_id": "v", "hook_event_name": "SessionStart", "source": "new"}
CLINE = {"hookName": "TaskResume", "taskId": "k", "timestamp": "1", "workspaceRoots": ["/r"]}


@pytest.mark.parametrize(
    ("payload", "variables", "entry", "host", "event", "session", "source"),
    [
        (CLAUDE, {}, "", "claude_code", "SessionStart", "s", "startup"),
        (CLAUDE, {"GEMINI_SESSION_ID": "outer"}, "", "claude_code", "SessionStart", "s", "startup"),
        (CODEX, {}, "", "codex", "SessionStart", "s", "startup"),
        (CODEX_STOP, {}, "", "codex", "Stop", "s", ""),
        (CLAUDE, {"CLAUDECODE": "1"}, "codex", "codex", "SessionStart", "s", "startup"),
        (GEMINI, {"GEMINI_SESSION_ID": "s"}, "", "gemini", "SessionStart", "s", "startup"),
        (GEMINI_PROMPT, {}, "", "gemini", "UserPromptSubmit", "s", "startup"),
        (GEMINI | {"hook_event_name": "AfterAgent"}, {}, "gemini", "gemini", "Stop", "s", "startup"),
        (CURSOR, {}, "", "cursor", "SessionStart", "c", "startup"),
        (CURSOR, {}, "cursor", "cursor", "SessionStart", "c", "startup"),
        (CURSOR_BY_CLAUDES_NAME, {}, "", "cursor", "SessionStart", "c", "startup"),
        (VSCODE, {}, "", "vscode", "SessionStart", "v", "startup"),
        (CLAUDE, {}, "opencode", "opencode", "SessionStart", "s", "startup"),
        (COPILOT, {}, "vscode", "vscode", "SessionStart", "v", "startup"),
        (GOOSE, {}, "goose", "goose", "Stop", "g", ""),
        (GOOSE_START, {"PWD": "/r"}, "goose", "goose", "CwdChanged", "g", ""),
        (CLINE, {}, "", "cline", "SessionStart", "k", "resume"),
        (CLAUDE, {}, "no client", "claude_code", "SessionStart", "s", "startup"),
    ],
)  # fmt: skip
def test_a_client_is_recognised_and_its_names_are_ours(
    payload: Mapping[object, object],
    variables: Mapping[str, str],
    entry: str,
    host: str,
    event: str,
    session: str,
    source: str,
) -> None:
    assert host_of(payload, variables, entry) == host
    name = str(payload.get("hook_event_name") or payload.get("hookEventName") or payload.get("event") or "TaskResume")
    said = parse(json.dumps(payload).encode(), variables, entry)
    assert said is not None
    assert said.origin == HookOrigin(host, name, "", str(payload.get("transcript_path") or ""))
    assert (said.event, said.session, said.folder, said.source) == (event, session, Path("/r"), source)


@pytest.mark.parametrize(
    ("host", "event"),
    [
        ("claude_code", "SessionStart"),
        ("codex", "SubagentStart"),
        ("gemini", "BeforeAgent"),
        ("vscode", "SessionStart"),
        ("cursor", "SessionStart"),
    ],
)
def test_most_clients_take_the_context_of_an_event_by_its_name(host: str, event: str) -> None:
    assert answer(host, event, "t") == {"hookSpecificOutput": {"hookEventName": event, "additionalContext": "t"}}


def test_the_others_take_their_own_form() -> None:
    assert answer("cursor", "sessionStart", "t") == {"additional_context": "t"}
    assert answer("cline", "TaskStart", "t") == {"cancel": False, "contextModification": "t"}


def test_a_transcript_is_evidence_where_its_form_is_read() -> None:
    given = {"transcript_path": "/t.jsonl"}
    for payload, path in (
        (CLAUDE | given, "/t.jsonl"),
        (CODEX, CODEX["transcript_path"]),
        (GEMINI_PROMPT, GEMINI["transcript_path"]),
        (CURSOR | given, ""),
        (VSCODE | given, ""),
    ):
        said = parse(json.dumps(payload).encode())
        assert said is not None
        assert said.transcript == path


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        ("<hook_context>of the start</hook_context>\n\nwhy?", "why?"),
        ("<hook_context>a</hook_context>\n\n<hook_context>b</hook_context>\n\nwhy?", "why?"),
        ("what is <hook_context>x</hook_context>?", "what is <hook_context>x</hook_context>?"),
        ("<hook_context> is not closed", "<hook_context> is not closed"),
    ],
)
def test_what_gemini_cli_puts_before_a_prompt_was_not_typed(prompt: str, expected: str) -> None:
    said = parse(json.dumps(GEMINI_PROMPT | {"prompt": prompt}).encode())
    assert said is not None
    assert said.prompt == expected


def test_every_client_has_its_names() -> None:
    assert set(NAMES) == HOSTS
    assert hosts.RETELLS_AT_PROMPT <= HOSTS


@pytest.mark.parametrize(
    ("arguments", "entry"),
    [
        (["--home", "/h", "--client", "codex"], "codex"),
        (["--home", "/h"], ""),
        (["--home", "/h", "--client"], ""),
        (["--home", "/h", "--client", ""], ""),
        ([], ""),
    ],
)
def test_the_command_line_names_whose_entry_it_is(arguments: list[str], entry: str) -> None:
    assert entry_of(arguments) == entry
