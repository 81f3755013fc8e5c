"""The session that a client reports: what it says of the call before what it said when the server started."""

import pytest

from scrubjay.model.visible import session_name
from scrubjay_serving.worktree import Meta, reported_session

UUID = "01a20957-e3c6-7bc0-a23a-5c28b6c5790e"
CLAUDE = {"CLAUDE_CODE_SESSION_ID": "c1"}


@pytest.mark.parametrize(
    ("variables", "configured", "meta", "session"),
    [
        ({}, "codex", {"sessionId": UUID, "threadId": "another"}, UUID),  # a sub-agent of Codex is its parent's session
        (CLAUDE, "codex", {"sessionId": UUID}, UUID),
        (CLAUDE, "claude_code", {"claudecode/toolUseId": "t"}, "c1"),
        (CLAUDE, "", {}, "c1"),
        (CLAUDE, "gemini", {"progressToken": 1}, ""),  # Claude Code started Gemini CLI, which passed the variable on
        ({}, "opencode", {}, ""),
        ({}, "codex", {"sessionId": 7}, ""),
        ({}, "codex", {"sessionId": "x" * 300}, ""),
        ({}, "codex", {"sessionId": "a\nb"}, ""),
        ({}, "codex", {"sessionId": "k" * 40}, session_name("k" * 40)),
    ],
)
def test_the_session_of_a_call(variables: dict[str, str], configured: str, meta: Meta, session: str) -> None:
    assert reported_session(variables, configured, meta) == session
