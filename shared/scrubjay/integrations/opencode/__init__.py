"""opencode: its servers."""
