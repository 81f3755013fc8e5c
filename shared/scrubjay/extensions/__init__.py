"""The door: what optional parts bring into the core."""
