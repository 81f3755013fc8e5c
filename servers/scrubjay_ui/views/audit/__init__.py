"""Audit: who did what, and whether the chain of records is unbroken."""
