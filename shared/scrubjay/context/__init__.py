"""Context for an agent: the briefing that starts a session, the blocks of a prompt, and extraction of memories."""
