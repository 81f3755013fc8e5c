"""Memories: a list of them with filters, as a table or cards, and acts on many at once."""
