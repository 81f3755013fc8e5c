"""The command `publish`."""
