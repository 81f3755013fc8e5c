"""What does a session start with? Status, task, recent activity, decisions and memories, within a token budget."""
