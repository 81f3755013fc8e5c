"""Handoffs: work that one agent can't finish and leaves for another."""
