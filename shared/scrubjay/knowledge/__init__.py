"""What the repository says: documents, decisions, commits and code, indexed and searched."""
