"""The values that every part speaks in: frozen, without I/O."""
