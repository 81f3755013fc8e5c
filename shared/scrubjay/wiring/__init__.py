"""The wiring of one worktree: a table of services, and the makers of those that aren't made by their class alone."""
