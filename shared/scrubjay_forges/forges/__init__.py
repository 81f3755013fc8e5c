"""Readers of discussions at a forge: over its API with the user's own token, or from files; read-only."""
