"""MCP server for knowledge: documents, decisions, code, commits and memories."""
