"""Context: what goes into a prompt for a question, and what found no room."""
