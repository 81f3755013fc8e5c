"""Pages and forges over HTTP: only where the user's own settings allow it, at addresses that were checked."""
