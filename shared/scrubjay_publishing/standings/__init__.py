"""What `publish` wrote, read back: which memories stand in the repository, and who states what on which branch."""
