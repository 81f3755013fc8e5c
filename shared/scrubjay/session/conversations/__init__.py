"""Conversation store: transcripts of coding clients and other sources, turn by turn, searchable."""
