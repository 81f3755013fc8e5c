"""Sessions: which there were, what each was told, and what it left."""
