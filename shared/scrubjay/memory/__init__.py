"""Memories: what was told and learned, and what it is worth."""
