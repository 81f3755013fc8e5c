"""Turns text into vectors: which model, by which fingerprint, with what it costs."""
