"""Extraction of memories from what was said: it finds candidates, and grounding judges each of them."""
