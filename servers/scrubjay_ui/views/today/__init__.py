"""Today: what each worktree works on, and what waits for a person."""
