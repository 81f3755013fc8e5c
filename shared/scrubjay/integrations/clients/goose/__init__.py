"""Goose: its servers and hooks."""
