"""Goose: its servers."""
