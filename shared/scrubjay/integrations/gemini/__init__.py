"""Gemini CLI: our hooks in its settings."""
