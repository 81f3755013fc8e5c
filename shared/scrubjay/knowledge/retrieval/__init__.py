"""Retrieval of indexed passages: by words and by meaning, fused, within what the view shows."""
