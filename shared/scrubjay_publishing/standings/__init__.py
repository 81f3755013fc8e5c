"""Standing of published memories, read back from git: which are in the repository, and who states what where."""
