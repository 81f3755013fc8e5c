"""History of a topic from a repository's commits: who changed it, when, and how it came about."""
