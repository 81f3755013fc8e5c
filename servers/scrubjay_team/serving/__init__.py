"""HTTP and MCP of the team server."""
