"""Safe, read-only access to git: no shell, no hooks, no network, and nothing of the repository is executed."""
