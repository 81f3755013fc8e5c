"""How the session server's answers read, a family a file."""
