"""Rerankers: what scores each passage of a pool against the query."""
