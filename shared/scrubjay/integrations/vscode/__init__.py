"""VS Code with Copilot: its servers."""
