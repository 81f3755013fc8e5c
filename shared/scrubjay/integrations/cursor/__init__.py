"""Cursor: our hooks in its file of hooks."""
