"""Which session does a client report with a call? The one of the call's `_meta`, else that of its variable; pure.

Run on 2026-11-23 with a server that printed what it got:

| client | a call's `_meta` | variables of the server |
|---|---|---|
| Codex 0.169.0 | `sessionId`; `threadId`, which is a sub-agent's own | none of the session |
| Claude Code 2.1.197 | `claudecode/toolUseId` only | `CLAUDE_CODE_SESSION_ID`; it stays as it was at /clear |
| Gemini CLI 0.61.0 | `progressToken` only | all of its own, and none of the session, which hooks have |
| opencode 1.18.33 | `progressToken` only | all of its own, none of the session: our plugin passes it as `session` |
"""

from collections.abc import Mapping

from scrubjay.model.session import session_name

Meta = Mapping[str, object]

KEY = "sessionId"
"""Codex' own; its hooks report the same."""

VARIABLE = "CLAUDE_CODE_SESSION_ID"
ITS_CLIENTS = frozenset({"", "claude_code"})
"""Values of `--client` for which the variable counts: another client that Claude Code started inherits it."""

ONE_A_PROCESS = frozenset({"gemini"})
"""Values of `--client` whose process is in one session at a time, and starts both our hooks and our servers.

opencode has several in one process, so that a report that failed would make one session's calls another's.
"""

MAX_ID = 256


def reported_session(environment: Mapping[str, str], configured: str, meta: Meta) -> str:
    """The session of a call; empty where the client reports none. `configured` is the server's `--client`."""
    told = meta.get(KEY)
    if isinstance(told, str) and 0 < len(told) <= MAX_ID and told.isprintable():
        return session_name(told)
    return session_name(environment.get(VARIABLE, "")) if configured in ITS_CLIENTS else ""
