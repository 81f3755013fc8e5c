"""MCP server for the current session: repository state, task, history and briefing."""
