"""Client set-up: servers registered, skills copied, git kept quiet."""
