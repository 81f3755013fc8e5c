"""Commits of a worktree's HEAD as searchable contents."""
