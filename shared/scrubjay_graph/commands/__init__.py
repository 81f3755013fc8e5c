"""The command of the graph."""
