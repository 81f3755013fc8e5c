"""Claude Code: its servers, session hooks, plugin and own notes."""
