"""Clients by their hooks: which one reports an event, its own names of events and fields, and how it is answered.

Looked up on 2026-11-22 and 2026-11-23. Run: Claude Code 2.1.329, Codex 0.169.0, Gemini CLI 0.61.0, opencode
1.18.33. Documents only: Cursor, VS Code, Cline, Goose.
"""

from collections.abc import Mapping

from scrubjay.model.frozen import dataclass

CLAUDE = "claude_code"
CODEX = "codex"
GEMINI = "gemini"
CURSOR = "cursor"
VSCODE = "vscode"
OPENCODE = "opencode"
GOOSE = "goose"
CLINE = "cline"

HOSTS = frozenset({CLAUDE, CODEX, GEMINI, CURSOR, VSCODE, OPENCODE, GOOSE, CLINE})

Payload = Mapping[object, object]


@dataclass(frozen=True, slots=True)
class HookHost:
    """How a client names fields (the first one that is there counts), and events and sources that differ from ours.

    `here` is the variable of the hook's own folder, for a client whose events may name none.
    """

    event: tuple[str, ...] = ("hook_event_name",)
    session: tuple[str, ...] = ("session_id",)
    folder: tuple[str, ...] = ("new_cwd", "worktree_path", "cwd")
    events: Mapping[str, str] = {}
    sources: Mapping[str, str] = {}
    here: str = "CLAUDE_PROJECT_DIR"


NAMES: Mapping[str, HookHost] = {
    CLAUDE: HookHost(),
    CODEX: HookHost(),
    OPENCODE: HookHost(),
    GEMINI: HookHost(events={"BeforeAgent": "UserPromptSubmit", "AfterAgent": "Stop"}),
    CURSOR: HookHost(
        session=("conversation_id", "session_id"),
        folder=("workspace_roots", "cwd"),
        events={
            "sessionStart": "SessionStart",
            "sessionEnd": "SessionEnd",
            "preCompact": "PreCompact",
            "beforeSubmitPrompt": "UserPromptSubmit",
            "stop": "Stop",
        },
    ),
    VSCODE: HookHost(
        event=("hookEventName", "hook_event_name"), session=("sessionId", "session_id"), sources={"new": "startup"}
    ),
    GOOSE: HookHost(event=("event",), folder=("working_dir",), events={"SessionStart": "CwdChanged"}, here="PWD"),
    CLINE: HookHost(
        event=("hookName",),
        session=("taskId",),
        folder=("workspaceRoots",),
        events={
            "TaskStart": "SessionStart",
            "TaskResume": "SessionStart",
            "TaskComplete": "SessionEnd",
            "TaskCancel": "SessionEnd",
        },
    ),
}
"""Goose puts no text into the context: its start only says where a session works, so that nothing counts as told."""

RECORDING = frozenset({CLAUDE, CODEX, GEMINI})
"""Clients whose own record of a session is read as evidence."""

LISTS = frozenset({"workspace_roots", "workspaceRoots"})
"""Fields that are a list, of which the first entry counts."""

IMPLIED_SOURCES = {"TaskStart": "startup", "TaskResume": "resume", "sessionStart": "startup"}
"""Sources of events that come without one."""

RETELLS_AT_PROMPT = frozenset({GEMINI})
"""Clients without a start after a compaction: what was lost is told with the next prompt."""

BEFORE_PROMPT = ("<hook_context>", "</hook_context>")
"""Around what Gemini CLI puts before a prompt: the answer to the start, which the user didn't type."""


def host_of(payload: Payload, variables: Mapping[str, str], entry: str = "") -> str:
    """The client that reports an event. `entry` is whose entry of ours it ran, where that names a client.

    A shape that only one client sends comes first: Cursor and VS Code run the entries of Claude Code's settings too.
    """
    if "taskId" in payload and "hookName" in payload:
        return CLINE
    if "conversation_id" in payload:
        return CURSOR
    if "hookEventName" in payload and "hook_event_name" not in payload:
        return VSCODE
    if "event" in payload and "hook_event_name" not in payload:
        return GOOSE
    if entry in HOSTS:
        return entry
    own = payload.get("session_id")
    if own and own == variables.get("GEMINI_SESSION_ID"):  # a client that Gemini CLI started has another session
        return GEMINI
    if str(payload.get("hook_event_name")) in NAMES[GEMINI].events:
        return GEMINI
    if "turn_id" in payload or "/rollout-" in str(payload.get("transcript_path")):
        return CODEX
    return CLAUDE


def typed_prompt(prompt: str) -> str:
    """A prompt without the context that a client put before it."""
    start, end = BEFORE_PROMPT
    while prompt.startswith(start) and end in prompt:
        prompt = prompt.partition(end)[2].lstrip()
    return prompt


def answer(host: str, reported: str, text: str) -> dict[str, object]:
    """The answer that puts a text into the context, in the form that the client takes; nothing besides.

    Codex rejects an answer with members that it doesn't know. Cursor runs Claude Code's entries by Claude Code's names
    of events, and takes its form then.
    """
    if host == CLINE:
        return {"cancel": False, "contextModification": text}
    if host == CURSOR and reported in NAMES[CURSOR].events:
        return {"additional_context": text}
    return {"hookSpecificOutput": {"hookEventName": reported, "additionalContext": text}}
