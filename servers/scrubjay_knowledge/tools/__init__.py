"""Functions behind the tools of the knowledge server; nothing here is imported before a first call."""
