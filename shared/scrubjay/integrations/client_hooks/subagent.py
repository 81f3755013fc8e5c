"""The one line that a sub-agent is told: the session that it passes, since it shares its parent's server process."""

MAX_AGENT = 8
"""Characters of a sub-agent's id that are told, its end: Codex' ids begin with the time. With a UUID before them the
line had 38 tokens of o200k at most, of 2,000 random ones; 40 are allowed."""


def line(session: str, agent: str) -> str:
    """The line; empty where the client names no sub-agent."""
    return f"pass session={session}/{agent[-MAX_AGENT:]}" if agent else ""
