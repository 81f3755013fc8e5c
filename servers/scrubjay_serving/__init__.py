"""Shared parts of the MCP servers: stdio transport, worktree lookup, argument checks and error texts."""
