"""Rendered answers of the session server, a family a file."""
