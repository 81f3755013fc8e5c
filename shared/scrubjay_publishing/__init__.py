"""Memories as reviewed Markdown in git: rendered, committed on a branch of their own, never pushed."""
