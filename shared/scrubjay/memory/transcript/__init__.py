"""Transcripts: what the machine and the person said in a session, read from the client's own file; nothing is kept."""
