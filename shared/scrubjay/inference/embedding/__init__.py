"""Text embedding: models, their fingerprints, and what they cost."""
