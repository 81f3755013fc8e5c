"""The commands of `scrubjay team`."""
