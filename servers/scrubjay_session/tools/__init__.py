"""What the tools of the session server run; nothing here is imported before a first call."""
