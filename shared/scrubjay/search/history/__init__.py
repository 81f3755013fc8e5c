"""What a repository's commits tell of who, when and how it came about."""
