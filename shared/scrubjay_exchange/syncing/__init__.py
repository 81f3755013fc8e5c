"""Sync of a person's own memories between machines, through a private git remote, encrypted and signed."""
