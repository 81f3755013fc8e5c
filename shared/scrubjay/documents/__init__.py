"""What does the repository say? Committed documents, read from git's objects and indexed by blob."""
