"""Conversations that members keep beyond their machines: metadata and words in PostgreSQL, texts in an object store."""
