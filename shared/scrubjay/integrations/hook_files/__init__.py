"""Entries of ours among the hooks of a client that keeps them in one file of the account."""
