"""Questions about all projects of a home at once."""
