"""Promotion from what one person knows to what everybody knows: decided by evidence, logged, replayed."""
