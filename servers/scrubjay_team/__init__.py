"""The team server: one memory for a team over PostgreSQL, as an extension."""
