"""Functions behind the tools of the session server; nothing here is imported before a first call."""
