"""Secret detection and masking in text, so that no secret is stored; no I/O beyond its own tables."""
