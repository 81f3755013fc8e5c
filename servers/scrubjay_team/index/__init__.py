"""The index of mirrored repositories in PostgreSQL: written by the worker, read by a search."""
