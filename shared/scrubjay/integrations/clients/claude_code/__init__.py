"""Claude Code: its servers, session hooks, plugin and own notes."""

from typing import Final

CLIENT: Final = "Claude Code"
"""The client as messages name it."""
