"""Cursor: its servers and hooks."""
