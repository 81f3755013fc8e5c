"""How did sessions end, and which memories did they have? From transcripts, git, handoffs and what scripts report."""
