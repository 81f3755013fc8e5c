"""The wiring of one worktree: groups of services, each built by its own function from groups that exist already."""
