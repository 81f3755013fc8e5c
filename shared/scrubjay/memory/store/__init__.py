"""Memories of a project or a user: what was told or learned, each with its evidence and its times."""
