"""VS Code with Copilot: its servers and hooks."""
