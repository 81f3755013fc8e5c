"""Gemini CLI: its servers."""
