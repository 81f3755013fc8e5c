"""What starts a session and goes into a prompt."""
