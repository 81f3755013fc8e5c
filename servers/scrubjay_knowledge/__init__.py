"""The MCP server that answers: what do we know?"""
