"""Quarantine of authors and sessions, and what followed from what they wrote."""
