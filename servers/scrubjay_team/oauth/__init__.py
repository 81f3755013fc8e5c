"""OAuth 2.1 for clients of MCP: registration, consent, tokens; and the device flow by which a machine joins."""
