"""The MCP server that answers: what am I doing now?"""
