"""Cline: its servers and hooks."""
