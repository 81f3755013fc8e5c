"""Vectors of documents in a signed file: written where they are computed, taken where they aren't."""
