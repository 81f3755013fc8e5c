"""Zed: its servers."""
