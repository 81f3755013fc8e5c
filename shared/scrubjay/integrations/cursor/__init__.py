"""Cursor: its servers."""
