"""Prompts of the session server, which a person picks from a menu to start or end a session."""

from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS

from scrubjay.errors import ScrubjayError, UsageError
from scrubjay_serving import Backend, ScrubjayServer
from scrubjay_serving.worktree import find_worktree

INIT = """\
Call the session_init tool of scrubjay-session{focus} and work from the briefing that it returns. \
Tell me in two or three sentences where we stand and what comes next. \
If it says that scrubjay is not set up here, tell me to run `scrubjay init`."""

SAVE = """\
Call the session_save tool of scrubjay-session with what this session did: a summary of one to three sentences, \
what is completed, what is in progress, blockers, next steps, dead ends with why they failed, and decisions. \
{note}Leave out what the commits already say. Then tell me what was saved."""


def session_init(focus: str = "") -> str:
    """Start a session with a briefing of this repository."""
    return INIT.format(focus=f" with focus={focus!r}" if focus else "")


def session_save(note: str = "") -> str:
    """Save what this session leaves for the next one."""
    return SAVE.format(note=f"Mention this: {note}. " if note else "")


def assembled(backend: Backend, query: str, budget: str) -> str:
    """The blocks for a question, and the question. Raises ScrubjayError."""
    from scrubjay.context.blocks.contexts import ContextRequest

    if not budget.strip().isdecimal():
        raise UsageError(f"budget can't be {budget[:20]!r}. Give a number of tokens, such as 8192.")
    place = find_worktree(backend)
    made, _ = place.workspace.contexts.assemble(ContextRequest(query, int(budget), session=place.session))
    return f"{made.text}\n{query}"


def register(server: ScrubjayServer) -> None:
    """Register the prompts on a server."""

    def assemble_context(query: str, budget: str = "8192") -> str:
        """A question with what this project knows of it, within a context window of `budget` tokens."""
        try:
            return assembled(server.backend, query, budget)
        except ScrubjayError as error:
            raise MCPError(INVALID_PARAMS, str(error)) from error

    server.prompt("assemble-context", title="Ask with context")(assemble_context)
    server.prompt("session-init", title="Start a session")(session_init)
    server.prompt("session-save", title="Save this session")(session_save)
