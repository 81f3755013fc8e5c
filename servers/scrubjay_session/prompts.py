"""The prompts of the session server: what a person picks from a menu to start or end a session."""

from scrubjay_serving import ScrubjayServer

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


def register(server: ScrubjayServer) -> None:
    """Offer the prompts on a server."""
    server.prompt("session-init", title="Start a session")(session_init)
    server.prompt("session-save", title="Save this session")(session_save)
