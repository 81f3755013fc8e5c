"""Outcomes of sessions, and the memories that each had: from transcripts, git, handoffs and what scripts report."""
