"""Freshness of memories: their evidence, re-checked at the commit that is read, and the resulting grade."""
