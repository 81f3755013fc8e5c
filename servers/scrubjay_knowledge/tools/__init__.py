"""What the tools of the knowledge server run; nothing here is imported before a first call."""
