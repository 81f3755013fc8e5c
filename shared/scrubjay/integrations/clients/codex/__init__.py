"""Codex: its servers and hooks."""
