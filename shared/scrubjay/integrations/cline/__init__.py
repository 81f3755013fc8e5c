"""Cline: its servers."""
