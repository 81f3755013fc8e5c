"""The name that git hooks of before 0.2 start; see `event`."""
