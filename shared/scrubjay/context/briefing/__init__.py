"""The briefing that starts a session: status, task, activity, decisions and memories within a token budget."""
