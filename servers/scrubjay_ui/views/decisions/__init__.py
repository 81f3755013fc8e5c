"""Decisions: what was decided when, what replaced what, what cites it, and how its text changed."""
