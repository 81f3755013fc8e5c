"""What of all that was said should be remembered? Candidates, each of which grounding judges."""
