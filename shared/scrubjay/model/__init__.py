"""Frozen values that all packages share; no I/O."""
