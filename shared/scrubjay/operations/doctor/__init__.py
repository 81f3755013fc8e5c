"""Checks of everything that scrubjay depends on, and the repair of what they find."""
