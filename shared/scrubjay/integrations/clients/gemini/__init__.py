"""Gemini CLI: its servers and hooks."""
