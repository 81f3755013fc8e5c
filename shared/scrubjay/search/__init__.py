"""Search over everything that is kept, and how its results are shown."""
