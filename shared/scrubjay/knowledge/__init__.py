"""Knowledge from the repository: documents, decisions, commits and code, indexed and searched."""
